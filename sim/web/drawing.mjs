/**
 * The drawing: an Uno on its USB cable, one or more 8x8 matrices on MAX7219 modules, a push button, and the
 * wires.
 */

/** The wires: their pins; their colours here and in sim/pictures/wiring.svg, and those in diagram.json. */
export const WIRES = {
  VCC: { pin: '5V', drawn: '#d3302f', wokwi: 'red' },
  GND: { pin: 'GND', drawn: '#2b2e33', wokwi: 'black' },
  DIN: { pin: '11', drawn: '#2f73c8', wokwi: 'blue' },
  CS: { pin: '10', drawn: '#e0a11b', wokwi: 'gold' },
  CLK: { pin: '13', drawn: '#3f9a4a', wokwi: 'green' },
  button: { pin: '2', drawn: '#8a56c2', wokwi: 'purple' },
};

/* The Uno's measures are in mil (1/1000 inch), as in its own drawings. */
const UNO = { x: 104, y: 488, scale: 0.15 };
export const ux = (mil) => +(UNO.x + mil * UNO.scale).toFixed(1);
export const uy = (mil) => +(UNO.y + mil * UNO.scale).toFixed(1);
/** Points of the Uno, each `x,y` in mil, in units of the drawing. */
const points = (list) => list.split(' ').map((point) => [ux, uy].map((unit, i) => unit(point.split(',')[i])));
const TOP_ROW = 100;
const BOTTOM_ROW = 2000;

/* Each: its first pin, the names from there on, where they are and where their names are. */
export const HEADERS = [
  [740, 'SCL SDA AREF GND 13 12 ~11 ~10 ~9 8', TOP_ROW, 175],
  [1800, '7 ~6 ~5 4 ~3 2 TX_1 RX_0', TOP_ROW, 175],
  [1100, '- IOREF RESET 3.3V 5V GND GND VIN', BOTTOM_ROW, 1925],
  [2000, 'A0 A1 A2 A3 A4 A5', BOTTOM_ROW, 1925],
];

/** Where the pins of this name are, `x` and `y` in mil, the lowest row first. */
export const pinsIn = (headers, name) =>
  headers
    .flatMap(([first, names, y]) => names.split(' ').map((own, i) => ({ own, x: first + i * 100, y })))
    .filter(({ own }) => own.replace(/^[~D](?=\d)/, '') === name)
    .sort((a, b) => b.y - a.y);
const unoX = (name, i = 0) => ux(pinsIn(HEADERS, name)[i].x);

/* The layout of the modules of a chain; every shape has its own position in the drawing. */
const ONE = { x: 100, y: 12, pitch: 40.5, frame: 5 };
const I2C = { SCL: 'A5', SDA: 'A4' };
const SHAPES = {
  '1x1': ONE,
  '4x1': { x: 13, y: 26, pitch: 18, frame: 4, firstPin: 322 },
  '2x2': { ...ONE, pitch: 20.6, frame: 4 },
  ht16k33: { ...ONE, driver: 'HT16K33', signals: I2C },
  '4x4': { ...ONE, pitch: 10.3, frame: 4 },
  ws2812: { ...ONE, driver: '', signals: { DIN: '6' } }, /* each LED has its own */
  ssd1306: { ...ONE, pitch: 2.53, blocks: [16, 8], driver: 'SSD1306', signals: I2C },
};
const SPI = Object.fromEntries(['CLK', 'CS', 'DIN'].map((name) => [name, WIRES[name].pin]));
/* How far the wires of the lower row go round the side of the Uno. */
const SIDES = { A4: [528, 38], A5: [518, 28] };

export function layout(shape) {
  const { firstPin, blocks, driver = 'MAX7219', signals = SPI, label = shape, ...position } = SHAPES[shape];
  const { x, y, pitch, frame } = position;
  const [across, down] = blocks ?? (SHAPES[shape].signals ? [1, 1] : shape.split('x').map(Number));
  const width = Math.round(across * 8 * pitch + 2 * frame + 9.5);
  const glass = Math.round(down * 8 * pitch + 9);
  const height = glass + 63;
  const right = x + width;
  const pinNames = [...Object.keys(signals), 'GND', 'VCC'];
  const last = (firstPin ?? right - 122) + 96;
  const pins = Object.fromEntries(pinNames.reverse().map((name, i) => [name, last - i * 24]));
  const leds = { across, down, radius: pitch * 0.383, isScreen: blocks !== undefined };
  const middle = { left: x + frame + 4.75 + pitch / 2, top: y + frame + 4.5 + pitch / 2 }; /* of the first */
  const part = { shape, label: `matrix.${label}`, driver, signals, pins, pinY: y + height - 10 };
  return { ...position, ...leds, ...middle, ...part, width, glass, height };
}

