import type { GameMoves } from '../../core/evaluation/report/report-sample.ts';

/**
 * Longest line of each game that samples ask about. A game with two different lines is left out: its samples are about different games.
 */
export class LongestLines {
  readonly #games = new Map<number, GameMoves>();
  readonly #torn = new Set<number>();

  get games(): ReadonlyMap<number, GameMoves> {
    return this.#games;
  }

  /** @param moves SAN, as a list or as a text with spaces between them */
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
