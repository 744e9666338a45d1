/** The commands that the page offers as buttons, each with the text that explains it. */
export const EXAMPLES = [
  ['solve 8', 'try.solve'],
  ['search 6', 'try.search'],
  ['fundamental 8', 'try.fundamental'],
  ['images 15863724', 'try.images'],
  ['complete ...24...', 'try.complete'],
  ['check 15863725', 'try.check'],
  ['count 14', 'try.count'],
  ['solve 16', 'try.large'],
  ['pace 50', 'try.fast'],
  ['pace 500', 'try.normal'],
  ['format board', 'try.board'],
  ['format digits', 'try.digits'],
  ['info', 'try.info'],
  ['help', 'try.help'],
];

/** The live keys: what is sent, what the button shows, and what the key does. */
export const LIVE_KEYS = [
  ['?', '?', 'key.status'],
  ['!', '!', 'key.pause'],
  ['~', '~', 'key.resume'],
  [',', ',', 'key.back'],
  ['.', '.', 'key.step'],
  ['+', '+', 'key.faster'],
  ['-', '−', 'key.slower'],
  ['\x03', 'Ctrl-C', 'key.stop'],
];
