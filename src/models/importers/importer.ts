import type { RunModel, RunSample } from '../../core/evaluation/runs/run-schema.ts';

/**
 * Why a line of a log was skipped. `unknown-game`: the games hold none of that name. `wrong-position`: they do, but after
 * that many half-moves it stands otherwise than the log says, so the log speaks of another game.
 */
export type ImportProblemCode = 'not-json' | 'wrong-shape' | 'unknown-game' | 'wrong-position';

export interface ImportProblem {
  /** The log, as the caller named it. */
  readonly file: string;
  /** 1-based line number. */
  readonly line: number;
  readonly code: ImportProblemCode;
  readonly message: string;
}

export type ImportEvent =
  | { readonly type: 'sample'; readonly sample: RunSample }
  | { readonly type: 'problem'; readonly problem: ImportProblem };

/** Reads what another benchmark measured, line by line; several logs in turn become the samples of one run. */
export interface LogImporter {
  /** The content of a line; undefined when it is blank. A bad line is a problem, never the end. */
  line(text: string, file: string, line: number): ImportEvent | undefined;
  /** The models met so far, in order. */
  readonly models: readonly RunModel[];
}

/** The events of all lines of a log. */
export function* importLines(importer: LogImporter, lines: Iterable<string>, file: string): Generator<ImportEvent> {
  let number = 0;
  for (const text of lines) {
    const event = importer.line(text, file, ++number);
    if (event !== undefined) yield event;
  }
}
