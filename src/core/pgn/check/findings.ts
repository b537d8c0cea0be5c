import type { Code } from '../../diagnostics/codes.ts';
import { type Diagnostic, type DiagnosticExtra, diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Range } from '../../text/range.ts';

/** Diagnostics of one game, each with the game's index. */
export class GameFindings {
  readonly list: Diagnostic[] = [];
  readonly #game: number | undefined;

  constructor(game: number | undefined) {
    this.#game = game;
  }

  add(code: Code, range: Range, message: string, extra: DiagnosticExtra = {}): void {
    this.list.push(diagnostic(code, range, message, this.#game === undefined ? extra : { game: this.#game, ...extra }));
  }
}

/** A piece of text for a message: quoted, on one line, shortened. */
export function quoted(text: string): string {
  const line = text.length > 30 ? `${text.slice(0, 30)}…` : text;
  return JSON.stringify(line.replace(/\s+/g, ' '));
}
