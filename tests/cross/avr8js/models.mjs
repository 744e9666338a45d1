#!/usr/bin/env -S node --test-reporter=tap
/**
 * The models of the displays: each sentence of a data sheet at the head of a file of sim/board is played by
 * hand to its model in C; then this and the page's model (sim/avr8js) get what the shipped images send.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { DISPLAYS } from '../../../sim/avr8js/displays.mjs';
import { parseImage } from '../../../sim/avr8js/hex.mjs';
import { CLOCK, Uno } from '../../../sim/avr8js/uno.mjs';

/*
 * FILE.KEY: what is played, in words; FILE.KEY@KIND: to this kind only; FILE.KEY@2: to a chain of two.
 *
 *   ready        the display is on, its memory dark, column and page are at the top left
 *   >HEX         MAX7219: a transfer within CS; cs0, cs1, spiHEX: not all of it
 *   [HEX]        two-wire bus: START, the address, these bytes, STOP; 00*8 is a byte eight times
 *   !HEX         the same with any address
 *   #GGRRBB      WS2812: the 24 bits of an LED; H/L: a pulse that is high for H ns, then low for L
 *   lN, N*WORD   low for N ns more; a word N times; old: the LEDs are those sold before 2017
 *   plug0, plug1 the supply and the wires
 *   =dark =all =noise =R,C+R-R,C-C   the LEDs that are lit, by row and column
 *   =:g.r        the colours of the first LEDs; all others are dark
 *   =brightN =acksN =ok =refused           intensity 0 to 15; acknowledged bytes; since the check before
 */
