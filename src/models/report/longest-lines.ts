import type { GameMoves } from '../../core/evaluation/report/report-sample.ts';

/** The longest line of each game that samples ask about. A game of which two lines differ is left out: they are no one game. */
export class LongestLines {
  readonly #games = new Map<number, GameMoves>();
  readonly #torn = new Set<number>();

  get games(): ReadonlyMap<number, GameMoves> {
    return this.#games;
  }

  /** @param moves in SAN, as a list or as a text with spaces between them */
  add(game: number, startFen: string, moves: readonly string[] | string): void {
    if (this.#torn.has(game)) return;
    const text = typeof moves === 'string' ? moves : moves.join(' ');
    const known = this.#games.get(game);
    if (known === undefined) {
      this.#games.set(game, { startFen, moves: text });
      return;
    }
    const [short, long] = text.length < known.moves.length ? [text, known.moves] : [known.moves, text];
    if (known.startFen === startFen && (short === '' || `${long} `.startsWith(`${short} `))) {
      if (long !== known.moves) this.#games.set(game, { startFen, moves: long });
      return;
    }
    this.#torn.add(game);
    this.#games.delete(game);
  }
}
