import type { Cancellation } from '../base/cancellation.ts';
import type { Result } from '../base/result.ts';
import type { LineEndings } from '../base/text/lines.ts';
import type { BlockEditor, TextBlock } from '../base/text/long-text-edits.ts';
import type { Range, TextEdit } from '../base/text/range.ts';
import type { CursorPosition } from '../mav/author/cursor-position.ts';
import type { SourceLine, SourceLineOptions } from '../mav/author/source-lines.ts';
import type { MavDialect } from '../mav/syntax.ts';
import type { Diagnostic } from '../notation/diagnostic.ts';
import type { Code } from '../notation/diagnostic-codes.ts';
import type { Language } from '../notation/language.ts';
import type { GameFilter } from '../notation/pgn/document.ts';
import type { FormatOptions } from '../notation/pgn/format/format-pgn.ts';
import type { Fold } from '../notation/pgn/outline/folding-and-selection.ts';
import type { OfferedFix } from '../notation/pgn/repair/repairs.ts';
import type { Annotation, Prediction, SameLabel } from '../notation/predictions/prediction.ts';
import type { WorldFiles, WorldReader } from '../notation/walk/walk-world.ts';
import type { PddlFile } from '../worlds/pddl/problem.ts';
import type { CheckOptions, SectionReader } from './sections.ts';
import type { DialectSource, TraceReader } from './trace/section-trace.ts';

/** The findings of a text, and the number of its games or records. */
export interface CheckedText {
  readonly found: readonly Diagnostic[];
  readonly games: number;
}

/** Checks a text; once canceled, returns the findings so far. */
export type Check = (text: string, options: CheckOptions, cancel: Cancellation) => CheckedText;

/** The part of a language that is known before anything of it is loaded: a row of `LANGUAGES`. */
export interface LanguageName {
  readonly id: Language;
  /** The identifier in editors. Default: `id`. */
  readonly editorId?: string;
  /** Extensions of file names, in lower case and without the first dot. */
  readonly endings: readonly string[];
  /** Identifier of the general language in which editors show its files; only their names distinguish them. */
  readonly shownAs?: string;
  /** Code of the finding that a file is not UTF-8. */
  readonly encodingCode?: Code;
  /** Returns true for a first line that belongs to this language whatever the extension of the file name. */
  readonly claims?: (line: string) => boolean;
  /** Returns true for a first line of this language that is no comment (`# …`), if the file name does not decide. */
  readonly starts?: (line: string) => boolean;
  /** True if its files hold games of chess, with moves and variations. */
  readonly hasGames?: true;
  /** True if its files hold walks through worlds, which they name. */
  readonly hasWalks?: true;
  /** True if its files hold positions of games for MAV prompts. */
  readonly hasPositions?: true;
  /** True if a file of this language may need the domain beside it. */
  readonly hasDomain?: true;
  /** True if its files hold predictions as annotations. */
  readonly isAnnotated?: true;
  /** True if its files are answers of models: their predictions are their content. */
  readonly isAnswer?: true;
  /** True if its files define a world. They are checked, but no command reads games or positions from them. */
  readonly isWorld?: true;
  /** True if its files hold searches that models wrote. They are checked, but no command reads positions from them. */
  readonly isTrace?: true;
  /** True if its files say how traces are written. They are checked, and read beside traces. */
  readonly isDialect?: true;
  /** Noun phrase for a text that is read as a whole, in a message: `a world in PDDL`. */
  readonly wholeText?: string;
}

/** Writer of predictions into a text that comes block by block. */
export interface BlockAnnotator {
  /** Returns the edits of the next block, sorted. */
  edits(block: TextBlock): readonly TextEdit[];
  readonly written: number;
  readonly skipped: number;
  /** Number of annotations of games that are filtered out. */
  readonly leftOut?: number;
  /** Number of annotations of other positions than the text has at their place. */
  readonly other: number;
  /** Indices as in `AnnotateResult`; complete after the last block. */
  readonly missing: readonly number[];
}

/** Edits that remove predictions, and the number of predictions removed. */
export interface Removal {
  readonly edits: readonly TextEdit[];
  readonly removed: number;
}

/** Predictions as annotations of a text: reading, writing and removing them. */
export interface PredictionAbilities {
  /** A text without this string holds no predictions. */
  readonly marker: string;
  /**
   * Reads a block that begins where a game or record does.
   *
   * @param first number of its first game or record
   */
  readonly read: (
    text: string,
    options: {
      readonly first: number;
      readonly worlds?: WorldFiles | undefined;
      readonly isWanted?: GameFilter | undefined;
    },
  ) => { readonly predictions: readonly Prediction[]; readonly games: number };
  /** @param lineEnd the most frequent one of the whole text */
  readonly annotator: (
    annotations: readonly Annotation[],
    options: { readonly sameLabel: SameLabel; readonly lineEnd: string; readonly isWanted?: GameFilter | undefined },
  ) => BlockAnnotator;
  /** @param matches true for the encoded labels whose predictions are removed */
  readonly remove: (block: TextBlock, matches: (label: string) => boolean) => Removal;
}

