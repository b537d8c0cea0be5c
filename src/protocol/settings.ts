import { type MavDialect, PUBLISHED_DIALECT } from '../core/mav/syntax.ts';
import { BUCKETS } from '../core/mav/values.ts';
import { isCode, type Severities } from '../core/notation/diagnostic.ts';

/** Modes of lenses: all; aggregates only; only the worst prediction of each position; none. */
export const LENS_MODES = ['all', 'summary', 'worst', 'off'] as const;
export type LensMode = (typeof LENS_MODES)[number];

/** Side at the bottom of a board; `mover` is the side to move. */
export const ORIENTATIONS = ['white', 'black', 'mover'] as const;
export type Orientation = (typeof ORIENTATIONS)[number];

/** Maximum m of lenses: the exact walk grows with the power of m. */
export const MAX_LENS_DEPTH = 6;

/** Maximum search depth of an engine, in plies: every ply multiplies the time. */
export const MAX_ENGINE_DEPTH = 40;
export const MAX_ENGINE_THREADS = 64;

/** Maximum of `maxFileSize`, in millions of characters: the server cannot hold a longer text as a string. */
export const MAX_FILE_SIZE = 500;

/** Settings that the language server reads, from the section `statelens`. */
export interface ServerSettings {
  /** `lens.mode` */
  readonly lensMode: LensMode;
  /** `lens.m`: depth of p_m and r_m, 1 to `MAX_LENS_DEPTH`. */
  readonly m: number;
  /** `board.orientation` */
  readonly orientation: Orientation;
  /** `diagnostics.severity` */
  readonly severities: Severities;
  /** `diagnostics.strictExport`: also diagnose the requirements of the export format alone. */
  readonly strictExport: boolean;
  /** `format.style` */
  readonly formatStyle: FormatStyle;
  /** `inlayHints.position`: the hint after moves. */
  readonly inlayPosition: InlayPosition;
  /** `inlayHints.opening`: the opening's name after the last move that it covers. */
  readonly inlayOpening: boolean;
  /** `inlayHints.glyphs`: the sign that a `$` number stands for. */
  readonly inlayGlyphs: boolean;
  /** `inlayHints.situation`: side to move and check after a FEN. */
  readonly inlaySituation: boolean;
  /** `inlayHints.values`: the win probability after a value of a MAV file. */
  readonly inlayValues: boolean;
  /** `links`: the public board that positions link to. */
  readonly links: LinkTarget;
  /**
   * `mav.format`: the format of MAV files.
   */
  readonly mavDialect: MavDialect;
  /** `mav.checkValues`: true to compare values of MAV files with an engine. */
  readonly mavCheckValues: boolean;
  /** `mav.valueTolerance`: maximum difference from the engine's value in buckets, 1 to 63. */
  readonly mavValueTolerance: number;
  /** `engine.path`: a UCI program; empty for the bundled engine. */
  readonly enginePath: string;
  /** `engine.depth`: plies, 1 to `MAX_ENGINE_DEPTH`. */
  readonly engineDepth: number;
  /**
   * `maxFileSize`: maximum length of a document that is read, in UTF-16 code units; the setting is in millions, above 0
   * and at most 500.
   */
  readonly maxFileSize: number;
  /** `engine.threads`, 1 to `MAX_ENGINE_THREADS`. */
  readonly engineThreads: number;
}

/**
 * Styles of PGN formatting: `gentle` keeps line breaks and normalizes spaces within lines; `export` is the standard's
 * export format (3.2).
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

const LEVELS: readonly unknown[] = ['error', 'warning', 'info', 'hint', 'off'];
/** Returns true for a known code with a known severity; other entries are ignored. */
const isSeverity = (code: string, level: unknown): level is Severities[keyof Severities] =>
  isCode(code) && LEVELS.includes(level);

