import { err, ok, type Result } from '../base/result.ts';
import type { Range } from '../base/text/range.ts';
import type { Diagnostic } from '../notation/diagnostic.ts';

// The syntax of multi-action-value examples and internal-search traces (Schultz et al., section 2 and the internal-search
// figure), as far as a text has it: whatever is missing is undefined. Ranges are offsets of the text that was read.

/** A piece of text at its place. */
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
  /** As it is to be written, without `%`: `top_5`, `prev_FEN`; as it is written where it is unknown. */
  readonly name: string;
  readonly kind: 'position' | 'action' | 'top' | 'unknown';
  /** Of `top`: how many actions. */
  readonly k: number | 'all' | undefined;
}

/** An action with its value: `e2e4:<ctrl33>`. */
export interface ActionValue {
  readonly range: Range;
  readonly move: MavWord;
  /** As it is written, without quotation marks; undefined when there is none. */
  readonly value: MavWord | undefined;
  /** The number in the value, as it is written; undefined when it holds none. */
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
  /** Nothing that the command could take. */
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
  /** `<mav game=chess>`, as far as it is there. */
  readonly open: Range;
  readonly game: MavWord | undefined;
  readonly commands: readonly Command[];
  /** `</mav>`; undefined when there is none. */
  readonly close: Range | undefined;
}

/**
 * A header with the lines below it: inputs, and the outputs that are there. In a trace the header may be missing: then its range is empty,
 * its commands are those of the lines, and `open` is what stands in its place.
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

/** What a decision selects, or what `invalid` says. */
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

/** A number with its place: `breadth=3`. */
export interface Parameter {
  readonly range: Range;
  /** Undefined where it is no whole number. */
  readonly value: number | undefined;
  /** The value as it is written. */
  readonly text: string;
}

/** A linearised search: `Minimax breadth=3 depth=1` and what follows. */
export interface Trace {
  readonly kind: 'trace';
  readonly range: Range;
  /** The first line; empty where it is missing. */
  readonly head: Range;
  readonly breadth: Parameter | undefined;
  readonly depth: Parameter | undefined;
  readonly steps: readonly TraceStep[];
  /** The move that is played in the end. */
  readonly playing: MavWord | undefined;
}

/** A part of a document: an example or a trace with the comments before it and the blank lines below it. */
export interface MavSection {
  /** UTF-16 code units, 1 or more. */
  readonly length: number;
  readonly item: Example | Trace | undefined;
  /** What is wrong with the syntax. */
  readonly faults: readonly Diagnostic[];
}

/** How MAV is written where its sources differ, or say nothing. What is read does not depend on `token` and `header`. */
export interface MavDialect {
  /** The lowest bucket: 1 as published, or 0. */
  readonly base: 0 | 1;
  /** The token of a bucket: `<ctrl28>` as published, or `<val_28>`. Both are read. */
  readonly token: 'ctrl' | 'val';
  /** The bucket of a probability p: `ceil` is max(1, ceil(64 p)) of the buckets from 1 on, `round` is round(63 p) of those from 0 on. */
  readonly rounding: 'ceil' | 'round';
  /** The header of an example: `<mav game=chess> ... </mav>` as published, or `<|chess|> ...`. Both are read. */
  readonly header: 'mav' | 'token';
  /**
   * An action of Connect Four: `player` is `x3`, the player and the column from 0 on; `digit0` the column alone from 0 on, `digit1`
   * from 1 on. `x3` is read in all of them, and a digit alone is a column from 0 on unless it is `digit1`.
   */
  readonly discs: 'player' | 'digit0' | 'digit1';
  /** True if all eleven digits of a native chess state are read (`writeNative`); else the last three, the fullmove number. */
  readonly strictMeta: boolean;
  /** The text itself: MAV, or the lines of RookWorld (`rookworld/syntax.ts`), where nothing above matters but to prompts of MAV. */
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

/** True if two dialects read a text as the same states and actions; what values mean may differ. */
export const readsAlike = (a: MavDialect, b: MavDialect): boolean =>
  a.discs === b.discs && a.strictMeta === b.strictMeta && a.format === b.format;

/** What each word of a list sets; those of the published form stand first. */
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
 * The dialect that words name, separated by commas or blanks: `base0,val`. What they leave open is as in `before`.
 *
 * @returns an error that names the first word that is none
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
