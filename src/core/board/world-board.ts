import { LruMap } from '../base/lru-map.ts';
import { type ComparisonRules, comparedWorldName, describedWorld } from '../metrics/comparison-rules.ts';
import type { Scene, SceneCell, SceneGround, SceneTone, World } from '../worlds/world.ts';
import { buildWorld } from '../worlds/world-spec.ts';
import { findBuiltInWorld, stoneWorld } from '../worlds/worlds.ts';
import { BOARD_COLORS, escapeXml } from './board-svg.ts';
import { type MarkKind, markShape } from './marks.ts';
import { STONE_COLORS } from './stone-board.ts';

/** A drawn state of a world, with its differences from another one marked. */
export interface WorldBoard {
  readonly scene: Scene;
  readonly marks: readonly SceneMark[];
  /** The names of parts that differ, in the order of the text, including those that no picture shows. */
  readonly wrong: readonly string[];
}

/**
 * Returns the world that states are compared by: a built-in one, or that of a description; undefined for games, which
 * have their own comparisons, for worlds of chess, and for files.
 */
export function comparedBuiltInWorld(compared: ComparisonRules): World<unknown> | undefined {
  const name = comparedWorldName(compared);
  if (name === undefined) return undefined;
  const spec = describedWorld(name);
  if (spec?.kind === 'named') {
    const found = findBuiltInWorld(name);
    return found?.ok === true ? found.value : stoneWorld(name);
  }
  const known = BUILT.get(name);
  if (known !== undefined || spec === undefined) return known;
  const built = buildWorld(spec);
  if (!built.ok) return undefined;
  BUILT.set(name, built.value);
  return built.value;
}

/** Worlds of descriptions: a page draws many states of one. */
const BUILT = new LruMap<string, World<unknown>>(8);

/**
 * Returns the picture of a state; undefined for a world without pictures, and for a text that is no state and says
 * nothing that can be drawn.
 *
 * @param other the state that it is compared with; null for none
 * @param role of the state: on the true board corners mark the parts that the prediction has wrong
 */
export function worldBoard(
  world: World<unknown> | undefined,
  state: string,
  other: string | null,
  role: 'true' | 'predicted',
): WorldBoard | undefined {
  const read = world?.automaton.parse(state);
  if (read?.ok === false) return impossibleBoard(world?.drawText?.(state));
  if (world?.draw === undefined || read === undefined) return undefined;
  const scene = world.draw(read.value);
  const against = other === null ? undefined : world.automaton.parse(other);
  if (against?.ok !== true) return { scene, marks: [], wrong: [] };
  const [parts, others] = [world.parts(read.value), world.parts(against.value)];
  const missing = [...others].flatMap(([part, content]) => (parts.get(part) === content ? [] : [part]));
  const wrong = [...missing, ...[...parts.keys()].filter((part) => !others.has(part))];
  return { scene, marks: makeMarks(scene, world.draw(against.value), wrong, role), wrong };
}

/** Marks what stands in walls in the picture of a text that is no state. */
function impossibleBoard(scene: Scene | undefined): WorldBoard | undefined {
  if (scene === undefined) return undefined;
  const wrong = scene.cells.flatMap(({ ground, glyph, part }) =>
    ground === 'wall' && glyph !== '' && part !== undefined ? [part] : [],
  );
  return { scene, marks: wrong.map((part) => ({ part, kind: 'invented' })), wrong };
}

function makeMarks(scene: Scene, other: Scene, wrong: readonly string[], role: 'true' | 'predicted'): SceneMark[] {
  const glyphs = glyphsOf(scene);
  const actuals = glyphsOf(other);
  return wrong.flatMap((part): SceneMark[] => {
    const [glyph, actual = ''] = [glyphs.get(part), actuals.get(part)];
    if (glyph === undefined) return [];
    if (role === 'true') return [{ part, kind: 'outline' }];
    if (glyph === '') return [{ part, kind: 'missing', actual }];
    return actual === '' ? [{ part, kind: 'invented' }] : [{ part, kind: 'other', actual }];
  });
}

const glyphsOf = ({ cells }: Scene): Map<string, string> =>
  new Map(cells.flatMap(({ part, glyph }) => (part === undefined ? [] : [[part, glyph] as const])));

