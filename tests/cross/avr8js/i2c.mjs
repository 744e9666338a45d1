#!/usr/bin/env -S node --test-reporter=tap
/** The image for a display on I2C, on avr8js: what is seen, and that nothing hangs where no display is. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { CLOCK, Uno } from '../../../sim/avr8js/uno.mjs';

const HEX = readFileSync('build/uno-ht16k33/nqueens.hex', 'latin1');

/** An Uno with a display on its wires; returns its answers to these lines. */
function answers(display, lines) {
  const uno = new Uno(HEX);
  uno.display = display;
  uno.unplug();
  let said = '';
  uno.onByte = (byte) => (said += String.fromCharCode(byte));
  uno.run(CLOCK / 2);
  for (const line of lines) {
    uno.send(`${line}\r`);
    uno.run(CLOCK / 2);
  }
  return { uno, said };
}

test('the display on I2C shows each board that is checked', () => {
  for (const board of ['15863724', '84136275', '2413']) {
    const { uno, said } = answers('ht16k33', [`check ${board}`, 'info']);
    const expected = [...board.padEnd(8, ' ')].map((column) => (column === ' ' ? 0 : 0x80 >> (column - 1)));
    assert.deepEqual([...uno.matrix.rows()], expected);
    assert.doesNotMatch(said, /no answer/);
  }
});

test('without a display the line lives, and info says that there is none', () => {
  const { said } = answers('max7219', ['count 6', 'info']);
  assert.match(said, /^4 solutions, .*\r\nok$/m);
  assert.match(said, /^matrix: no answer\r$/m);
});
