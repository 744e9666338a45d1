#!/usr/bin/env -S node --test-reporter=tap
/** README, page and Wokwi's diagram show the same wires, and the plots the kept measurements. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { plots } from '../../sim/pictures/plots.mjs';
import { WIRES, drawing } from '../../sim/web/drawing.mjs';

const diagram = JSON.parse(readFileSync('diagram.json', 'utf8'));
const picture = readFileSync('sim/pictures/wiring.svg', 'utf8');
const partOf = (type) => diagram.parts.find((part) => part.type === type);

/** The colour of the wire that ends at a pin in Wokwi's diagram. */
const wokwiColour = (pin) => diagram.connections.find((ends) => ends.slice(0, 2).includes(pin))[2];

const WOKWI_PINS = {
  VCC: 'matrix:V+',
  GND: 'matrix:GND',
  DIN: 'matrix:DIN',
  CS: 'matrix:CS',
  CLK: 'matrix:CLK',
  button: 'uno:2',
};

for (const [name, { drawn, wokwi }] of Object.entries(WIRES)) {
  test(`the picture draws the ${name} wire in the page's colour`, () => {
    const [, stroke] = picture.match(new RegExp(`<path id="wire-${name}" [^>]*stroke="(#\\w+)"`)) ?? [];
    assert.equal(stroke, drawn);
  });

  test(`Wokwi's diagram has the ${name} wire in the same colour`, () =>
    assert.equal(wokwiColour(WOKWI_PINS[name]), wokwi));

  test(`the page draws the ${name} wire in that colour`, () => {
    const colour = name === 'GND' ? 'var(--black-wire)' : drawn;
    assert.ok(drawing('1x1').includes(`class="wire" stroke="${colour}"`));
  });
}

test("the page's black wire has that colour in the light scheme", () =>
  assert.match(readFileSync('sim/web/page.css', 'utf8'), new RegExp(`--black-wire: ${WIRES.GND.drawn};`)));

test("Wokwi's matrix is of the FC-16 type, which shows row 1 at the top and column 1 on the left", () =>
  assert.equal(partOf('wokwi-max7219-matrix').attrs.layout, 'fc16'));

for (const [name, plot] of Object.entries(plots()))
  test(`${name} shows the kept measurements: make plots`, () =>
    assert.equal(readFileSync(`sim/pictures/${name}`, 'utf8'), plot));
