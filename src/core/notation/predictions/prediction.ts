import type { Range, TextEdit } from '../../base/text/range.ts';
import type { ChessVariant } from '../../games/chess/chess-variants.ts';
import type { ComparisonRules } from '../../metrics/comparison-rules.ts';
import type { HistoryPly } from '../../metrics/placement.ts';
import type { WorldSpec } from '../../worlds/world-spec.ts';
import type { VariationStep } from '../pgn/tree-lookup.ts';

/** A predicted state in a document. Its FEN has not been validated. */
export interface Prediction {
  readonly label: Label;
  /**
   * The predicted text, decoded, white-space runs read as one space; undefined for `?`: the answer contained no state.
   */
  readonly fen: string | undefined;
  /** Range of the whole command (PGN: `[%pfen ...]`; FEN and walk files: the line from `#`). */
  readonly range: Range;
  /** Range of the encoded FEN or `?` inside `range`. */
  readonly fenRange: Range;
  /** 0-based index of the game, of the FEN record in a FEN file, or of the walk in a walk file. */
  readonly game: number;
  /**
   * Plies from the start of the game to the predicted position, through its variation. In a FEN file by the record's
   * side to move and fullmove number, 0 if they cannot be read; in a walk file the number of actions.
   */
  readonly ply: number;
  /** Path in the tree: empty on the main line. */
  readonly path: readonly VariationStep[];
  /** Move before the position as written; undefined at the start position. */
  readonly san: string | undefined;
  /** Any game or world in a walk file; else chess or Chess960. */
  readonly variant: ComparisonRules;
  /** Specification of the world; only in walk files, and missing if there is no such world. */
  readonly world?: WorldSpec;
  /**
   * The position it refers to; undefined if the line up to it could not be replayed (an illegal move, an invalid FEN
   * tag, an unknown variant). Its en passant square is given only if a capture there is legal. Computed on first read.
   */
  readonly trueFen: string | undefined;
  /**
   * Reason why `trueFen` is undefined, as text to follow "not scored: ": `7.Nf9 above is illegal`; undefined if it is
   * known.
   */
  readonly unknown: string | undefined;
  /** Returns all positions of its line from the start to the one it refers to; empty if `trueFen` is undefined. */
  history(): readonly HistoryPly[];
}

/** A prediction in a PGN, FEN or EPD file. */
export interface ChessPrediction extends Prediction {
  readonly variant: ChessVariant;
}

/** A prediction to write into a document. */
export interface Annotation {
  readonly game: number;
  readonly ply: number;
  /** Default: the main line. */
  readonly path?: readonly VariationStep[];
  readonly label: Label;
  /** Undefined or empty if the answer had no state; written as `?`. */
  readonly fen: string | undefined;
  /** State that the question was about: if the document has a different one, nothing is written. */
  readonly trueFen?: string;
  /** In a walk file the actions that lead to it, in place of `trueFen`. */
  readonly moves?: readonly string[];
}

/**
 * Returns true if two FENs have different boards or sides to move. Of truncated texts the existing fields are compared.
 */
export function isOtherPosition(fen: string, expected: string): boolean {
  const [fields, wanted] = [fen, expected].map((text) => text.trim().split(/\s+/, 2));
  return wanted?.some((field, i) => (fields?.[i] ?? field) !== field) === true;
}

/**
 * Actions for a position that already has a prediction with the same label. `number` writes it with the next free `#n`.
 */
export const SAME_LABEL = ['skip', 'replace', 'number'] as const;
export type SameLabel = (typeof SAME_LABEL)[number];

export interface AnnotateResult {
  /** Sorted, without overlaps. */
  readonly edits: readonly TextEdit[];
  /** Number of predictions written: new, replaced or numbered. */
  readonly written: number;
  /** Number of predictions skipped because the label already existed. */
  readonly skipped: number;
  /** Indices of the annotations whose game, ply or path does not exist in the document. */
  readonly missing: readonly number[];
}

/**
 * Notes on the origin of a state that readers must know: another state may as well be the answer, or a person chose it.
 * Written after a label: `gpt-4o!doubtful`.
 */
export const LABEL_NOTES = ['doubtful', 'by-hand'] as const;
export type LabelNote = (typeof LABEL_NOTES)[number];

