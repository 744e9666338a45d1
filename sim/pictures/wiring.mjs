#!/usr/bin/env node
/** The wires from an Uno and a Nano to a display and a button, as SVG on stdout. */
import * as page from '../web/drawing.mjs';

const { WIRES, rect, unoRect, ux, uy } = page;
const PANEL = 430; // the width of each half of the picture: a single module, a 4-in-1
const BOARD_TOP = 296;

/* ---- the boards, in mil like the Uno of the page ---- */

export const NANO = [
  [200, 'D12 D11 D10 D9 D8 D7 D6 D5 D4 D3 D2 GND RST RX0 TX1', 50, 125],
  [200, 'D13 3V3 AREF A0 A1 A2 A3 A4 A5 A6 A7 5V RST GND VIN', 650, 575],
];

function nano() {
  const pins = NANO.flatMap(([first, names, y]) =>
    names
      .split(' ')
      .map((_, i) => `<circle cx="${ux(first + i * 100)}" cy="${uy(y)}" r="2.6" fill="#d9b44a"/>`),
  );
  return `<g class="nano">${unoRect(0, 0, 1770, 700, 'rx="3" fill="url(#board)"')}
    ${unoRect(-60, 200, 150, 500, 'rx="2" fill="url(#metal)" stroke="#858c93" stroke-width="0.8"')}
    ${NANO.map(page.header).join('')}${pins.join('')}
    <text class="silk name" x="${ux(880)}" y="${uy(390)}" text-anchor="middle">NANO</text></g>`;
}

/* Of each wire: where it bends before it turns to its pin, in x and y alternately: from a single module, from
   a 4-in-1.  The button's ground is the next pin of that name. */
const BOARDS = {
  uno: {
    draw: page.uno,
    x: 43,
    scale: 0.125,
    height: 612,
    headers: page.HEADERS,
    wires: {
      VCC: [[230, 414, 596], [414, 596]],
      GND: [[242, 403, 584], [403, 584]],
      CLK: [[254], [386, 157]],
      CS: [[266], [376, 146]],
      DIN: [[278], [366, 135]],
      button: [[290], [250]],
      'GND-button': [[392, 572], [392, 572]],
    },
  },
  nano: {
    draw: nano,
    x: 30,
    scale: 0.2,
    height: 490,
    headers: NANO,
    wires: {
      CLK: [[230, 414, 474], [414, 474]],
      VCC: [[242, 403, 462], [403, 462]],
      GND: [[254, 392, 450], [392, 450]],
      CS: [[266], [376, 146]],
      DIN: [[278], [366, 135]],
      button: [[266], [250]],
      'GND-button': [[370, 278], [366, 262]],
    },
  },
};

/* ---- the displays and the button ---- */

const BUTTONS = { '1x1': [326, 90], '4x1': [316, 205] };
const [LEG_X, LEG_Y] = [27, 14]; // from the middle of a button

/** The modules: how far the page's are zoomed, and the row of pins at the edge where the makers put it. */
const MODULES = {
  '1x1': {
    zoom: 0.478,
    size: [164, 208],
    pins: ['VCC', 'GND', 'DIN', 'CS', 'CLK'].map((name, i) => [name, 26 + i * 32, 214]),
    print: [0, -12, 'middle'],
    chip: [92, 187, 'MAX7219'],
  },
  '4x1': {
    zoom: 0.498,
    size: [346, 106],
    pins: ['CLK', 'CS', 'DIN', 'GND', 'VCC'].map((name, i) => [name, 348, 24 + i * 17]),
    print: [-10, 4.5, 'end'],
    chip: [162, 111, 'FC-16: 4 × MAX7219'],
  },
};
const [MODULE_X, MODULE_Y] = [10, 14];
const SOLUTION = [0, 4, 7, 5, 2, 6, 1, 3];

