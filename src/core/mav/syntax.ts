import { err, ok, type Result } from '../base/result.ts';
import type { Range } from '../base/text/range.ts';
import type { Diagnostic } from '../notation/diagnostic.ts';

// The syntax of multi-action-value examples and internal-search traces (Schultz et al., section 2 and the
// internal-search figure), as far as a text has it: missing parts are undefined. Ranges are offsets of the text.

/** A piece of text with its range. */
export interface MavWord {
  readonly range: Range;
  readonly text: string;
}

/** Commands whose argument is a state. */
export const POSITION_COMMANDS = ['prev_state', 'prev_FEN', 'state', 'FEN'] as const;
export type PositionCommand = (typeof POSITION_COMMANDS)[number];
/** Commands whose argument is a move. */
export const ACTION_COMMANDS = ['prev_action', 'best_action'] as const;
export type ActionCommand = (typeof ACTION_COMMANDS)[number];

/** A command of a header or at the start of a line. */
export interface Command {
  /** From `%` to its last character. */
  readonly range: Range;
  /** Published spelling, without `%`: `top_5`, `prev_FEN`; as written if it is unknown. */
  readonly name: string;
  readonly kind: 'position' | 'action' | 'top' | 'unknown';
  /** Number of actions of `top`. */
  readonly k: number | 'all' | undefined;
}

/** An action with its value: `e2e4:<ctrl33>`. */
export interface ActionValue {
  readonly range: Range;
  readonly move: MavWord;
  /** As written, without quotation marks; undefined if missing. */
  readonly value: MavWord | undefined;
  /** Number in the value, as written; undefined without one. */
  readonly bucket: number | undefined;
}

export type LineBody =
  | { readonly kind: 'state'; readonly state: MavWord }
  | { readonly kind: 'move'; readonly move: MavWord }
  | {
      readonly kind: 'list';
      readonly actions: readonly ActionValue[];
      /** True if an ellipsis stands for more of them. */
      readonly isElided: boolean;
    }
  | { readonly kind: 'terminal'; readonly result: MavWord }
  /** Nothing that the command accepts. */
  | { readonly kind: 'none' };

/** `[%state ...]` */
export interface MavLine {
  readonly range: Range;
  /** True if it ends with its bracket. */
  readonly isClosed: boolean;
  readonly command: Command;
  readonly body: LineBody;
}

/** `<mav game=chess> %state %top_1 </mav>`, or `<|chess|> %state %top_1`. */
export interface Header {
  readonly range: Range;
  /** `token` for `<|chess|>`, which need not be closed. */
  readonly form: 'mav' | 'token';
  /** `<mav game=chess>`, as far as it is written. */
  readonly open: Range;
  readonly game: MavWord | undefined;
  readonly commands: readonly Command[];
  /** `</mav>`; undefined if missing. */
  readonly close: Range | undefined;
}

/**
 * A header with the lines below it: inputs, and the existing outputs. In a trace the header may be missing: then its
 * range is empty, its commands are those of the lines, and `open` is the text in its place.
 */
export interface Example {
  readonly kind: 'example';
  readonly range: Range;
  readonly header: Header;
  readonly lines: readonly MavLine[];
}

/** `<root g3d6>`: the moves from the root. */
export interface NodeRef {
  readonly range: Range;
  readonly path: readonly MavWord[];
}

/** Returns the key of a node by its moves from the root; '' for the root. */
export const pathKey = (path: readonly string[]): string => path.join(' ');

/** Returns the key of a node's parent; undefined for the root. */
export const parentKey = (path: readonly string[]): string | undefined =>
  path.length === 0 ? undefined : pathKey(path.slice(0, -1));

/** The action that a decision selects, or the result after `invalid`. */
export type Selection =
  | { readonly kind: 'action'; readonly range: Range; readonly action: ActionValue }
  | { readonly kind: 'terminal'; readonly range: Range; readonly result: MavWord };

export type TraceStep =
  | {
      readonly kind: 'evaluation';
      readonly range: Range;
      readonly node: NodeRef | undefined;
      readonly example: Example | undefined;
    }
  | {
      readonly kind: 'expansion';
      readonly range: Range;
      readonly node: NodeRef | undefined;
      readonly children: readonly NodeRef[];
    }
  | {
      readonly kind: 'decision';
      readonly range: Range;
      readonly node: NodeRef | undefined;
      readonly actions: readonly ActionValue[];
      readonly selection: Selection | undefined;
    };