/** A marked part, by its name in `Scene`. The shapes are those of chess boards. */
interface SceneMark {
  readonly part: string;
  readonly kind: MarkKind;
  /** Its true content, for `missing` and `other`. */
  readonly actual?: string;
}

export interface SceneOptions {
  readonly scene: Scene;
  readonly marks?: readonly SceneMark[];
  /** Width in pixels; a scene that is higher than wide has this height. */
  readonly size: number;
  /** Text for screen readers. */
  readonly title: string;
}

/** Units of a cell: those of the marks. */
const UNIT = 45;
/** Maximum number of cells that are drawn; no built-in world has as many. */
const MAX_CELLS = 4000;
/** Maximum number of characters of a glyph that are drawn. */
const MAX_GLYPH = 12;

const FILLS: Readonly<Record<SceneTone, string>> = {
  none: '#ffffff',
  light: BOARD_COLORS.light,
  dark: BOARD_COLORS.dark,
  first: '#c3d7f2',
  second: '#f4cfb8',
  accent: BOARD_COLORS.lastMove,
};

/** Size of labels that are words, so that those of a row are equally large. */
const WORD_SIZE = 12;
const HALO = ' stroke="#fff" stroke-width="5" stroke-linejoin="round" paint-order="stroke"';

/** Shapes of the grounds of a level, below what stands on them: bricks, nothing, rings. */
const GROUND_SHAPES: Readonly<Record<SceneGround, string>> = {
  wall:
    '<path d="M.5 .5h44v44H.5z" fill="#56626d" stroke="#38424b"/>' +
    '<path d="M.5 15.2h44M.5 29.8h44M15 .5v14.7M30 15.2v14.6M15 29.8v14.7" stroke="#8794a0" stroke-width="1.5"/>',
  floor: '',
  target:
    '<circle cx="22.5" cy="22.5" r="16" fill="none" stroke="#7a5a00" stroke-width="2.5" stroke-dasharray="5 3.4"/>',
};

/** Shapes of what stands on a cell of a level, by glyph: a walker, a box. */
const THING_SHAPES: Readonly<Record<string, string>> = {
  '@':
    '<circle cx="22.5" cy="13.5" r="6" fill="#0b3d73" stroke="#fff" stroke-width="1.5"/>' +
    '<path d="M10.5 38a12 14.5 0 0 1 24 0z" fill="#0b3d73" stroke="#fff" stroke-width="1.5" stroke-linejoin="round"/>',
  $:
    '<path d="M8.5 8.5h28v28h-28z" fill="#b0702e" stroke="#4a2a0a" stroke-width="2" stroke-linejoin="round"/>' +
    '<path d="M13 13h19v19H13zM13 13l19 19M32 13L13 32" fill="none" stroke="#4a2a0a" stroke-width="2"/>',
};

/** Signs of a level in text, as levels of Sokoban have them. */
const GROUND_SIGNS: Readonly<Record<SceneGround, Readonly<Record<string, string>>>> = {
  wall: { '': '#' },
  floor: { '': '.' },
  target: { '': 'o', '@': '+', $: '*' },
};

/** Returns a scene as a separate SVG text, without scripts, styles or external references. */
export function sceneSvg({ scene, marks = [], size, title }: SceneOptions): string {
  const [width, height] = [Math.max(1, scene.columns) * UNIT, Math.max(1, scene.rows) * UNIT];
  const scale = size / Math.max(width, height);
  const label = escapeXml(title);
  const cells = scene.cells.slice(0, MAX_CELLS);
  const marked = new Map(marks.map((mark) => [mark.part, mark]));
  const body = cells.map((cell) => cellSvg(cell, cell.part === undefined ? undefined : marked.get(cell.part)));
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.round(width * scale)}" height="${Math.round(height * scale)}" ` +
    `viewBox="-1 -1 ${width + 2} ${height + 2}" font-family="sans-serif" text-anchor="middle" role="img" aria-label="${label}">` +
    `<title>${label}</title>${body.join('')}</svg>`
  );
}

