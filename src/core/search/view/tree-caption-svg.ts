import { escapeXml } from '../../board/svg.ts';
import type { PictureBox } from './picture.ts';
import { shortened } from './shapes.ts';
import { valueScale } from './value-scale.ts';

/** Texts above and below a picture of a tree. */
export interface TreeCaption {
  readonly title: string;
  /** Game, model, simulations. */
  readonly facts: readonly string[];
  /** Set apart: that it is not the search itself; '' for nothing. */
  readonly warning: string;
  /** Whose win probability values are: `White`. */
  readonly side: string;
  /** Form of the drawing: it decides what widths mean. */
  readonly form: 'icicle' | 'lines' | 'boards';
}

/** Meaning of widths, by form of the drawing. */
export const WIDTH_WORDS: Readonly<Record<TreeCaption['form'], string>> = {
  icicle: 'width: visits',
  lines: 'width of lines: visits',
  boards: 'thick line: chosen moves',
};

/** A part of a picture, with its height in pixels. */
export interface CaptionPart {
  readonly svg: string;
  readonly height: number;
}

const { steps, text: INK } = valueScale('light');
const LINE = 18;
const GAP = 16;
const QUIET = '#555555';

/** About what a text takes in a common sans-serif. */
const measure = (text: string, isBold = false): number => text.length * (isBold ? 7.4 : 6.5);

const written = (x: number, y: number, text: string, rest = ''): string =>
  `<text x="${x}" y="${y}"${rest}>${escapeXml(text)}</text>`;

/** A text in lines that are no wider than there is room for, unless a word is. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && measure(longer) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

/** Title and facts, above a picture of a width. */
export function headOf({ title, facts, warning }: TreeCaption, width: number): CaptionPart {
  const lines = [written(0, 15, shortened(title, width / 1.15, measure), ' font-size="14" font-weight="600"')];
  const add = (text: string, rest: string): number => lines.push(written(0, 15 + LINE * lines.length, text, rest));
  for (const line of wrapped(facts.join(' · '), width)) add(line, ` fill="${QUIET}"`);
  if (warning !== '') add(shortened(warning, width, measure), ' font-weight="600"');
  return { svg: lines.join(''), height: 10 + LINE * lines.length };
}

/** A sign of the legend, 22 by 12 pixels, and what it means. */
type Entry = readonly [sign: string, words: string];

const boxSign = (rest: string): string => `<rect x="1" y="1" width="18" height="10" ${rest}/>`;

/** The signs that stand in a picture. */
const entriesOf = (form: TreeCaption['form'], boxes: readonly PictureBox[]): readonly Entry[] => {
  const entry = (sign: string, words: string, isDrawn: (box: PictureBox) => boolean): Entry[] =>
    boxes.some(isDrawn) ? [[sign, words]] : [];
  return [
    [`<rect x="0" y="4" width="20" height="5" fill="${INK}"/>`, WIDTH_WORDS[form]],
    ...entry(boxSign(`fill="none" stroke="${INK}" stroke-width="2.5"`), 'expected line', (box) => box.isPrincipal),
    ...entry(
      `<path d="M6 2l8 8M6 10l8-8" stroke="${INK}" stroke-width="2"/>`,
      'hallucination',
      (box) => box.isHallucination,
    ),
    ...entry(
      `<path d="M10 1l5 5-5 5-5-5z" fill="#ffffff" stroke="${INK}" stroke-width="1.5"/>`,
      'diverged',
      (box) => box.differs,
    ),
    ...entry(
      `${boxSign('fill="#dddddd"')}<rect x="1" y="9" width="18" height="3" fill="${INK}"/>`,
      'game over',
      (box) => box.isTerminal,
    ),
  ];
};

/** The legend below a picture of a width: as many lines as it needs. */
export function legendOf({ side, form }: TreeCaption, width: number, boxes: readonly PictureBox[]): CaptionPart {
  const scale = `Value for ${side}, to move at the root: 0`;
  const bar = steps
    .filter((_, i) => i % 4 === 0)
    .map((color, i) => `<rect x="${measure(scale) + 6 + 5 * i}" y="1" width="5.5" height="11" fill="${color}"/>`);
  const end = measure(scale) + 12 + 5 * bar.length;
  const parts = [`<g>${written(0, 11, scale)}${bar.join('')}${written(end, 11, '1')}</g>`];
  let [x, y] = [end + measure('1') + GAP, 0];
  for (const [sign, words] of entriesOf(form, boxes)) {
    const room = 26 + measure(words);
    if (x + room > width && x > 0) [x, y] = [0, y + LINE];
    parts.push(`<g transform="translate(${x} ${y})">${sign}${written(26, 11, words)}</g>`);
    x += room + GAP;
  }
  return { svg: `<g fill="${INK}">${parts.join('')}</g>`, height: y + LINE };
}