/** Positions of games in a text, for prompts of MAV and searches. */
export interface PositionAbilities {
  /** Returns the position at an offset. The error is the end of a sentence. */
  readonly at: (text: string, offset: number, dialect: MavDialect) => Result<CursorPosition, string>;
  /** Yields the games and positions in the order of the text. */
  readonly lines: (text: string, options: SourceLineOptions) => Iterable<SourceLine>;
}

/** Formatting of texts. */
export interface FormatAbilities {
  /**
   * Yields edits that format a text, piece by piece (games, records), so that long texts can be formatted in slices.
   */
  readonly format?: (text: string, options: FormatOptions) => Iterable<readonly TextEdit[]>;
  /** Formats a text that comes in blocks. Default: `format` for each block. @param endings of the whole text */
  readonly formatBlocks?: (
    options: Pick<FormatOptions, 'style'>,
    endings: Pick<LineEndings, 'first' | 'most'>,
  ) => BlockEditor;
  /** True if formatting needs the most frequent line ending of the whole text. */
  readonly usesMostEnding?: true;
}

/** Fixes that require a search, and fixes that must keep a text one piece. */
export interface RepairAbilities {
  /** Returns true for a finding whose fixes `offers` searches for. The questions begin with such findings. */
  readonly isRepairable: (finding: Diagnostic) => boolean;
  /** @param onUnsearched called if the search ended with its budget */
  readonly offers: (text: string, finding: Diagnostic, onUnsearched: () => void) => readonly OfferedFix[];
  /** Returns the length of the piece at an offset. A fix never makes one piece into two. */
  readonly pieceLength: (text: string, at: number) => number;
}

/** An entry of the outline; ranges count from the start of the given text. */
export interface OutlineEntry {
  readonly name: string;
  /** Shown after the name; empty for none. */
  readonly detail: string;
  readonly kind: 'record' | 'definition' | 'section' | 'action' | 'predicate' | 'node';
  readonly range: Range;
  /** The part that is selected when the entry is opened. */
  readonly nameRange: Range;
  readonly children: readonly OutlineEntry[];
}

/** The hover at an offset. */
export interface TextHover {
  readonly range: Range;
  /** A declaration, shown as code. */
  readonly code?: string;
  readonly text: string;
}

/** Reader of the files that a document names. */
export interface FilesBeside {
  /** Reads the files of worlds that walks name. */
  readonly world: WorldReader;
  /** Reads the domain of a problem in PDDL, whose text is given. */
  domain(problem: string): Result<PddlFile, string>;
  /** Returns the dialect files that traces may be written in, the nearest first. */
  dialects?(): readonly DialectSource[];
}

/**
 * A language as one value: the abilities of the command line, the server and the extension with its texts. An ability
 * that a language does not have is absent; no other language replaces it.
 */
export interface LanguageKit extends LanguageName, FormatAbilities {
  /** Division of documents into sections, which are read and checked one by one. */
  readonly sections: SectionReader;
  /** The same for the section at the start of a document. Default: `sections`. */
  readonly firstSection?: SectionReader;
  readonly check: Check;
  /** Reader of its sections as searches. */
  readonly traces?: TraceReader;
  /** Returns the kit that also reads the dialects of files; the same for equal files. */
  readonly withDialects?: (sources: readonly DialectSource[]) => LanguageKit;
  /** Returns the files and programs of worlds that a text names. */
  readonly worldsOf?: (text: string, read: WorldReader | undefined) => WorldFiles | undefined;
  /** Returns options of the check that come from files beside the text. */
  readonly besideOptions?: (text: string, beside: FilesBeside) => CheckOptions;
  /**
   * Returns the last offset at which a text can be cut into blocks, whatever follows it; 0 if there is none. Without it
   * a file stays in one piece.
   */
  readonly lastStart?: (text: string) => number;
  readonly repairs?: RepairAbilities;
  readonly predictions?: PredictionAbilities;
  readonly positions?: PositionAbilities;
  /** Yields the outline of a section's text. */
  readonly outline?: (text: string, detailed: boolean) => Iterable<OutlineEntry>;
  /** Yields the folds of a section's text. */
  readonly folds?: (text: string) => Iterable<Fold>;
  /** Returns the hover at an offset of a section's text. */
  readonly hover?: (text: string, offset: number, beside: FilesBeside | undefined) => TextHover | undefined;
}