const BUTTON = { x: 534, y: 330 };

const range = (n) => Array.from({ length: n }, (_, i) => i);
const each = (list, draw) => list.map(draw).join('');
const circle = (x, y, r, attributes) => `<circle cx="${x}" cy="${y}" r="${r}" ${attributes}/>`;
export const rect = (x, y, width, height, attributes = '') =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" ${attributes}/>`;
export const unoRect = (left, top, right, bottom, attributes) =>
  rect(ux(left), uy(top), +(ux(right) - ux(left)).toFixed(1), +(uy(bottom) - uy(top)).toFixed(1), attributes);

/** The legs of a chip, which stick out from under it at both sides: the dashes of a wide line. */
const chipLegs = (x, y, count, width, gap, height) =>
  `<path d="M${x} ${y + height / 2}h${count * (width + gap) - gap}" stroke="#b9bec4"
    stroke-width="${height}" stroke-dasharray="${width} ${gap}"/>`;

/** A gradient; each of its stops is `OFFSET COLOUR`, or `OFFSET COLOUR OPACITY`. */
function gradient(kind, id, shape, stops) {
  const stop = (offset, colour, opacity) =>
    `<stop offset="${offset}" stop-color="${colour}"${opacity ? ` stop-opacity="${opacity}"` : ''}/>`;
  const all = each(stops.split(', '), (own) => stop(...own.split(' ')));
  return `<${kind}Gradient id="${id}"${shape}>${all}</${kind}Gradient>`;
}
const DOWN = ' x1="0" y1="0" x2="0" y2="1"';
const CAP = ' cx="38%" cy="32%" r="80%"';

export const DEFINITIONS = [
  gradient('linear', 'metal', DOWN, '0 #eceef0, 0.5 #c3c8cd, 1 #9aa1a8'),
  gradient('linear', 'board', ' x1="0" y1="0" x2="1" y2="1"', '0 #0b9aa0, 1 #00797f'),
  gradient('linear', 'module', DOWN, '0 #24405f, 1 #1a3049'),
  gradient('radial', 'cap', CAP, '0 #5d636b, 1 #23262b'),
  gradient('radial', 'cap-red', CAP, '0 #ff8d7c, 1 #b3261e'),
].join('');

/* ---- the matrix ---- */

/** What an LED looks like, dark and lit; a small one has no glow. */
export function ledDefinitions({ across, down, radius, pitch, left, top }) {
  const r = +radius.toFixed(2);
  const glow = across * down > 1 ? '' : '<circle r="34" fill="url(#led-glow)"/>';
  const off = ' cx="38%" cy="34%" r="75%"';
  const on = ' cx="50%" cy="50%" r="55%"';
  return `${gradient('radial', 'led-off', off, '0 #5a3236, 0.55 #3b2023, 1 #2a1618')}
  ${gradient('radial', 'led-on', on, '0 #fff1e6, 0.28 #ff9a84, 0.65 #ff3b30, 1 #e3161c')}
  ${gradient('radial', 'led-glow', '', '0.3 #ff3b2e 0.6, 0.62 #ff2a20 0.18, 1 #ff2018 0')}
  <pattern id="dark" x="${left - pitch / 2}" y="${top - pitch / 2}" width="${pitch}" height="${pitch}"
    patternUnits="userSpaceOnUse">
    <circle cx="${pitch / 2}" cy="${pitch / 2}" r="${r}" fill="url(#led-off)"/></pattern>
  <g id="lit">${glow}<circle r="${r}" fill="url(#led-on)"/></g>
  <g id="lit-colour"><circle r="${r}" fill="currentColor"/></g>`;
}

/** Where LED i is, 64 a module, in the order of the chain: its row and column in the whole matrix. */
export function squareOf({ across }, i) {
  const module = i >> 6;
  return [Math.floor(module / across) * 8 + ((i >> 3) & 7), (module % across) * 8 + (i & 7)];
}

/** The attributes of the LED in a row and column of the whole matrix. */
export const ledIn = ({ left, top, pitch }, row, column) =>
  `x="${+(left + column * pitch).toFixed(2)}" y="${+(top + row * pitch).toFixed(2)}"`;

