import type { Code } from '../diagnostic-codes.ts';
import type { Language } from '../language.ts';

/** A text in which a diagnostic is found. */
export interface CodeExample {
  /**
   * A language of the table, or `rookworld`, each read by its check; `transcript` and `log` by the audit, `prose` as a
   * search in prose.
   */
  readonly language: Language;
  readonly text: string;
  /** True if the example is checked by the rules of the export format. */
  readonly isStrict?: true;
}

/** Addition to the title of a diagnostic on the page of diagnostics. */
export interface Explanation {
  /** Markdown, unless the title says all: what other tools make of it, and what to do if no fix says so. */
  readonly text?: string;
  readonly example?: CodeExample;
  /** Reason why no test finds the code in the example, or why there is none. */
  readonly untested?: string;
}

/** Codes of one severity that mean the same: the page shows them together, with the text of the first and all examples. */
export interface SharedExplanation {
  readonly title: string;
  readonly codes: readonly Code[];
}

type Lines = readonly string[];

/** Returns the writer of examples in a language, line by line. */
export const exampleIn =
  (language: Language) =>
  (...lines: Lines): CodeExample => ({ language, text: lines.join('\n') });

export const pgnExample = exampleIn('pgn');
export const fenExample = exampleIn('fen');
export const epdExample = exampleIn('epd');
export const walkExample = exampleIn('walk');
export const pddlExample = exampleIn('pddl');
export const tableExample = exampleIn('table');
export const mavExample = exampleIn('mav');
export const rookworldExample = exampleIn('rookworld');
/** A search as text, in any dialect. */
export const searchExample = exampleIn('trace');
/** A dialect file. */
export const dialectExample = exampleIn('dialect');
/** A search of chess in prose. */
export const proseExample = exampleIn('prose');
/** A transcript of a model in Markdown. */
export const transcriptExample = exampleIn('transcript');
/** A transcript in JSON Lines. */
export const logExample = exampleIn('log');
/** A game that is checked by the rules of the export format. */
export const strictPgnExample = (...lines: Lines): CodeExample => ({ ...pgnExample(...lines), isStrict: true });
