import type { Range } from '../../core/base/text/range.ts';
import { type CheckOptions, checkMavView, checkText } from '../../core/languages/check.ts';
import { type ListPlace, listPlaces } from '../../core/mav/features/list-comparison.ts';
import { statePredictions } from '../../core/mav/features/predictions.ts';
import { MAV_LOOKAHEAD, readMavSection } from '../../core/mav/read-mav.ts';
import type { MavDialect } from '../../core/mav/syntax.ts';
import { type MavView, mavView } from '../../core/mav/view.ts';
import type { Compared } from '../../core/metrics/compared.ts';
import { type Diagnostic, shiftDiagnostic, sorted } from '../../core/notation/diagnostics/diagnostic.ts';
import { startsComment } from '../../core/notation/fen/comment-line.ts';
import type { Language } from '../../core/notation/language.ts';
import { checkGame } from '../../core/notation/pgn/check/game.ts';
import { isCertain } from '../../core/notation/pgn/cut.ts';
import { type GameChunk, isGame, readChunk } from '../../core/notation/pgn/document.ts';
import type { VariationStep } from '../../core/notation/pgn/paths.ts';
import { predictionsIn } from '../../core/notation/predictions/annotate.ts';
import type { LabelNote, Prediction } from '../../core/notation/predictions/types.ts';
import { isWalkStart } from '../../core/notation/walk/walk-lines.ts';
import type { WorldFiles } from '../../core/notation/walk/walk-world.ts';
import type { WorldSpec } from '../../core/worlds/world-spec.ts';

/** A piece of a document that is read by itself: a game of a PGN, a record of a FEN file with the lines below it, a walk. */
export interface Reading {
  /** UTF-16 code units, 1 or more. */
  readonly length: number;
  /** True if it is a game or record, which are counted. */
  readonly counts: boolean;
  /** The tokens of a game; undefined for a record. */
  readonly chunk: GameChunk | undefined;
  /** The parsed content of a MAV section, from its own text; undefined in other languages, and where it was dropped (`KeptViews`). */
  view?: MavView | undefined;
  /** Its lists of actions that can be compared. */
  readonly lists?: readonly ListPlace[];
}

/** A prediction as plain data, with offsets from the start of its section. */
export interface LocalPrediction {
  readonly label: string;
  /** How the state was taken from the answer, where that is not certain. */
  readonly note?: LabelNote;
  /** A FEN, or a state as its game or world prints it: of Connect Four and Hex `x || cells ||`. Null: the answer held no state. */
  readonly fen: string | null;
  readonly range: Range;
  /** In a MAV file the number of the position among those of its section. */
  readonly ply: number;
  readonly path: readonly VariationStep[];
  readonly variant: Compared;
  /** What the world of a walk is opened from. */
  readonly world?: WorldSpec;
  /** Null when the moves up to it cannot be replayed. */
  readonly trueFen: string | null;
  /** Why `trueFen` is null, as text behind "not scored: "; null where it is known. */
  readonly unknown: string | null;
  /** The predicted text as it is written, or `?`; null in a MAV file. */
  readonly fenRange: Range | null;
}

/** The division of a language into sections. Everything but `read` sees a section's own text; all count from its start. */
export interface SectionReader {
  /** Code units that are looked at for the end of a section at first. */
  readonly window: number;
  /** Code units behind a section on which its end may depend, where the section after it is shorter. */
  readonly lookahead: number;
  /**
   * Reads the section that a text starts with. The text may go on behind it; undefined when it stops before it is certain
   * where the section ends, unless it is all that there is (`whole`).
   */
  read(text: string, whole: boolean, dialect?: MavDialect): Reading | undefined;
  check(text: string, reading: Reading, options: CheckOptions): readonly Diagnostic[];
  /** @param worlds the files of worlds that walks name */
  predictions(text: string, reading: Reading, worlds?: WorldFiles): readonly LocalPrediction[];
}

const BOM = 0xfeff;

/** Enough for most games. */
const WINDOW = 1 << 13;

const PGN: SectionReader = {
  window: WINDOW,
  lookahead: 0,
  read(text, whole) {
    const chunk = readChunk(text, 0);
    if (!whole && (chunk.length === text.length || !isCertain(text, chunk.length))) return undefined;
    return { length: chunk.length, counts: isGame(chunk), chunk };
  },
  check: (text, { chunk, counts }, options) =>
    sorted(checkGame(text, chunk ?? readChunk(text, 0), 0, counts ? 0 : undefined, options).list),
  predictions: (text) => (text.includes('[%pfen') ? local(text, 'pgn') : []),
};

/** Checks a section behind the first one: only the first character of a file is a byte order mark. */
const checkLines =
  (language: Language): SectionReader['check'] =>
  (text, _reading, options) => {
    if (text.charCodeAt(0) !== BOM) return checkText(text, language, options);
    return checkText(`\n${text}`, language, options).map((d) => shiftDiagnostic(d, -1, 0));
  };

const lineBased = (language: 'fen' | 'epd'): SectionReader => ({
  window: WINDOW,
  lookahead: 0,
  read: (text, whole) => readRecord(text, whole, 0),
  check: checkLines(language),
  predictions: (text) => (text.includes('pfen') ? local(text, language) : []),
});