export function glass(at) {
  const { x, y, width, frame, pitch, across, down } = at;
  const [left, top] = [at.left - pitch / 2, at.top - pitch / 2];
  const leds = rect(left, top, 8 * pitch * across, 8 * pitch * down, 'fill="url(#dark)"');
  return `${rect(x + frame, y + frame, width - 2 * frame, at.glass, 'rx="5" fill="#121316"')}
    ${at.isScreen ? '' : leds + seams(at)}`;
}

function seams(at) {
  const [left, top] = [at.left - at.pitch / 2, at.top - at.pitch / 2];
  const module = 8 * at.pitch;
  const lines = [
    ...range(at.across - 1).map((i) => `M${left + (i + 1) * module} ${top}v${at.down * module}`),
    ...range(at.down - 1).map((i) => `M${left} ${top + (i + 1) * module}h${at.across * module}`),
  ];
  return lines.length ? `<path d="${lines.join('')}" stroke="#2c2e33" stroke-width="1"/>` : '';
}

function matrixModule(at) {
  const { x, y, width, height } = at;
  const chipX = x + 18;
  const chipY = y + height - 46;
  const legs = chipLegs(chipX + 6, chipY - 4, 12, 5, 7, 36);
  const pins = each(
    Object.entries(at.pins),
    ([name, pin]) => `${rect(pin - 5, at.pinY - 5, 10, 10, 'rx="2" fill="#d9b44a"')}
      <text class="silk" x="${pin}" y="${at.pinY - 13}" text-anchor="middle">${name}</text>`,
  );
  const lit = at.shape === 'ws2812' ? '#lit-colour' : '#lit';
  const leds = at.isScreen
    ? '<path id="pixels" fill="#dff3ff"/>'
    : each(
        range(64 * at.across * at.down),
        (i) => `<use class="led" href="${lit}" ${ledIn(at, ...squareOf(at, i))}/>`,
      );
  const many = at.isScreen ? 1 : at.across * at.down;
  const chips = `${many > 1 ? `${many} × ` : ''}${at.driver}`;
  const chip = `${legs}${rect(chipX, chipY, 150, 28, 'rx="2" fill="#202226"')}
    <path d="M${chipX} ${chipY + 9} a5 5 0 0 1 0 10" fill="#34373c"/>
    <text class="chip" x="${chipX + 75}" y="${chipY + 18.5}" text-anchor="middle">${chips}</text>`;
  return `<g class="module">
    ${rect(x, y, width, height, 'rx="8" fill="url(#module)" class="lifted"')}
    ${glass(at)}
    <g id="leds" role="img" data-label="${at.label}">${leds}</g>
    <g id="attacks" aria-hidden="true"></g>
    ${at.driver ? chip : ''}
    ${rect(at.pins.GND - 86, at.pinY - 8, 124, 16, 'rx="2" fill="#17181b"')}${pins}</g>`;
}

/* ---- the Uno ---- */

/* The pins with a wire: their names stay readable on a small screen. */
const WIRED = { [TOP_ROW]: ['13', '~11', '~10', '~6', '2'], [BOTTOM_ROW]: ['5V', 'GND'] };

export function header([first, list, y, labelY]) {
  const names = list.split(' ').map((name) => (name === '-' ? '' : name.replace('_', ' ')));
  const left = first - 55;
  const right = first + (names.length - 1) * 100 + 55;
  const holes = each(names, (name, i) => {
    const x = ux(first + i * 100);
    const end = labelY > y ? 'end' : 'start';
    const used = WIRED[y]?.includes(name) ? ' used' : '';
    return `${rect(x - 3.4, uy(y) - 3.4, 6.8, 6.8, 'class="socket"')}
      <text class="silk small pin${used}" dy="0.35em" text-anchor="${end}"
        transform="translate(${x} ${uy(labelY)}) rotate(-90)">${name}</text>`;
  });
  return unoRect(left, y - 52, right, y + 52, 'rx="2" fill="#1c1e22"') + holes;
}

function smallLed(id, colour, name, x, y) {
  return `${unoRect(x, y, x + 70, y + 40, 'rx="1.5" fill="#e9e6dd"')}
    <g id="signal-${id}" class="signal" style="--colour:${colour}">
      ${circle(ux(x + 35), uy(y + 20), 11, 'class="halo"')}
      ${unoRect(x, y, x + 70, y + 40, 'rx="1.5" class="body"')}
    </g>
    <text class="silk small" x="${ux(x + 90)}" y="${uy(y + 38)}">${name}</text>`;
}

