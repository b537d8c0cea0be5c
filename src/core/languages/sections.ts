import type { Range, TextSource } from '../base/text/range.ts';
import type { ListLocation } from '../mav/features/list-comparison.ts';
import type { MavDialect } from '../mav/syntax.ts';
import type { MavView } from '../mav/view.ts';
import type { ComparisonRules } from '../metrics/comparison-rules.ts';
import type { Diagnostic, NotationCheckOptions } from '../notation/diagnostic.ts';
import type { GameChunk } from '../notation/pgn/document.ts';
import type { VariationStep } from '../notation/pgn/tree-lookup.ts';
import type { LabelNote, Prediction } from '../notation/predictions/prediction.ts';
import type { WorldFiles } from '../notation/walk/walk-world.ts';
import type { WorldSpec } from '../worlds/world-spec.ts';
import type { DialectSource } from './trace/section-trace.ts';

/** Options of a check. Plain data: jobs carry it. */
export interface CheckOptions extends NotationCheckOptions {
  /** Notation of values of MAV files. Default: buckets from 1 to 64, as published. */
  readonly mavDialect?: MavDialect;
  /** Dialect files that traces may be written in. */
  readonly traceDialects?: readonly DialectSource[];
}

/**
 * A piece of a document that is read separately: a game of a PGN, a record of a FEN file with the lines below it, a
 * walk.
 */
export interface SectionReading {
  /** UTF-16 code units, 1 or more. */
  readonly length: number;
  /** True if it is a game or record, which are counted. */
  readonly counts: boolean;
  /** The tokens of a game; missing for a record. */
  readonly chunk?: GameChunk | undefined;
  /** The parsed content of a MAV section, from its own text; undefined in other languages, and once it was dropped. */
  view?: MavView | undefined;
  /** Its lists of actions that can be compared. */
  readonly lists?: readonly ListLocation[];
}

/** A prediction as plain data, with offsets from the start of its section. */
export interface LocalPrediction {
  readonly label: string;
  /** Note on the reading of the answer, if that is not certain. */
  readonly note?: LabelNote;
  /**
   * A FEN, or a state as its game or world prints it: for Connect Four and Hex `x || cells ||`. Null: the answer held
   * no state.
   */
  readonly fen: string | null;
  readonly range: Range;
  /** In a MAV file the number of the position among those of its section. */
  readonly ply: number;
  readonly path: readonly VariationStep[];
  readonly variant: ComparisonRules;
  /** Source of the world of a walk. */
  readonly world?: WorldSpec;
  /** Null if the moves up to it cannot be replayed. */
  readonly trueFen: string | null;
  /** Reason why `trueFen` is null, as text after "not scored: "; otherwise null. */
  readonly unknown: string | null;
  /** The predicted text as it is written, or `?`; null in a MAV file. */
  readonly fenRange: Range | null;
}

/** A long section that is read in short steps. */
export interface LongReading {
  /** Start in the text. */
  readonly from: number;
  /** Takes one step; returns the section with its text once it is read. */
  step(): { readonly reading: SectionReading; readonly text: string } | undefined;
}

/**
 * The division of a language into sections. All functions but `read` get a section's own text; all offsets count from
 * its start.
 */
export interface SectionReader {
  /** Code units that are first searched for the end of a section. */
  readonly window: number;
  /** Code units after a section on which its end may depend, if the next section is shorter. */
  readonly lookahead: number;
  /**
   * Reads the section that a text starts with. The text may continue after it; undefined if it ends before the end of
   * the section is certain, unless it is complete (`whole`).
   */
  readonly read: (text: string, whole: boolean, dialect?: MavDialect) => SectionReading | undefined;
  /** Reads a long section in steps. Without it, each section is read in one go. */
  readonly long?: (text: TextSource, from: number) => LongReading;
  /** Returns the findings of a section. Default: those of the kit in its text. */
  readonly check?: (text: string, reading: SectionReading, options: CheckOptions) => readonly Diagnostic[];
  /**
   * Returns the predictions of a section. Default: those of the kit in its text. @param worlds the files of worlds that
   * walks name
   */
  readonly predictions?: (text: string, reading: SectionReading, worlds?: WorldFiles) => readonly LocalPrediction[];
  /** Returns the lines that lead to the predictions of a section, if its parsed content is kept. */
  readonly histories?: (view: MavView) => readonly Pick<Prediction, 'history'>[];
  /** `pool`: always checked in a thread, since a check may be slow; `here`: never. Default: only large sections are. */
  readonly checkedIn?: 'pool' | 'here';
  /** True if the parsed content is dropped after a while: such sections are checked as soon as they are read. */
  readonly isDropped?: true;
  /** True if the reading depends on the dialect of MAV. */
  readonly hasDialects?: true;
  /**
   * Returns the findings of the last two sections together, if some concern both: text on both sides of the last
   * answer.
   *
   * @param length of the section before the last
   */
  readonly joined?: (
    before: readonly Diagnostic[],
    last: readonly Diagnostic[],
    length: number,
  ) => readonly [before: readonly Diagnostic[], last: readonly Diagnostic[]];
}
