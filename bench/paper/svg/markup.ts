/** A piece of SVG source. */
export type Markup = string;

type Attributes = Readonly<Record<string, string | number>>;

/** An element. Numbers are rounded to hundredths, so that the source is the same on every machine. */
export function element(name: string, attributes: Attributes, ...content: readonly Markup[]): Markup {
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeText(asText(value))}"`);
  const open = `<${name}${list.join('')}`;
  return content.length === 0 ? `${open}/>` : `${open}>${content.join('')}</${name}>`;
}

export const group = (attributes: Attributes, ...content: readonly Markup[]): Markup =>
  element('g', attributes, '\n', content.join('\n'), '\n');

/** Text at a place. `p_4` is set with a subscript, `10^-3` with a superscript. */
export function text(x: number, y: number, content: string, attributes: Attributes = {}): Markup {
  // without it a blank at the start of a tspan is dropped
  const blanks = SHIFTED.test(content) ? { 'xml:space': 'preserve' } : {};
  return element('text', { x, y, ...blanks, ...attributes }, rich(content));
}

/** A polyline through points. */
export const line = (points: readonly (readonly [x: number, y: number])[], attributes: Attributes): Markup =>
  element('polyline', {
    fill: 'none',
    points: points.map(([x, y]) => `${asText(x)},${asText(y)}`).join(' '),
    ...attributes,
  });

export const asText = (value: string | number): string =>
  typeof value === 'string' ? value : String(Math.round(value * 100) / 100);

const SHIFTED = /([_^])(-?\w+)/;
/** Size of what is shifted. */
const SMALL = 0.75;

function rich(content: string): Markup {
  const parts: Markup[] = [];
  let rest = content;
  for (let found = SHIFTED.exec(rest); found !== null; found = SHIFTED.exec(rest)) {
    const [whole, sign, shifted] = found;
    const down = sign === '_' ? 0.28 : -0.42;
    const after = rest.slice(found.index + whole.length);
    parts.push(escapeText(rest.slice(0, found.index)));
    parts.push(element('tspan', { dy: `${down}em`, 'font-size': `${SMALL}em` }, shifted.replace('-', '−')));
    // what follows comes back to the line
    if (after !== '') parts.push(element('tspan', { dy: `${asText(-down * SMALL)}em` }, escapeText(after.slice(0, 1))));
    rest = after.slice(1);
  }
  return parts.join('') + escapeText(rest);
}

export const escapeText = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