/** The source of a prediction: `model[@template][#sample][!note]`. */
export interface Label {
  /** The whole label without its note, encoded as in files; equal labels have equal texts. */
  readonly text: string;
  readonly model: string;
  /** The prompt template, if named. */
  readonly template?: string;
  /** The number of the sample, if named; `annotate` continues counting from it. */
  readonly sample?: string;
  readonly note?: LabelNote;
}

/** Separators of a label, so encoded inside its parts. */
const SEPARATORS = ' @#';

/** Builds a label from its parts. An empty template or sample is omitted. */
export function makeLabel(model: string, template?: string, sample?: string | number, note?: LabelNote): Label {
  const sampleText = sample === undefined ? '' : String(sample);
  const templateText = template ?? '';
  const written =
    encodePercent(model, SEPARATORS) +
    (templateText === '' ? '' : `@${encodePercent(templateText, SEPARATORS)}`) +
    (sampleText === '' ? '' : `#${encodePercent(sampleText, SEPARATORS)}`);
  const own = noteAt(written);
  const text = own === undefined ? written : `${written.slice(0, -own.length - 1)}%21${own}`;
  return {
    text,
    model,
    ...(templateText === '' ? {} : { template: templateText }),
    ...(sampleText === '' ? {} : { sample: sampleText }),
    ...(note === undefined ? {} : { note }),
  };
}

/** Returns the note at the end of a text; undefined without one. */
const noteAt = (text: string): LabelNote | undefined => LABEL_NOTES.find((note) => text.endsWith(`!${note}`));

/** Prints a label for files. */
export const formatLabel = ({ text, note }: Label): string => (note === undefined ? text : `${text}!${note}`);

/** Reads a label: a note ends it, the last `#` starts the sample, the first `@` the template. Never fails. */
export function parseLabel(written: string): Label {
  const note = noteAt(written);
  const text = note === undefined ? written : written.slice(0, -note.length - 1);
  const hash = text.lastIndexOf('#');
  const head = hash < 0 ? text : text.slice(0, hash);
  const at = head.indexOf('@');
  return makeLabel(
    decodePercent(at < 0 ? head : head.slice(0, at)),
    at < 0 ? undefined : decodePercent(head.slice(at + 1)),
    hash < 0 ? undefined : decodePercent(text.slice(hash + 1)),
    note,
  );
}

/** Returns the text of a label without its sample number: samples of one model are aggregated, templates are not. */
export function withoutSample(text: string): string {
  const hash = text.lastIndexOf('#');
  return hash < 0 ? text : text.slice(0, hash);
}

/**
 * Returns true for characters that are always escaped, since they would end the command, the comment or the escape
 * itself.
 */
const isSpecial = (c: number): boolean =>
  c === 0x25 || // %
  c === 0x7b || // {
  c === 0x7d || // }
  c === 0x5d || // ]
  c < 0x20 ||
  (c >= 0x7f && c <= 0x9f) ||
  c === 0x2028 ||
  c === 0x2029 ||
  c === 0xfeff;

const hex = (byte: number): string => `%${byte < 16 ? '0' : ''}${byte.toString(16).toUpperCase()}`;

/** Returns the UTF-8 bytes of a code unit below the surrogates, percent-encoded. */
function escapeUnit(c: number): string {
  if (c < 0x80) return hex(c);
  if (c < 0x800) return hex(0xc0 | (c >> 6)) + hex(0x80 | (c & 63));
  return hex(0xe0 | (c >> 12)) + hex(0x80 | ((c >> 6) & 63)) + hex(0x80 | (c & 63));
}

/**
 * Percent-encodes `% { } ]`, control characters, line separators and the characters of `more`; everything else stays
 * readable.
 */
export function encodePercent(text: string, more = ''): string {
  let out = '';
  let done = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (!isSpecial(c) && !more.includes(text.charAt(i))) continue;
    out += text.slice(done, i) + escapeUnit(c);
    done = i + 1;
  }
  return out + text.slice(done);
}

/** Undoes `encodePercent`. Anything that is not an escape of valid UTF-8 is read literally. */
export function decodePercent(text: string): string {
  return text.replace(/(?:%[0-9A-Fa-f]{2})+/g, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes;
    }
  });
}