function unoComponents() {
  const legs = chipLegs(ux(1210), uy(1395), 14, 6, 9, 52.5);
  const pad = (x, y) => unoRect(x, y, x + 40, y + 40, 'rx="1" fill="#d9b44a"');
  const pads = each(range(6), (i) => pad(2440 + (i % 2) * 100, 880 + (i >> 1) * 100));
  const capacitor = (y) => `${circle(ux(690), uy(y), 14, 'fill="url(#metal)" stroke="#70767d"')}
      <path d="M${ux(690) - 14} ${uy(y)} a14 14 0 0 1 28 0z" fill="#2b2e33" opacity="0.85"
        transform="rotate(-90 ${ux(690)} ${uy(y)})"/>`;
  return `
    ${unoRect(-250, 380, 400, 860, 'rx="3" fill="url(#metal)" stroke="#858c93" stroke-width="0.8"')}
    ${unoRect(-70, 1620, 480, 1980, 'rx="4" fill="#17181b"')}
    ${unoRect(-70, 1680, 330, 1920, 'rx="3" fill="#26282d"')}
    ${unoRect(640, 520, 830, 710, 'rx="2" fill="#202226"')}
    ${unoRect(480, 900, 700, 990, 'rx="6" fill="url(#metal)"')}
    ${each([1700, 1920], capacitor)}
    ${unoRect(880, 1540, 1040, 1720, 'rx="2" fill="#202226"')}
    ${legs}${unoRect(1180, 1420, 2580, 1720, 'rx="3" fill="#202226"')}
    <path d="M${ux(1180)} ${uy(1525)} a6.8 6.8 0 0 1 0 13.5" fill="#3a3d43"/>
    <text class="chip" x="${ux(1880)}" y="${uy(1598)}" text-anchor="middle">ATMEGA328P-PU</text>
    ${unoRect(2415, 855, 2605, 1145, 'rx="2" fill="#17181b"')}${pads}
    <text class="silk name" x="${ux(1440)}" y="${uy(1010)}">UNO</text>
    <text class="silk small extra" x="${ux(1446)}" y="${uy(1150)}">16 MHz · 32 KB flash · 2 KB RAM</text>
    ${each(points('600,110 2600,720 2600,1790 560,2010'), ([x, y]) => circle(x, y, 8, 'class="hole"'))}
    ${smallLed('l', '#ffb340', 'L', 1020, 470)}
    ${smallLed('tx', '#ffd23f', 'TX', 1020, 610)}
    ${smallLed('rx', '#ffd23f', 'RX', 1020, 750)}
    ${smallLed('on', '#5df27a', 'ON', 2330, 560)}`;
}

export function uno() {
  const outline = points(
    '30,0 2540,0 2600,60 2600,470 2700,570 2700,1850 2600,1950 2600,2100 30,2100 0,2070 0,30',
  );
  return `<g class="uno">
    <path class="lifted" d="M${outline.map((point) => point.join(' ')).join('L')}z" fill="url(#board)"/>
    ${unoComponents()}
    ${HEADERS.map(header).join('\n    ')}
    <g id="reset-key" class="key" role="button" tabindex="0" data-label="scene.resetKey">
      ${unoRect(150, 90, 410, 330, 'rx="3" fill="url(#metal)" stroke="#858c93" stroke-width="0.8"')}
      ${circle(ux(280), uy(210), 10, 'class="cap" fill="url(#cap-red)"')}
      <text class="silk small" x="${ux(280)}" y="${uy(60)}" text-anchor="middle">RESET</text>
    </g></g>`;
}

function cable() {
  const y = uy(620);
  return `<g id="cable" class="key" role="button" tabindex="0" data-label="scene.cable">
    <path d="M-60 ${y} H30" stroke="#3a3e45" stroke-width="16" stroke-linecap="round"/>
    ${rect(2, y - 27, 46, 54, 'rx="7" fill="#2c2f35"')}
    ${rect(46, y - 21, 22, 42, 'rx="2" fill="url(#metal)" stroke="#858c93" stroke-width="0.8"')}
    <path d="M16 ${y} h16 m-5 -5 l5 5 l-5 5" fill="none" stroke="#8a9099" stroke-width="2"
      stroke-linecap="round" stroke-linejoin="round"/></g>`;
}

/* ---- the push button ---- */

