#!/usr/bin/env -S node --test-reporter=tap
/** What of the page needs no browser: its texts in each language, wires, plots, puzzles. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { plots } from '../../sim/pictures/plots.mjs';
import { NANO, wiring } from '../../sim/pictures/wiring.mjs';
import { problems, readSources, readTables } from '../../sim/web/build/strings.mjs';
import { WIRES } from '../../sim/web/drawing.mjs';
import { completablePairs, puzzleOf, puzzles, solutionsAsCsv } from '../../sim/web/panels/queens.mjs';

/* ---- the texts: the build refuses languages that differ ---- */

const tables = readTables();
const source = readSources();

test('a text that is missing, unused, or has other placeholders is refused by name', () => {
  const { 'place.hint': _, ...table } = tables['zh-CN'];
  Object.assign(table, { 'place.nothing': 'x', 'place.hinted': '{row}' });
  const found = problems({ ...tables, 'zh-CN': table }, `${source}\nshow(status, 'place.absent');`);
  const named = found.map((problem) => problem.match(/"place\.(\w+)"/)?.[1] ?? problem);
  assert.deepEqual([...new Set(named)].sort(), ['absent', 'hint', 'hinted', 'nothing']);
});

test('the commands to try do not say how many solutions or classes 8 queens have', () => {
  for (const table of Object.values(tables))
    for (const [key, words] of Object.entries(table))
      assert.ok(!key.startsWith('try.') || !/(?<!\d)(92|12)(?!\d)/.test(words), words);
});

/* ---- the wiring: the page, the picture of the README and Wokwi's diagram show the same wires ---- */

const diagram = JSON.parse(readFileSync('diagram.json', 'utf8'));
const componentOf = (type) => diagram.parts.find((each) => each.type === type);

const WOKWI_PINS = {
  VCC: 'matrix:V+',
  GND: 'matrix:GND',
  DIN: 'matrix:DIN',
  CS: 'matrix:CS',
  CLK: 'matrix:CLK',
  button: 'button:1.l',
  'GND-button': 'button:2.l',
};

/** The wire that ends at a pin in Wokwi's diagram: the name of the Uno's pin, and the colour. */
function wokwiWire(pin) {
  const [end, other, colour] = diagram.connections.find((ends) => ends.slice(0, 2).includes(pin));
  return [(end === pin ? other : end).replace(/^uno:|\.\d$/g, ''), colour];
}

test("Wokwi's diagram connects each pin of matrix and button to the page's pin, in the page's colour", () => {
  for (const [name, end] of Object.entries(WOKWI_PINS)) {
    const { pin, wokwi } = WIRES[name] ?? WIRES.GND;
    assert.deepEqual(wokwiWire(end), [pin, wokwi], name);
  }
});

const picture = readFileSync('sim/pictures/wiring.svg', 'utf8');

test("the picture is made of the page's drawing of the board: make pictures", () =>
  assert.equal(picture, wiring()));

/** The horizontal and vertical lines of a wire: [axis, where, from, to]. */
function linesOf(path) {
  let [x, y] = path.match(/^M(\S+) ([\d.]+)/).slice(1).map(Number);
  return [...path.matchAll(/([HV])([\d.]+)/g)].map(([, axis, end]) => {
    const [at, from] = axis === 'H' ? [y, x] : [x, y];
    if (axis === 'H') x = +end;
    else y = +end;
    return [axis, at, Math.min(from, end), Math.max(from, end)];
  });
}

for (const board of ['uno', 'nano'])
  for (const shape of ['1x1', '4x1'])
    test(`in the picture of ${board} and ${shape} no wire covers another one, and none branches`, () => {
      const ids = new RegExp(`id="wire-${board}-${shape}-(\\S+)" d="([^"]+)"`, 'g');
      const wires = [...picture.matchAll(ids)];
      assert.deepEqual(wires.map(([, name]) => name).sort(), Object.keys(WOKWI_PINS).sort());
      const all = wires.map(([, , path]) => linesOf(path));
      for (const [i, wire] of all.entries())
        for (const [axis, at, from, to] of wire)
          for (const other of all.slice(i + 1).flat()) {
            const isBeside = axis !== other[0] || Math.abs(at - other[1]) > 8;
            assert.ok(isBeside || to < other[2] || from > other[3], `${axis}${at}`);
          }
    });