const TABLE = `
max7219.shift: ready spi01 cs0 spi80 cs1 =0,0 =refused
max7219.latch: ready cs0 spi0181 =dark cs1 =0,0+0,7 cs0 spiff0142 cs1 =0,1+0,6 =refused
max7219.dout@2: ready >01800142 =0,1+0,6+0,8 >0a070a03 =bright7
max7219.short: ready cs0 spi01 cs1 =refused cs0 cs1 =refused cs0 spi0101 cs1 =0,7 =ok
max7219.no-op: ready >0181 >00ff =0,0+0,7
max7219.no-op@2: ready >01810242 >00000142 =0-1,1+0-1,6+0,8+0,15
max7219.power-on: =dark cs1 >0181 >0842 >0c01 =0,0+0,7 =bright0 >0b07 =noise
max7219.power-on: ready >0181 plug0 =dark >0142 plug1 =dark >0c01 >0b07 =noise
max7219.shutdown: ready >0181 >0c00 =dark >0142 =dark >0c01 =0,1+0,6
max7219.decode: ready >0181 >0281 >0901 =0,0+0,2-3+1,0+1,7 >010f =1,0+1,7 >0902 =0,4-7+1,0+1,2-3
max7219.intensity: ready >0181 >0af9 =bright9 >0a00 =bright0
max7219.scan: ready >0881 >0b06 =dark >0bff =7,0+7,7
max7219.test: ready >0181 >0c00 >0f01 =all =bright15 >0f00 =dark >0c01 =0,0+0,7
max7219.unused: ready >0d01 =refused >0e01 =refused >0101 =0,7 =ok

ht16k33.address: !e021 =acks2 !e221 =acks0 !7821 =acks0
ht16k33.power-on: =dark [81] =dark [21] =dark [81] =noise =bright15
ht16k33.power-on: ready [00ff] plug0 =dark [81] =acks0 plug1 =dark [21] [81] =noise
ht16k33.standby: ready [0080] [20] =dark [00ff] [80] [e0] [02] =ok [21] =0,0 =bright15
ht16k33.pointer: ready [0280] =1,0 [0a01] =1,0+5,1
ht16k33.wrap: ready [0e800080] =0,0+7,0
ht16k33.display: ready [0080] [80] =dark [0002] [81] =0,2
ht16k33.blink: ready [81] =ok [83] =refused [85] =refused [87] =refused
ht16k33.dimming: ready [0080] [e5] =bright5 [ef] =bright15
ht16k33.unknown: ready [50] =refused [81ff] =refused [a1] =ok =dark

ssd1306.address: !7800af =acks3 !7a00af =acks0
ssd1306.address: ready [80a480a640ff] =0-7,0 =ok [01] =refused
ssd1306.power-on@ssd1306: =dark [00af] =dark [008d14] =noise clear home =dark [4001] =63,127 =bright7 =ok
ssd1306.power-on@sh1106: =dark [00af] =noise clear home =dark [4001] =63,127 =bright7 =ok
ssd1306.pump@ssd1306: ready [4001] =0,0 [008d10] =dark [008d14] =0,0
ssd1306.off: ready [4001] [00ae] =dark [4002] =dark [00af] =0,0+1,1
ssd1306.supply: ready [40ff] plug0 =dark [00af] =acks0 plug1 =dark [008d14af] =noise
ssd1306.pages@ssd1306: ready [00b20510] [400101] =16,5-6 [000f17] [40010180] =16,5-6+16,127+16,0+23,1
ssd1306.remap: ready [4001] =0,0 [00a0] =0,0 home [4001] =0,0+0,127
ssd1306.scan: ready [4001] [00c0] =63,0 [00c8] =0,0
ssd1306.contrast: ready [4001] [0081a0] =bright10 [008100] =bright0
ssd1306.usual: ready [4001] [00a83fd30040a4a6da12] =0,0 =ok [00a83e] =refused [00d301] =refused
  [0041] =refused [00a5] =refused [00a7] =refused [00da02] =refused
ssd1306.usual@ssd1306: ready [4001] [002002] =0,0 =ok [002000] =refused
ssd1306.timing: ready [4001] [00d580d9f1db40] =0,0 =ok
ssd1306.unknown: ready [0026] =refused [00ff] =refused [00ad] =refused
ssd1306.columns@sh1106: ready [000010] [40ffff01] =0,0 [000010] [4000*132] =dark =ok [4000] =refused
ssd1306.lacks@sh1106: ready [002012] [4001] =0,32 [008d10] =0,32 =ok
ssd1306.dc-dc@sh1106: ready [4001] =0,0

ws2812.times: 24*250/580 24*380/580 24*650/580 24*750/49000 l280000 =:..ww =ok
ws2812.times: 24*249/600 =refused 24*381/600 =refused 24*649/600 =refused 24*751/600 =refused
  24*375/579 24*375/600 =refused
ws2812.order: #ff0000 #00ff00 #0000ff #008000 l280000 =:grbr
ws2812.latch: #ff0000 l279399 =dark l1 =:g =bright15
ws2812.between: #ff0000 l49399 #ff0000 =ok l280000 =:gg #ff0000 l49400 #ff0000 =refused
ws2812.between: #ff0000 l279399 #00ff00 =refused
ws2812.between: #ff0000 l279400 #00ff00 =ok l280000 =:r
ws2812.cut: #ff0000 #ff0000 l280000 #00ff00 700/600 =ok l280000 =:rg =refused
ws2812.end: 65*#ff0000 l280000 =all =ok
ws2812.power-on: =dark #ff0000 l280000 =:g plug0 #ff0000 l280000 plug1 =dark l280000 =dark
ws2812.old: old #ff0000 l4300 #00ff00 l280000 =:gr =ok #ff0000 l9000 #00ff00 l280000 =:rr =ok
  #ff0000 l5000 #00ff00 =refused
`;