function pushButton() {
  const { x, y } = BUTTON;
  return `<g class="push">
    ${rect(x - 56, y - 58, 112, 124, 'rx="8" fill="#e9e4d8" class="lifted"')}
    ${each(range(12), (i) => circle(x - 45 + (i >> 1) * 18, y - 48 + 102 * (i & 1), 2.4, 'class="pit"'))}
    <g id="push-key" class="key" role="button" tabindex="0" data-label="scene.pushKey">
      ${rect(x - 36, y - 36, 72, 72, 'rx="7" fill="url(#metal)" stroke="#858c93" stroke-width="1"')}
      ${each(range(4), (i) => circle(x - 28 + 56 * (i & 1), y - 28 + 28 * (i & 2), 3.6, 'fill="#7c838b"'))}
      ${circle(x, y, 22, 'class="cap" fill="url(#cap)"')}
    </g>
    <text class="note" x="${x}" y="${y - 68}" text-anchor="middle" data-text="scene.push"></text></g>`;
}

/* ---- the wires ---- */

/** What a panel of LEDs needs: a resistor in its data wire, a capacitor between the wires of its supply. */
function protection({ pins, pinY: y }) {
  return `<g>${rect(pins.DIN - 5, y + 13, 10, 26, 'rx="4" fill="#d9bf91"')}
    ${each(['#e8852b', '#e8852b', '#7a4a21'], (colour, i) =>
      rect(pins.DIN - 5, y + 18 + i * 6, 10, 3, `fill="${colour}"`),
    )}
    <text class="note" x="${pins.DIN - 12}" y="${y + 30}" text-anchor="end">330 Ω</text>
    ${rect(pins.GND - 2, y + 12, 28, 24, 'rx="3" fill="#22428f"')}
    ${rect(pins.GND - 2, y + 12, 6, 24, 'rx="2" fill="#c9d2e6"')}
    <text class="note" x="${pins.GND + 16}" y="${y + 52}" text-anchor="middle">1000 µF</text></g>`;
}

function wires({ pins, pinY: y, signals }) {
  const top = uy(TOP_ROW);
  const bottom = uy(BOTTOM_ROW);
  const drop = (from, to) => `M${from} ${y} C${from} ${y + 50} ${to} ${top - 56} ${to} ${top}`;
  /* Round the right side of the Uno, then up to a pin of the lower row. */
  const round = (from, fromTop, fromY, side, to, depth) =>
    `M${from} ${fromTop} V${fromY} C${from} ${fromY + 60} ${side} ${fromY + 10} ${side} ${fromY + 90}
     V${bottom - 6} C${side} ${depth + 14} ${to} ${depth + 14} ${to} ${bottom}`;
  /* Below the push button, which is in the way of short modules. */
  const fall = Math.max(y, BUTTON.y + 42);
  const lines = Object.entries(signals).map(([name, to]) => [
    (WIRES[name] ?? (name === 'SCL' ? WIRES.CLK : WIRES.DIN)).drawn,
    SIDES[to]
      ? round(pins[name], y, fall, SIDES[to][0], unoX(to), bottom + SIDES[to][1])
      : drop(pins[name], unoX(to)),
  ]);
  const pushed = unoX(WIRES.button.pin);
  const legs = BUTTON.y + 54;
  const all = [
    ['var(--black-wire)', round(BUTTON.x + 45, legs, legs, 580, unoX('GND', 1), bottom + 52)],
    ['var(--black-wire)', round(pins.GND, y, fall, 540, unoX('GND'), bottom + 52)],
    [WIRES.VCC.drawn, round(pins.VCC, y, fall, 556, unoX(WIRES.VCC.pin), bottom + 66)],
    ...lines,
    [
      WIRES.button.drawn,
      `M${BUTTON.x - 45} ${legs} ` +
        `C${BUTTON.x - 45} ${BUTTON.y + 110} ${pushed} ${top - 70} ${pushed} ${top}`,
    ],
  ];
  return each(
    all,
    ([colour, d]) => `<path d="${d}" class="wire shade"/><path d="${d}" class="wire" stroke="${colour}"/>
      <path d="${d}" class="wire shine"/>`,
  );
}

/** The whole drawing, as SVG text. @param {string} shape one of SHAPES */
export function drawing(shape) {
  const at = layout(shape);
  return `<svg viewBox="0 0 620 862" class="scene" role="group"
  data-label="scene.title" xmlns="http://www.w3.org/2000/svg">
  <defs>${DEFINITIONS}${ledDefinitions(at)}</defs>
  ${cable()}${uno()}${matrixModule(at)}${pushButton()}<g class="wires" aria-hidden="true">${wires(at)}</g>
  ${at.driver ? '' : protection(at)}
</svg>`;
}
