import * as v from 'valibot';

/** Which lenses are shown: all; aggregates alone; the worst prediction of each position alone; none. */
export const LENS_MODES = ['all', 'summary', 'worst', 'off'] as const;
export type LensMode = (typeof LENS_MODES)[number];

/** Whose side is at the bottom of a board; `mover` is the side to move. */
export const ORIENTATIONS = ['white', 'black', 'mover'] as const;
export type Orientation = (typeof ORIENTATIONS)[number];

/** Deepest m that lenses compute: the exact walk grows with the power of m. */
export const MAX_LENS_DEPTH = 6;

/** The settings that the language server reads, from the section `statelens`. */
export interface ServerSettings {
  /** `lens.mode` */
  readonly lensMode: LensMode;
  /** `lens.m`: depth of p_m and r_m, 1 to `MAX_LENS_DEPTH`. */
  readonly m: number;
  /** `board.orientation` */
  readonly orientation: Orientation;
}

export const DEFAULT_SETTINGS: ServerSettings = { lensMode: 'all', m: 4, orientation: 'white' };

const lensMode = v.fallback(v.picklist(LENS_MODES), DEFAULT_SETTINGS.lensMode);
const depth = v.fallback(
  v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_LENS_DEPTH)),
  DEFAULT_SETTINGS.m,
);
const orientation = v.fallback(v.picklist(ORIENTATIONS), DEFAULT_SETTINGS.orientation);

/** The value of `a.b` in an object that has it nested, or under the key with a dot (editors differ). */
function setting(section: unknown, name: string): unknown {
  if (typeof section !== 'object' || section === null) return undefined;
  const values = section as Readonly<Record<string, unknown>>;
  if (Object.hasOwn(values, name)) return values[name];
  const dot = name.indexOf('.');
  return dot < 0 ? undefined : setting(values[name.slice(0, dot)], name.slice(dot + 1));
}

/** Reads the section `statelens` as a client gives it; whatever is missing or wrong there has its default. */
export const readSettings = (section: unknown): ServerSettings => ({
  lensMode: v.parse(lensMode, setting(section, 'lens.mode')),
  m: v.parse(depth, setting(section, 'lens.m')),
  orientation: v.parse(orientation, setting(section, 'board.orientation')),
});