const TYPES = readFileSync('sim/board/uno.h', 'utf8');
const KINDS = [...TYPES.matchAll(/ROW\(UNO_\w+, (\w+)/g)].map(([, name]) => name);
const CLEAR = Array.from({ length: 8 }, (_, page) => `[00b${page}0010] [4000*132]`).join(' ');
const READY = {
  max7219: 'cs1 >0100 >0200 >0300 >0400 >0500 >0600 >0700 >0800 >0900 >0a00 >0b07 >0f00 >0c01',
  ht16k33: '[21] [0000*16] [81]',
  ssd1306: '[008d14afa1c8] clear home',
  sh1106: '[00afa1c8] clear home',
};
const hexOf = (bytes) => Buffer.from(bytes).toString('hex');

/** The first line for the player (tests/support/model.c). */
const lineOf = (kind, hz, modules) => `model ${KINDS.indexOf(kind)} ${hz} ${modules} 1`;

/** What the player shows of each of these lists of lines. */
function shownBy(lists) {
  const options = { input: `${lists.flat().join('\n')}\n`, encoding: 'latin1', maxBuffer: 1 << 28 };
  const shown = execFileSync('build/support/model', options).split('\n');
  return lists.map((lines) => lines.filter((line) => line === 'show').map(() => shown.shift()));
}

/* ---- the words of the table ---- */

/** The lines for the player of words that are played to a kind, as the first comment says. */
function linesOf(kind, modules, text) {
  const lines = [lineOf(kind, 1e9, modules)];
  let now = 0;
  const at = (ns) => lines.push(`at ${(now += Number(ns))}`);
  const repeated = (hex) => hex.replace(/(..)\*(\d+)/g, (_, byte, times) => byte.repeat(times));
  const pulse = (high, low) => {
    lines.push('data 1');
    at(high);
    lines.push('data 0');
    at(low);
  };
  const led = (hex) => {
    const bits = parseInt(hex, 16).toString(2).padStart(24, '0');
    for (const bit of bits) pulse(bit === '1' ? 700 : 300, 600);
  };
  const words = [
    [/^(\d+)\*(.*)$/, (times, word) => play(Array(Number(times)).fill(word).join(' '))],
    [/^ready$/, () => play(READY[kind])],
    [/^clear$/, () => play(CLEAR.replaceAll('132', kind === 'sh1106' ? 132 : 128))],
    [/^home$/, () => play(kind === 'sh1106' ? '!7800b00210' : '!7800b00010')],
    [/^>(.*)$/, (hex) => play(`cs0 spi${hex.repeat(hex.length === 4 ? modules : 1)} cs1`)],
    [/^(cs|spi|plug)(.*)$/, (what, value) => lines.push(`${what} ${value}`)],
    [/^\[(.*)\]$/, (hex) => play(`!${kind === 'ht16k33' ? 'e0' : '78'}${repeated(hex)}`)],
    [/^!(.*)$/, (hex) => lines.push(`i2c ${hex}`)],
    [/^#(.*)$/, led],
    [/^(\d+)\/(\d+)$/, pulse],
    [/^l(\d+)$/, at],
    [/^old$/, () => lines.push('latch 5000 9000')],
    [/^=/, () => lines.push('show')],
  ];
  function play(all) {
    for (const word of all.split(/\s+/)) {
      const [pattern, act] = words.find(([each]) => each.test(word));
      act(...word.match(pattern).slice(1));
    }
  }
  play(text);
  return lines;
}

/** Blocks of 8x8 LEDs as a string of 0 and 1. */
const ledsOf = (hex) => hex.replace(/./g, (digit) => parseInt(digit, 16).toString(2).padStart(4, '0'));

function expectedLeds(text, count) {
  if (text === 'dark' || text === 'all') return (text === 'all' ? '1' : '0').repeat(count);
  const wide = count === 8192 ? 16 : count / 64, leds = Array(count).fill(0);
  for (const area of text.split('+')) {
    const [rows, columns] = area.split(',').map((each) => each.split('-').map(Number));
    const [[top, bottom = top], [left, right = left]] = [rows, columns];
    for (let y = top; y <= bottom; y++)
      for (let x = left; x <= right; x++) leds[((y >> 3) * wide + (x >> 3)) * 64 + (y & 7) * 8 + (x & 7)] = 1;
  }
  return leds.join('');
}

/** Whether a line of a model shows what this word expects. */
function isShown(expected, line, refusedBefore) {
  const [refused, acknowledged, intensity, rows, colours] = line.split(' ');
  const [, what = '', value] = expected.match(/^=(bright|acks|:|ok|refused|noise)?(.*)$/);
  const leds = ledsOf(rows);
  const isRefused = Number(refused) > refusedBefore;
  const isRight = {
    bright: () => intensity === value,
    acks: () => acknowledged === value,
    ':': () => colours === value.padEnd(64, '.'),
    ok: () => !isRefused,
    refused: () => isRefused,
    noise: () => /01|10/.test(leds),
    '': () => leds === expectedLeds(value, leds.length),
  };
  return isRight[what]();
}

/* ---- the sentences ---- */

const FILES = KINDS.filter((kind) => existsSync(`sim/board/${kind}.c`));
const SENTENCES = FILES.flatMap((file) => {
  const [head] = readFileSync(`sim/board/${file}.c`, 'utf8').split(/(?<=\*\/)/);
  return [...head.matchAll(/^ \* {3}([\w-]+)[^]*?(?=^ \*( {1,3}\S|\/))/gm)].map(([text, key]) => {
    return { file, key, text: text.replace(/\s*^ \*\s+/gm, ' ').trim() };
  });
});
const kindsOf = (file, only) =>
  KINDS.includes(only) ? [only] : file === 'ssd1306' ? ['ssd1306', 'sh1106'] : [file];

/** Each row of the table, for each kind that it is for, with what the player has shown. */
const played = [...TABLE.matchAll(/^(\w+)\.([\w-]+)(?:@(\w+))?: (.*(?:\n  .*)*)$/gm)].flatMap(
  ([, file, key, only, text]) =>
    kindsOf(file, only).map((kind) => {
      const words = `${text} =ok`;
      return { file, key, kind, words, lines: linesOf(kind, only === '2' ? 2 : 1, words) };
    }),
);
shownBy(played.map(({ lines }) => lines)).forEach((shown, i) => (played[i].shown = shown));

function check({ kind, words, shown }) {
  const expected = words.match(/(?<!\S)=\S+/g);
  let before = 0; /* refused, at the latest check of it */
  shown.forEach((line, i) => {
    assert.ok(isShown(expected[i], line, before), `${kind}: ${words}\n${expected[i]}, but: ${line}`);
    if (/^=(ok|refused)$/.test(expected[i])) before = parseInt(line, 10);
  });
}

for (const { file, key, text } of SENTENCES)
  test(`${file}: ${text}`, () => {
    const own = played.filter((row) => row.file === file && row.key === key);
    assert.notEqual(own.length, 0, 'nothing is played for this sentence');
    own.forEach(check);
  });

test('all that is played is about a sentence at the head of a file', () => {
  const isKnown = (row) => SENTENCES.some(({ file, key }) => file === row.file && key === row.key);
  assert.deepEqual(played.filter((row) => !isKnown(row)), []);
});

test('each driver has a display on the simulated board, and each of these a model in JavaScript', () => {
  const drivers = readFileSync('firmware/display/displays.tsv', 'utf8').match(/^\w+/gm);
  assert.deepEqual(drivers.filter((driver) => !KINDS.includes(driver)), []);
  assert.deepEqual(Object.keys(DISPLAYS), KINDS);
});

/* ---- what the shipped images send ---- */

/** Every so many transfers, the picture of a display on the bus is compared: an OLED has 8192 pixels. */
const SHOWS = { ht16k33: 1, ssd1306: 8, sh1106: 8 };

/** What the player shows of a model, but how much was refused and acknowledged, of the one in JavaScript. */
function shownOf(display, matrix) {
  const bits = [...Array(8).keys()];
  const rowOf = (chip, row) => bits.reduce((byte, i) => byte | (matrix.isLit(row, i, chip) && 0x80 >> i), 0);
  const leds = matrix.chips.flatMap((_, chip) => bits.map((row) => rowOf(chip, row)));
  const intensityOf = {
    max7219: () => Math.max(...matrix.chips.map(({ registers }) => registers[10] & 15)),
    ht16k33: () => matrix.dimming,
    ws2812: () => Math.max(...matrix.leds.flat()) >> 4,
  }[display] ?? (() => matrix.contrast >> 4);
  const colours = (matrix.colours ?? []).map((colour) => '.rgybmcw'[colour]).join('');
  return `${leds.some(Boolean) ? intensityOf() : 0} ${hexOf(leds)} ${colours}`;
}

/** What an Uno sends to its display from now on, as lines for the player; and what the display shows. */
function recorded({ matrix, display }, lines) {
  const pictures = [];
  let transfers = 0;
  const show = () => {
    lines.push('show');
    pictures.push(shownOf(display, matrix));
  };
  const linesOfCalls = {
    select: (level) => `cs ${Number(level)}`,
    shift: (byte) => `spi ${hexOf([byte])}`,
    wire: (level, cycle) => `at ${cycle}\ndata ${Number(level)}`,
    alarm: () => `at ${matrix.alarmAt}`,
    connect: (address) => `i2c ${hexOf([address << 1])}`,
    write: (byte) => lines.pop() + hexOf([byte]),
  };
  for (const [name, lineOfCall] of Object.entries(linesOfCalls)) {
    const act = matrix[name]?.bind(matrix);
    matrix[name] = act && ((...values) => {
      if (name === 'connect' && transfers++ % SHOWS[display] === 0) show();
      if (name === 'alarm') {
        lines.push(`at ${matrix.alarmAt - 1}`);
        show();
      }
      lines.push(lineOfCall(...values));
      const result = act(...values);
      if (name === 'alarm' || (name === 'select' && values[0])) show();
      return result;
    });
  }
  return pictures;
}

const SETTINGS = 'i2c 7800,2002,a83f,d300,40,a4,a6,da12,d580,d9f1,db40,8d14,81,af'.split(',');

/** Everything that an image draws. */
function session(uno) {
  const types = (line, seconds) => {
    uno.send(line);
    uno.run(CLOCK * seconds);
  };
  const mounting = { max7219: `modules ${uno.modules}x1\r`, sh1106: 'chain 1\r' };
  types(`auto off\rpace 0\r${mounting[uno.display] ?? ''}`, 0.2);
  for (const line of ['solve 5\r', 'orient 5\r', 'search 4\r', 'bright 9\r', 'test\r']) types(line, 0.2);
  types('\u0003orient ?\r', 0.15);
  types('\u0003orient 2\r', 0.15);
  types('solve 6\r', 0.3);
}

for (const [folder, display, modules] of [
  ['uno', 'max7219', 2],
  ['uno-ht16k33', 'ht16k33', 1],
  ['uno-ws2812', 'ws2812', 1],
  ['uno-ssd1306', 'ssd1306', 1],
  ['uno-ssd1306', 'sh1106', 1],
])
  test(`throughout a session with the ${display} both models show the same, and refuse nothing`, (t) => {
    const image = parseImage(readFileSync(`build/${folder}/nqueens.hex`, 'latin1'));
    const uno = new Uno(image, { modules, display });
    const lines = [lineOf(display, CLOCK, modules)];
    const pictures = recorded(uno, lines);
    session(uno);
    const [shown] = shownBy([lines]);
    const different = new Set(pictures);
    t.diagnostic(`${shown.length} moments, ${different.size} pictures`);
    shown.forEach((line, i) => assert.equal(line.replace(/^\d+ \d+ /, ''), pictures[i]));
    assert.match(shown.at(-1), /^0 /);
    assert.ok(different.size > 8, `${different.size} pictures`);
    if (uno.matrix.contrast) /* an OLED: a frame sets again all that a glitch may have changed */
      assert.ok(lines.some((line) => SETTINGS.every((setting) => line.includes(setting))));
  });
