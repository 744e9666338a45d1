/** Elements of the page. */

export const element = (id) => document.getElementById(id);

export function make(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

/** A button; what it shows and more properties may follow. */
export const makeButton = (onclick, properties = {}, ...children) =>
  make('button', { type: 'button', onclick, ...properties }, ...children);
