/** The colours of the wires: `drawn` in the page and in sim/pictures/wiring.svg, `wokwi` in diagram.json. */
export const WIRES = {
  VCC: { drawn: '#d3302f', wokwi: 'red' },
  GND: { drawn: '#2b2e33', wokwi: 'black' },
  DIN: { drawn: '#2f73c8', wokwi: 'blue' },
  CS: { drawn: '#e0a11b', wokwi: 'gold' },
  CLK: { drawn: '#3f9a4a', wokwi: 'green' },
  button: { drawn: '#8a56c2', wokwi: 'purple' },
};
