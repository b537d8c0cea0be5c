/** A text in which a diagnostic is found. */
export interface CodeExample {
  /**
   * `transcript` and `log` are read by the audit, `prose` as a search in prose, all else by the check of that
   * language.
   */
  readonly language:
    | 'pgn'
    | 'fen'
    | 'epd'
    | 'walk'
    | 'pddl'
    | 'table'
    | 'mav'
    | 'rookworld'
    | 'trace'
    | 'dialect'
    | 'prose'
    | 'transcript'
    | 'log';
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

type Lines = readonly string[];
const of =
  (language: CodeExample['language']) =>
  (...lines: Lines): CodeExample => ({ language, text: lines.join('\n') });

export const pgnExample = of('pgn');
export const fenExample = of('fen');
export const epdExample = of('epd');
export const walkExample = of('walk');
export const pddlExample = of('pddl');
export const tableExample = of('table');
export const mavExample = of('mav');
export const rookworldExample = of('rookworld');
/** A search as text, in any dialect. */
export const searchExample = of('trace');
/** A dialect file. */
export const dialectExample = of('dialect');
/** A search of chess in prose. */
export const proseExample = of('prose');
/** A transcript of a model in Markdown. */
export const transcriptExample = of('transcript');
/** A transcript in JSON Lines. */
export const logExample = of('log');
/** A game that is checked by the rules of the export format. */
export const strictPgnExample = (...lines: Lines): CodeExample => ({ ...pgnExample(...lines), isStrict: true });
