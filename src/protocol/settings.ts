import * as v from 'valibot';
import { type MavDialect, PUBLISHED_DIALECT } from '../core/mav/syntax.ts';
import { BUCKETS } from '../core/mav/values.ts';
import { isCode, type Severities } from '../core/notation/diagnostics/severities.ts';

/** Which lenses are shown: all; aggregates alone; the worst prediction of each position alone; none. */
export const LENS_MODES = ['all', 'summary', 'worst', 'off'] as const;
export type LensMode = (typeof LENS_MODES)[number];

/** Whose side is at the bottom of a board; `mover` is the side to move. */
export const ORIENTATIONS = ['white', 'black', 'mover'] as const;
export type Orientation = (typeof ORIENTATIONS)[number];

/** Deepest m that lenses compute: the exact walk grows with the power of m. */
export const MAX_LENS_DEPTH = 6;

/** Deepest search of an engine: every ply takes a multiple of the time. */
export const MAX_ENGINE_DEPTH = 40;
export const MAX_ENGINE_THREADS = 64;

/** Largest `maxFileSize`, in millions of characters: a longer text is no string of the server any more. */
export const MAX_FILE_SIZE = 500;

/** The settings that the language server reads, from the section `statelens`. */
export interface ServerSettings {
  /** `lens.mode` */
  readonly lensMode: LensMode;
  /** `lens.m`: depth of p_m and r_m, 1 to `MAX_LENS_DEPTH`. */
  readonly m: number;
  /** `board.orientation` */
  readonly orientation: Orientation;
  /** `diagnostics.severity` */
  readonly severities: Severities;
  /** `diagnostics.strictExport`: also diagnose what only the export format asks for. */
  readonly strictExport: boolean;
  /** `format.style` */
  readonly formatStyle: FormatStyle;
  /** `inlayHints.position`: what is shown behind moves. */
  readonly inlayPosition: InlayPosition;
  /** `inlayHints.opening`: the opening's name behind the last move that it covers. */
  readonly inlayOpening: boolean;
  /** `inlayHints.glyphs`: the sign that a `$` number stands for. */
  readonly inlayGlyphs: boolean;
  /** `inlayHints.situation`: side to move and check behind a FEN. */
  readonly inlaySituation: boolean;
  /** `inlayHints.values`: the win probability behind a value of a MAV file. */
  readonly inlayValues: boolean;
  /** `links`: which public board positions link to. */
  readonly links: LinkTarget;
  /** `mav.dialect`, `mav.values`, `mav.rounding`, `mav.header`, `mav.connectFour`, `mav.strictMeta`: how MAV files are written. */
  readonly mavDialect: MavDialect;
  /** `mav.checkValues`: whether values of MAV files are held against an engine. */
  readonly mavCheckValues: boolean;
  /** `mav.valueTolerance`: the largest allowed difference from the engine's value in buckets, 1 to 63. */
  readonly mavValueTolerance: number;
  /** `engine.path`: a program that speaks UCI; empty: the engine that is bundled. */
  readonly enginePath: string;
  /** `engine.depth`: plies, 1 to `MAX_ENGINE_DEPTH`. */
  readonly engineDepth: number;
  /** `maxFileSize`: UTF-16 code units of the longest document that is read; the setting is in millions, above 0 and at most 500. */
  readonly maxFileSize: number;
  /** `engine.threads`, 1 to `MAX_ENGINE_THREADS`. */
  readonly engineThreads: number;
}

/**
 * How a PGN is formatted: `gentle` keeps line breaks and puts right the blanks within lines; `export` is the standard's export
 * format (3.2).
 */
export const FORMAT_STYLES = ['gentle', 'export'] as const;
export type FormatStyle = (typeof FORMAT_STYLES)[number];

export const INLAY_POSITIONS = ['off', 'ply', 'fen'] as const;
export type InlayPosition = (typeof INLAY_POSITIONS)[number];

export const LINK_TARGETS = ['lichess', 'off'] as const;
export type LinkTarget = (typeof LINK_TARGETS)[number];

export const DEFAULT_SETTINGS: ServerSettings = {
  lensMode: 'all',
  m: 4,
  orientation: 'white',
  severities: {},
  strictExport: false,
  formatStyle: 'gentle',
  inlayPosition: 'off',
  inlayOpening: false,
  inlayGlyphs: false,
  inlaySituation: false,
  inlayValues: true,
  links: 'lichess',
  mavDialect: PUBLISHED_DIALECT,
  mavCheckValues: false,
  mavValueTolerance: 4,
  enginePath: '',
  engineDepth: 8,
  engineThreads: 1,
  maxFileSize: 64e6,
};