/** A number with its range: `breadth=3`. */
export interface Parameter {
  readonly range: Range;
  /** Undefined if it is not an integer. */
  readonly value: number | undefined;
  /** The value as written. */
  readonly text: string;
}

/** A linearized search: `Minimax breadth=3 depth=1` and its steps. */
export interface Trace {
  readonly kind: 'trace';
  readonly range: Range;
  /** The first line; empty if missing. */
  readonly head: Range;
  readonly breadth: Parameter | undefined;
  readonly depth: Parameter | undefined;
  readonly steps: readonly TraceStep[];
  /** The move that is played at the end. */
  readonly playing: MavWord | undefined;
}

/** A part of a document: an example or a trace with the comments before it and the blank lines below it. */
export interface MavSection {
  /** UTF-16 code units, 1 or more. */
  readonly length: number;
  readonly item: Example | Trace | undefined;
  /** Syntax errors. */
  readonly faults: readonly Diagnostic[];
}

/** Spelling of MAV where its sources differ or leave it open. Reading doesn't depend on `token` and `header`. */
export interface MavDialect {
  /** The lowest bucket: 1 as published, or 0. */
  readonly base: 0 | 1;
  /** The token of a bucket: `<ctrl28>` as published, or `<val_28>`. Both are read. */
  readonly token: 'ctrl' | 'val';
  /**
   * Bucket of a probability p: `ceil` is max(1, ceil(64 p)) for buckets from 1, `round` is round(63 p) for buckets from
   * 0.
   */
  readonly rounding: 'ceil' | 'round';
  /** The header of an example: `<mav game=chess> ... </mav>` as published, or `<|chess|> ...`. Both are read. */
  readonly header: 'mav' | 'token';
  /**
   * Action of Connect Four: `player` is `x3`, the player and the column from 0; `digit0` the column alone from 0,
   * `digit1` from 1. `x3` is read in all of them, and a digit alone is a column from 0 unless it is `digit1`.
   */
  readonly discs: 'player' | 'digit0' | 'digit1';
  /**
   * True to read all eleven digits of a native chess state (`fenToNative`); false for the last three, the fullmove
   * number.
   */
  readonly strictMeta: boolean;
  /**
   * Language of the text: MAV, or the lines of RookWorld (`rookworld/rook-lines.ts`), where the other settings apply to
   * prompts of MAV only.
   */
  readonly format: 'mav' | 'rookworld';
}

export const PUBLISHED_DIALECT: MavDialect = {
  base: 1,
  token: 'ctrl',
  rounding: 'ceil',
  header: 'mav',
  discs: 'player',
  strictMeta: false,
  format: 'mav',
};

/** Returns true if two dialects read a text as the same states and actions; the meaning of values may differ. */
export const readsAlike = (a: MavDialect, b: MavDialect): boolean =>
  a.discs === b.discs && a.strictMeta === b.strictMeta && a.format === b.format;

/** Settings of each dialect word; those of the published form come first. */
const WORDS: Readonly<Record<string, Partial<MavDialect>>> = {
  base1: { base: 1 },
  base0: { base: 0 },
  ctrl: { token: 'ctrl' },
  val: { token: 'val' },
  ceil: { rounding: 'ceil' },
  round: { rounding: 'round' },
  mav: { header: 'mav' },
  header: { header: 'token' },
  player: { discs: 'player' },
  digit0: { discs: 'digit0' },
  digit1: { discs: 'digit1' },
  'strict-meta': { strictMeta: true },
  rookworld: { format: 'rookworld' },
};

export const DIALECT_WORDS = Object.keys(WORDS);

/**
 * Parses dialect words separated by commas or spaces: `base0,val`. Settings without a word keep their value in
 * `before`.
 *
 * @returns an error that names the first unknown word
 */
export function parseDialect(words: string, before: MavDialect = PUBLISHED_DIALECT): Result<MavDialect, string> {
  let dialect = before;
  for (const word of words.split(/[\s,]+/)) {
    if (word === '') continue;
    const name = word.toLowerCase();
    if (!Object.hasOwn(WORDS, name))
      return err(`unknown dialect word ${word}; expected one of ${DIALECT_WORDS.join(', ')}`);
    dialect = { ...dialect, ...WORDS[name] };
  }
  return ok(dialect);
}