test('the pins of the Nano count anticlockwise to 30 as in its data sheet, 15 and 16 at the USB end', () => {
  const [upper, lower] = NANO.map(([, names]) => names.split(' '));
  assert.equal(
    [...upper.reverse(), ...lower].join(' '),
    'TX1 RX0 RST GND D2 D3 D4 D5 D6 D7 D8 D9 D10 D11 D12 ' +
      'D13 3V3 AREF A0 A1 A2 A3 A4 A5 A6 A7 5V RST GND VIN',
  );
});

test("the page's black wire has that colour in the light scheme", () => {
  const style = readFileSync('sim/web/page.css', 'utf8');
  assert.match(style, new RegExp(`--black-wire: light-dark\\(${WIRES.GND.drawn},`));
});

test("Wokwi's matrix is of the FC-16 type, which shows row 1 at the top and column 1 on the left", () =>
  assert.equal(componentOf('wokwi-max7219-matrix').attrs.layout, 'fc16'));

/* ---- the plots of the kept measurements ---- */

for (const [name, plot] of Object.entries(plots()))
  test(`${name} shows the kept measurements: make plots`, () =>
    assert.equal(readFileSync(`sim/pictures/${name}`, 'utf8'), plot));

/* ---- the solutions that a terminal shows ---- */

test('solutions of every format with numbers are saved once each, and nothing else is', () => {
  const [first, second] = ['1,5,8,6,3,7,2,4\n', '1,6,8,3,7,4,2,5\n'];
  for (const [line, csv] of [
    ['15863724', first],
    ['16837425 8', second],
    ['1 5 8 6 3 7 2 4', first],
    ['[0 4 7 5 2 6 1 3]', first],
    ['(1, 1)(5, 2)(8, 3)(6, 4)(3, 5)(7, 6)(2, 7)(4, 8)', first],
    ['15863724 16837425 15863724', first + second],
    ['1359', ''],
    ['13524dfcikh9gj8a7e6b', '1,3,5,2,4,13,15,12,18,20,17,9,16,19,8,10,7,14,6,11\n'],
    ['> check 15863724', ''],
    ['place 1 1', ''],
    ['1 solution, 7 queens placed, 0.002 s', ''],
    ['row 1 column 1 and row 2 column 2: same diagonal', ''],
    ['15863725', ''],
    ['2 2', ''],
  ])
    assert.equal(solutionsAsCsv(`${line}\r\nok\n${line}\n> `), csv, line);
  assert.equal(solutionsAsCsv(BOARDS.join('\n')).split('\n').length, 93);
});

/* ---- the puzzles: two given queens that exactly one solution contains ---- */

const BOARDS = readFileSync('tests/vectors/solutions-8.txt', 'latin1').trim().split('\n');
const containing = (queens) => BOARDS.filter((board) => queens.every(([r, c]) => board[r] === `${c + 1}`));

test('1,052 pairs of queens can be completed, 308 of them in one way', () => {
  assert.equal(completablePairs().size, 1052);
  assert.equal(puzzles().length, 308);
  for (const [r1, c1, r2, c2] of puzzles()) {
    const queens = [[r1, c1], [r2, c2]];
    assert.equal(containing(queens).length, 1);
  }
});

test('308 days in a row have 308 different puzzles, and one day has one puzzle at any hour', () => {
  const days = Array.from({ length: 308 }, (_, i) => new Date(2026, 10, 22 + i, 12));
  assert.equal(new Set(days.map((day) => puzzleOf(day).join())).size, 308);
  const queens = [...puzzleOf(days[0]).entries()].filter(([, column]) => column !== null);
  assert.equal(queens.length, 2);
  assert.equal(containing(queens).length, 1);
  const at = (hour) => puzzleOf(new Date(2026, 10, 22, hour)).join();
  assert.equal(at(0), at(23));
});