/* Each module has its own size of LED. */
const named = (text, shape) => text.replace(/(id="|#)(dark|lit)/g, `$1$2-${shape}`);

/** Places a part of the page's drawing whose corner is at left, top: zoomed, at x, y. */
function placed(zoom, x, left, y, top) {
  const corner = [x - left * zoom, y - top * zoom].map((each) => +each.toFixed(2));
  return `transform="translate(${corner}) scale(${zoom})"`;
}

const print = (x, y, text, anchor) =>
  `<text class="print" x="${x}" y="${y}" text-anchor="${anchor}">${text}</text>`;

function matrix(shape) {
  const { zoom, size, pins, chip, print: [dx, dy, anchor] } = MODULES[shape];
  const at = page.layout(shape);
  const leds = SOLUTION.map((column, row) => `<use href="#lit" ${page.ledIn(at, row, column)}/>`);
  const place = placed(zoom, MODULE_X, at.x, MODULE_Y, at.y);
  const pin = ([name, x, y]) =>
    `${rect(x - 4, y - 4, 8, 8, 'rx="2" fill="#d9b44a"')}${print(x + dx, y + dy, name, anchor)}`;
  const own = page.ledDefinitions(at).replace(/^[^]*(?=<pattern)/, '');
  return `${named(own, shape)}<g id="parts-${shape}">
    ${rect(MODULE_X, MODULE_Y, ...size, 'rx="6" fill="url(#module)"')}
    <g ${place}>${named(page.glass(at) + leds.join(''), shape)}</g>
    ${print(...chip, 'middle')}${pins.map(pin).join('')}${button(BUTTONS[shape])}</g>`;
}

/* Two legs are connected in any case, but never those that are diagonally opposite. */
function button([x, y]) {
  const legs = [-1, 1].flatMap((side) =>
    [-1, 1].map((end) => rect(x + side * LEG_X - 7, y + end * LEG_Y - 3, 14, 6, 'rx="2" fill="#9aa1a8"')),
  );
  return `${legs.join('')}${rect(x - 22, y - 22, 44, 44, 'rx="5" fill="url(#metal)" stroke="#858c93"')}
<circle cx="${x}" cy="${y}" r="14" fill="url(#cap)"/>`;
}

/* ---- the wires and the picture ---- */

function beginOf(name, shape) {
  const [x, y] = BUTTONS[shape];
  if (name === 'button') return [x - LEG_X, y + LEG_Y];
  if (name === 'GND-button') return [x + LEG_X, y - LEG_Y];
  return MODULES[shape].pins.find(([pin]) => pin === name).slice(1);
}

function wires(board, shape) {
  const { x, scale, headers, wires: all } = BOARDS[board];
  return Object.entries(all).map(([name, bends]) => {
    const { pin, drawn } = WIRES[name] ?? WIRES.GND;
    const at = page.pinsIn(headers, pin)[name in WIRES ? 0 : 1];
    const stops = bends[shape === '1x1' ? 0 : 1];
    const path = stops.map((to, i) => `${(stops.length - i) & 1 ? 'V' : 'H'}${to}`);
    const end = `H${+(x + at.x * scale).toFixed(1)}V${+(BOARD_TOP + at.y * scale).toFixed(1)}`;
    const d = `d="M${beginOf(name, shape).join(' ')}${path.join('')}${end}"`;
    return `<path class="edge" ${d}/><path id="wire-${board}-${shape}-${name}" ${d} stroke="${drawn}"/>`;
  });
}

const STYLE = `text { font: 600 13px system-ui, "DejaVu Sans", sans-serif; fill: #fff; }
.print { font-size: 12px; } .chip { font-size: 14px; fill: #a9afb7; } .name { font-size: 34px; }
.uno .small { font-size: 14px; } .nano .small { font-size: 10px; } .nano .name { font-size: 20px; }
.socket { fill: #0d0e10; stroke: #4a4e55; stroke-width: 0.8; }
.extra, .key text { display: none; } .hole { fill: #f6f4ee; }
.wires { fill: none; stroke-width: 4; stroke-linejoin: round; stroke-linecap: round; }
.edge { stroke: #fff; stroke-width: 7; }`;

function definition(board) {
  const { draw, x, scale } = BOARDS[board];
  const zoom = +((scale * 1000) / (ux(1000) - ux(0))).toFixed(4);
  const dark = draw().replace(/<g id="signal[^]*?<\/g>/g, '');
  return `<g id="drawn-${board}" ${placed(zoom, x, ux(0), BOARD_TOP, uy(0))}>${dark}</g>`;
}

const panel = (board, shape) => `<use href="#drawn-${board}"/><use href="#parts-${shape}"/>
  <g class="wires">${wires(board, shape).join('')}</g>`;

/** The picture: a row for each board, a column for each module. @returns {string} */
export function wiring() {
  const shapes = Object.keys(MODULES);
  let height = 0;
  const panels = Object.keys(BOARDS).map((board) => {
    const row = shapes.map(
      (shape, i) => `<g transform="translate(${i * PANEL} ${height})">${panel(board, shape)}</g>`,
    );
    height += BOARDS[board].height;
    return row.join('');
  });
  const [gradients] = page.ledDefinitions(page.layout('1x1')).split('<pattern');
  const boards = Object.keys(BOARDS).map(definition);
  const definitions = [page.DEFINITIONS, gradients, ...shapes.map(matrix), ...boards];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${2 * PANEL} ${height}" role="img">
    <title>An Uno and a Nano, each connected to a single module, to an FC-16, and to a push button</title>
    <style>${STYLE}</style><defs>${definitions.join('')}</defs>
    ${rect(0, 0, 2 * PANEL, height, 'rx="12" fill="#f6f4ee"')}${panels.join('')}</svg>`;
  return `${svg.replace(/\s+/g, ' ').replace(/> </g, '><').replace(/<g (id|transform|class="w)/g, '\n$&')}\n`;
}

if (process.argv[1].endsWith('wiring.mjs')) process.stdout.write(wiring());
