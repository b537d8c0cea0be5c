/** A text in which a diagnostic is found. */
export interface Example {
  /** `transcript` and `log` are read by the audit, all else by the check of that language. */
  readonly language: 'pgn' | 'fen' | 'epd' | 'walk' | 'pddl' | 'table' | 'mav' | 'rookworld' | 'transcript' | 'log';
  readonly text: string;
  /** True if the example is checked by the rules of the export format. */
  readonly isStrict?: true;
}

/** Explanation of a diagnostic for the page of diagnostics. */
export interface Explanation {
  /** Markdown: what is wrong, what other tools make of it, and what to do if no fix says so. */
  readonly text: string;
  readonly example?: Example;
  /** Reason why no test finds the code in the example, or why there is none. */
  readonly untested?: string;
}

type Lines = readonly string[];
const of =
  (language: Example['language']) =>
  (...lines: Lines): Example => ({ language, text: lines.join('\n') });

export const pgn = of('pgn');
export const fen = of('fen');
export const epd = of('epd');
export const walk = of('walk');
export const pddl = of('pddl');
export const table = of('table');
export const mav = of('mav');
export const rookworld = of('rookworld');
/** A transcript of a model in Markdown. */
export const transcript = of('transcript');
/** A transcript in JSON Lines. */
export const log = of('log');
/** A game that is checked by the rules of the export format. */
export const strictPgn = (...lines: Lines): Example => ({ ...pgn(...lines), isStrict: true });