/** `base1`: buckets from 1 to 64, as published; `base0`: from 0 to 63. */
export const MAV_DIALECTS = ['base1', 'base0'] as const;

/** Millions of characters. */
const fileSize = v.fallback(
  v.pipe(v.number(), v.gtValue(0), v.maxValue(MAX_FILE_SIZE)),
  DEFAULT_SETTINGS.maxFileSize / 1e6,
);
const lensMode = v.fallback(v.picklist(LENS_MODES), DEFAULT_SETTINGS.lensMode);
const wholeNumber = (most: number, fallback: number) =>
  v.fallback(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(most)), fallback);
const orientation = v.fallback(v.picklist(ORIENTATIONS), DEFAULT_SETTINGS.orientation);

/** Severities by code; entries that name no code or no severity are left out. */
const severities = v.pipe(
  v.fallback(v.record(v.string(), v.unknown()), {}),
  v.transform(
    (all): Severities =>
      Object.fromEntries(Object.entries(all).filter(([code, level]) => isCode(code) && v.is(severity, level))),
  ),
);
const severity = v.picklist(['error', 'warning', 'info', 'hint', 'off']);
const oneOf = <const T extends readonly [string, ...string[]]>(values: T, fallback: T[number]) =>
  v.fallback(v.picklist(values), fallback);
const flag = v.fallback(v.boolean(), false);

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
  m: v.parse(wholeNumber(MAX_LENS_DEPTH, DEFAULT_SETTINGS.m), setting(section, 'lens.m')),
  orientation: v.parse(orientation, setting(section, 'board.orientation')),
  severities: v.parse(severities, setting(section, 'diagnostics.severity')),
  strictExport: v.parse(flag, setting(section, 'diagnostics.strictExport')),
  formatStyle: v.parse(oneOf(FORMAT_STYLES, DEFAULT_SETTINGS.formatStyle), setting(section, 'format.style')),
  inlayPosition: v.parse(
    oneOf(INLAY_POSITIONS, DEFAULT_SETTINGS.inlayPosition),
    setting(section, 'inlayHints.position'),
  ),
  inlayOpening: v.parse(flag, setting(section, 'inlayHints.opening')),
  inlayGlyphs: v.parse(flag, setting(section, 'inlayHints.glyphs')),
  inlaySituation: v.parse(flag, setting(section, 'inlayHints.situation')),
  inlayValues: v.parse(v.fallback(v.boolean(), DEFAULT_SETTINGS.inlayValues), setting(section, 'inlayHints.values')),
  links: v.parse(oneOf(LINK_TARGETS, DEFAULT_SETTINGS.links), setting(section, 'links')),
  mavDialect: readDialect(section),
  mavCheckValues: v.parse(flag, setting(section, 'mav.checkValues')),
  mavValueTolerance: v.parse(
    wholeNumber(BUCKETS - 1, DEFAULT_SETTINGS.mavValueTolerance),
    setting(section, 'mav.valueTolerance'),
  ),
  enginePath: v.parse(v.fallback(v.pipe(v.string(), v.trim()), ''), setting(section, 'engine.path')),
  engineDepth: v.parse(wholeNumber(MAX_ENGINE_DEPTH, DEFAULT_SETTINGS.engineDepth), setting(section, 'engine.depth')),
  engineThreads: v.parse(
    wholeNumber(MAX_ENGINE_THREADS, DEFAULT_SETTINGS.engineThreads),
    setting(section, 'engine.threads'),
  ),
  maxFileSize: Math.round(v.parse(fileSize, setting(section, 'maxFileSize')) * 1e6),
});

function readDialect(section: unknown): MavDialect {
  const one = <const T extends readonly [string, ...string[]]>(values: T, name: string): T[number] =>
    v.parse(oneOf(values, values[0]), setting(section, name));
  return {
    base: one(MAV_DIALECTS, 'mav.dialect') === 'base0' ? 0 : 1,
    token: one(['ctrl', 'val'], 'mav.values'),
    rounding: one(['ceil', 'round'], 'mav.rounding'),
    header: one(['mav', 'token'], 'mav.header'),
    discs: one(['player', 'digit0', 'digit1'], 'mav.connectFour'),
    strictMeta: v.parse(flag, setting(section, 'mav.strictMeta')),
    format: 'mav',
  };
}