/** The first section, where a byte order mark is one. */
const firstLines = (language: 'fen' | 'epd', reader: SectionReader): SectionReader => ({
  ...reader,
  read: (text, whole) => readRecord(text, whole, text.charCodeAt(0) === BOM ? 1 : 0),
  check: (text, _reading, options) => checkText(text, language, options),
});

const checkMavSection =
  (isFirst: boolean): SectionReader['check'] =>
  (text, { view }, { mavDialect }) =>
    checkMavView(view ?? mavView(text, undefined, mavDialect), mavDialect, 0, isFirst);

/** An example or a trace. */
const MAV: SectionReader = {
  window: 1 << 11,
  lookahead: MAV_LOOKAHEAD,
  read(window, whole, dialect) {
    // A kept slice would otherwise keep the whole document's old text alive.
    const text = copied(window);
    const section = readMavSection(text, 0);
    const { length, item } = section;
    // Where it ends depends on the first words behind it.
    if (!whole && text.slice(length).trim().length < MAV_LOOKAHEAD) return undefined;
    const view = mavView(text.slice(0, length), section, dialect);
    return { length, counts: item !== undefined, chunk: undefined, view, lists: listPlaces(view) };
  },
  check: checkMavSection(false),
  predictions: (text, { view }) =>
    statePredictions(view ?? mavView(text)).map(({ label, range, fen, trueFen, variant, position }) => ({
      label,
      range,
      fen,
      trueFen,
      variant,
      ply: position,
      path: [],
      unknown: null,
      fenRange: null,
    })),
};

/** The same text, which shares no memory with the one that it is a part of. */
const copied = (text: string): string => ` ${text}`.slice(1);

/** A walk with the lines below it; the first section of a file has those above it, too. */
const WALK: SectionReader = {
  window: WINDOW,
  lookahead: 0,
  read: (text, whole) => readRecord(text, whole, 0, isWalkStart),
  check: checkLines('walk'),
  predictions: (text, _reading, worlds) => (text.includes('pstate') ? local(text, 'walk', worlds) : []),
};

/** What says what a world is has one section. */
const whole = (language: 'pddl' | 'table'): SectionReader => ({
  window: 1 << 16,
  lookahead: 0,
  read: (text, isWhole) => (isWhole ? { length: text.length, counts: true, chunk: undefined } : undefined),
  check: (text, _reading, options) => checkText(text, language, options),
  predictions: () => [],
});

const FEN = lineBased('fen');
const EPD = lineBased('epd');
const READERS = {
  pgn: PGN,
  fen: FEN,
  epd: EPD,
  walk: WALK,
  mav: MAV,
  pddl: whole('pddl'),
  table: whole('table'),
} as const;
const FIRST_READERS = {
  ...READERS,
  fen: firstLines('fen', FEN),
  epd: firstLines('epd', EPD),
  walk: {
    ...WALK,
    read: (text: string, whole: boolean) => readRecord(text, whole, text.charCodeAt(0) === BOM ? 1 : 0, isWalkStart),
    check: (text: string, _reading: Reading, options: CheckOptions) => checkText(text, 'walk', options),
  },
  mav: { ...MAV, check: checkMavSection(true) },
} as const;

/** The reader of a language; `first` for the section at the start of the text. */
export const sectionReader = (language: Language, first = false): SectionReader =>
  (first ? FIRST_READERS : READERS)[language];

/**
 * A record (or a walk) with the lines below it that begin no other; the first section of a file has those above it, too.
 * `skipped`: length of a byte order mark at the start of the file.
 */
function readRecord(
  text: string,
  whole: boolean,
  skipped: number,
  isStart: (text: string, start: number, end: number) => boolean = isRecord,
): Reading | undefined {
  let records = 0;
  let line = 0;
  while (line < text.length) {
    let end = line;
    while (end < text.length && text.charCodeAt(end) !== 0x0a && text.charCodeAt(end) !== 0x0d) end++;
    if (isStart(text, line === 0 ? skipped : line, end)) {
      if (records > 0) return { length: line, counts: true, chunk: undefined };
      records++;
    }
    line = end + 1;
  }
  return whole ? { length: text.length, counts: records > 0, chunk: undefined } : undefined;
}

function isRecord(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const c = text.charCodeAt(i);
    if (c === 0x20 || c === 0x09 || c === 0x0b || c === 0x0c) continue;
    return !startsComment(text, i);
  }
  return false;
}

function local(text: string, language: Language, worlds?: WorldFiles): LocalPrediction[] {
  return predictionsIn(text, language, worlds).map((one) => localOf(one));
}

function localOf({
  label,
  fen,
  range,
  fenRange,
  ply,
  path,
  variant,
  world,
  trueFen,
  unknown,
}: Prediction): LocalPrediction {
  return {
    label: label.text,
    ...(label.note !== undefined && { note: label.note }),
    fen: fen ?? null,
    range,
    ply,
    path,
    variant,
    trueFen: trueFen ?? null,
    unknown: unknown ?? null,
    fenRange,
    ...(world !== undefined && { world }),
  };
}