function cellSvg(cell: SceneCell, mark: SceneMark | undefined): string {
  const { column, row, part, glyph, tone, ground: kind } = cell;
  const isLabel = part === undefined && tone === 'none' && glyph !== '';
  const ground = isLabel
    ? ''
    : part === undefined && tone === 'none'
      ? '<path d="M1 1h43v43H1z" fill="none" stroke="#808080" stroke-opacity=".35"/>'
      : `<path d="M.5 .5h44v44H.5z" fill="${FILLS[isStone(glyph, tone) ? 'light' : tone]}" stroke="#6b7780"/>`;
  const below = kind === undefined ? '' : GROUND_SHAPES[kind];
  const things = (kind === undefined ? undefined : THING_SHAPES[glyph]) ?? content(glyph, tone, isLabel, mark);
  const shape = mark === undefined ? '' : markShape({ square: mark.part, kind: mark.kind }) + actualText(mark);
  // a number or a word stays legible above its cross
  const layers = mark?.kind === 'invented' && things.startsWith('<text') ? shape + things : things + shape;
  return `<g transform="translate(${column * UNIT} ${row * UNIT})">${ground}${below}${layers}</g>`;
}

/** Returns true for a stone of one of two players. */
const isStone = (glyph: string, tone: SceneTone): glyph is 'x' | 'o' =>
  (glyph === 'x' || glyph === 'o') && (tone === 'first' || tone === 'second');

function content(glyph: string, tone: SceneTone, isLabel: boolean, mark: SceneMark | undefined): string {
  if (glyph === '') return '';
  if (isStone(glyph, tone)) return disc(glyph);
  // gray is visible on a light and on a dark page
  if (isLabel) return glyphText(glyph, 22.5, 22.5, glyph.length > 2 ? WORD_SIZE : 18, '#808080');
  return glyphText(glyph, 22.5, 22.5, 24, '#1c2126', mark?.kind === 'invented');
}

/** Draws a disc with the sign of its player, as on other boards of stones. */
function disc(player: 'x' | 'o'): string {
  const sign = player === 'x' ? 'M16.5 16.5l12 12m0 -12l-12 12' : 'M15.5 22.5a7 7 0 1 0 14 0a7 7 0 1 0 -14 0';
  return (
    `<circle cx="22.5" cy="22.5" r="16" fill="${STONE_COLORS[player]}"/>` +
    `<path fill="none" stroke="#fff" stroke-width="2.5" d="${sign}"/>`
  );
}

/** @param isHaloed true for a text that is drawn above a mark */
function glyphText(glyph: string, x: number, y: number, largest: number, fill: string, isHaloed = false): string {
  const shown = glyph.length > MAX_GLYPH ? `${glyph.slice(0, MAX_GLYPH - 1)}…` : glyph;
  const size = Math.round(10 * Math.min(largest, 66 / Math.max(1, shown.length))) / 10;
  return `<text x="${x}" y="${Math.round(10 * (y + size * 0.35)) / 10}" font-size="${size}" fill="${fill}"${isHaloed ? HALO : ''}>${escapeXml(shown)}</text>`;
}

/** Draws the true content of a part: in the corner, or inside the ring of a missing one. */
function actualText({ kind, actual }: SceneMark): string {
  if (actual === undefined || actual.length > 2) return '';
  if (kind === 'other') return glyphText(actual, 34, 34, 15, '#1c2126');
  return kind === 'missing' ? glyphText(actual, 22.5, 22.5, 20, '#0a58b8') : '';
}

/** Returns a scene as lines of plain text; the parts in `wrong` are in brackets. */
export function sceneText(scene: Scene, wrong: ReadonlySet<string> = new Set()): string[] {
  const cells = scene.cells.slice(0, MAX_CELLS);
  const width = Math.max(1, ...cells.map(({ glyph }) => Math.min(MAX_GLYPH, glyph.length)));
  // texts by column of a line; between two cells there may be half of one
  const rows = Array.from({ length: Math.min(scene.rows, MAX_CELLS) }, () => new Map<number, string>());
  for (const { column, row, part, glyph, ground } of cells) {
    const sign = ground === undefined ? undefined : GROUND_SIGNS[ground][glyph];
    const text = (sign ?? (glyph === '' && part !== undefined ? '.' : glyph.slice(0, MAX_GLYPH))).padEnd(width);
    rows[row]?.set(
      Math.floor(Math.min(column, MAX_CELLS) * (width + 2)),
      part !== undefined && wrong.has(part) ? `[${text}]` : ` ${text} `,
    );
  }
  return rows.map((row) => {
    let line = '';
    for (const [at, text] of [...row].sort(([a], [b]) => a - b)) line = line.padEnd(at) + text;
    return line.trimEnd();
  });
}