/** Returns the value of `a.b` in an object that has it nested, or under a key with dots (editors differ). */
function setting(section: unknown, name: string): unknown {
  if (typeof section !== 'object' || section === null) return undefined;
  const values = section as Readonly<Record<string, unknown>>;
  if (Object.hasOwn(values, name)) return values[name];
  for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
    const found = setting(values[name.slice(0, dot)], name.slice(dot + 1));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Former names of settings by the present ones; a former one is read where the present one is not set. */
export const FORMER_NAMES: ReadonlyMap<string, string> = new Map(
  ['dialect', 'values', 'rounding', 'header', 'connectFour', 'strictMeta'].map((name) => [
    `mav.format.${name}`,
    `mav.${name}`,
  ]),
);

/** Settings, and the errors in what they were read from. */
export interface CheckedSettings {
  readonly settings: ServerSettings;
  readonly faults: readonly SettingFault[];
}

/** Reads the section `statelens` as a client sends it; a missing or wrong value has its default. */
export const readSettings = (section: unknown): ServerSettings => checkedSettings(section).settings;

/** Reads the section `statelens` as `readSettings` does, with its errors. */
export function checkedSettings(section: unknown): CheckedSettings {
  const read = new SettingsReader((name) => setting(section, name));
  const whole = (name: string, most: number, otherwise: number): number =>
    read.number(name, { least: 1, most, isWhole: true }, otherwise);
  const fileSize = { least: 0, most: MAX_FILE_SIZE, isAbove: true };
  const settings: ServerSettings = {
    lensMode: read.oneOf('lens.mode', LENS_MODES, DEFAULT_SETTINGS.lensMode),
    m: whole('lens.m', MAX_LENS_DEPTH, DEFAULT_SETTINGS.m),
    orientation: read.oneOf('board.orientation', ORIENTATIONS, DEFAULT_SETTINGS.orientation),
    severities: read.entries('diagnostics.severity', `a code with one of ${LEVELS.join(', ')}`, isSeverity),
    strictExport: read.flag('diagnostics.strictExport'),
    formatStyle: read.oneOf('format.style', FORMAT_STYLES, DEFAULT_SETTINGS.formatStyle),
    inlayPosition: read.oneOf('inlayHints.position', INLAY_POSITIONS, DEFAULT_SETTINGS.inlayPosition),
    inlayOpening: read.flag('inlayHints.opening'),
    inlayGlyphs: read.flag('inlayHints.glyphs'),
    inlaySituation: read.flag('inlayHints.situation'),
    inlayValues: read.flag('inlayHints.values', DEFAULT_SETTINGS.inlayValues),
    links: read.oneOf('links', LINK_TARGETS, DEFAULT_SETTINGS.links),
    mavDialect: readDialect(read),
    mavCheckValues: read.flag('mav.checkValues'),
    mavValueTolerance: whole('mav.valueTolerance', BUCKETS - 1, DEFAULT_SETTINGS.mavValueTolerance),
    enginePath: read.text('engine.path'),
    engineDepth: whole('engine.depth', MAX_ENGINE_DEPTH, DEFAULT_SETTINGS.engineDepth),
    engineThreads: whole('engine.threads', MAX_ENGINE_THREADS, DEFAULT_SETTINGS.engineThreads),
    maxFileSize: Math.round(read.number('maxFileSize', fileSize, DEFAULT_SETTINGS.maxFileSize / 1e6) * 1e6),
  };
  return { settings, faults: read.faults };
}

function readDialect(read: SettingsReader): MavDialect {
  return {
    base: read.oneOf('mav.format.dialect', MAV_DIALECTS) === 'base0' ? 0 : 1,
    token: read.oneOf('mav.format.values', ['ctrl', 'val']),
    rounding: read.oneOf('mav.format.rounding', ['ceil', 'round']),
    header: read.oneOf('mav.format.header', ['mav', 'token']),
    discs: read.oneOf('mav.format.connectFour', ['player', 'digit0', 'digit1']),
    strictMeta: read.flag('mav.format.strictMeta'),
    format: 'mav',
  };
}

/** A setting with an invalid value. */
export interface SettingFault {
  /** The name, as in `statelens.NAME`. */
  readonly name: string;
  readonly value: unknown;
  /** Allowed values, as `must be …`. */
  readonly expected: string;
  /** The value used instead; undefined for that of the model, or none. */
  readonly used: unknown;
}

/** Bounds of a number, inclusive unless `isAbove`. */
interface Bounds {
  readonly least: number;
  readonly most: number;
  readonly isWhole?: boolean;
  /** True if the number must be above `least`. */
  readonly isAbove?: boolean;
  /** True if a number out of bounds is replaced by the nearest bound instead of the default. */
  readonly isBounded?: boolean;
}

/** Maximum length of a value in a message, in UTF-16 units. */
const MAX_SHOWN = 60;

/** Reader of single settings. A missing value silently has its default; an invalid one has it too, and is an error. */
export class SettingsReader {
  readonly faults: SettingFault[] = [];
  readonly #valueOf: (name: string) => unknown;

  /** @param valueOf returns the value of a setting by its name below `statelens`; undefined or null if it is not set */
  constructor(valueOf: (name: string) => unknown) {
    this.#valueOf = valueOf;
  }

  flag(name: string, otherwise = false): boolean {
    const { at, value } = this.#find(name);
    return typeof value === 'boolean' ? value : this.#fault(at, value, 'true or false', otherwise);
  }

  /** @param otherwise by default the first of the choices */
  oneOf<const Choices extends readonly [string, ...string[]]>(
    name: string,
    choices: Choices,
    otherwise: Choices[number] = choices[0],
  ): Choices[number] {
    const { at, value } = this.#find(name);
    const found = choices.find((item) => item === value);
    return found ?? this.#fault(at, value, `one of ${choices.join(', ')}`, otherwise);
  }

  number<Otherwise extends number | undefined>(name: string, bounds: Bounds, otherwise: Otherwise): number | Otherwise {
    const value = this.#valueOf(name);
    const { least, most, isWhole = false, isAbove = false, isBounded = false } = bounds;
    const isNumber = typeof value === 'number' && Number.isFinite(value) && (!isWhole || Number.isInteger(value));
    if (isNumber && value <= most && (isAbove ? value > least : value >= least)) return value;
    const words = `a ${isWhole ? 'whole ' : ''}number ${isAbove ? `above ${least} and at most` : `from ${least} to`} ${most}`;
    const used = isNumber && isBounded ? Math.min(most, Math.max(least, value)) : otherwise;
    return this.#fault(name, value, words, used);
  }

  /** Returns a text without surrounding whitespace. */
  text(name: string, otherwise = ''): string {
    const value = this.#valueOf(name);
    if (typeof value !== 'string') return this.#fault(name, value, 'a text', otherwise);
    return value.trim() === '' ? otherwise : value.trim();
  }

  /** Returns the valid entries of an object. */
  entries<Value>(name: string, expected: string, isGood: (key: string, value: unknown) => value is Value) {
    const value = this.#valueOf(name);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    const good: Record<string, Value> = {};
    for (const [key, item] of Object.entries(isObject ? value : this.#fault(name, value, 'an object', {}))) {
      if (isGood(key, item)) good[key] = item;
      else this.#fault(`${name}.${key}`, item, expected, undefined);
    }
    return good;
  }

  /** Returns the value of a setting, with the name under which it is set. */
  #find(name: string): { readonly at: string; readonly value: unknown } {
    const value = this.#valueOf(name);
    const former = FORMER_NAMES.get(name);
    return former === undefined || (value !== undefined && value !== null)
      ? { at: name, value }
      : { at: former, value: this.#valueOf(former) };
  }

  #fault<Used>(name: string, value: unknown, expected: string, used: Used): Used {
    if (value !== undefined && value !== null) this.faults.push({ name, value, expected, used });
    return used;
  }
}

/** Formats an error as one sentence: the setting, its value, the allowed values and the value used instead. */
export function settingFaultText({ name, value, expected, used }: SettingFault): string {
  const shown = JSON.stringify(value) ?? String(value);
  const cut = shown.length > MAX_SHOWN ? `${shown.slice(0, MAX_SHOWN)}…` : shown;
  const instead = used === undefined ? 'it is ignored' : `${JSON.stringify(used)} is used`;
  return `the setting statelens.${name} is ${cut}, and must be ${expected}: ${instead}`;
}
