import { PairComparer } from '../metrics/compare.ts';
import { formatScore, scoreFormat, subscript } from '../metrics/score-format.ts';
import { readFen } from '../notation/fen/read-fen.ts';
import type { StatePair } from './finding.ts';
import type { GameNode } from './game/node.ts';
import type { ReadState } from './game/read-state.ts';

/** p and r of so many pairs are computed; more would take the time of the whole file. */
const MAX_SCORED = 200;
const DEPTH = 4;
/** States of a file whose way from the position before is looked for. */
const MAX_TRIES = 5000;

/** Puts wrong states into words: the sentence, p and r at depth 4, and what is needed to view both. */
export class StateWords {
  #comparer: PairComparer | undefined;
  #left = MAX_SCORED;
  #tries = MAX_TRIES;

  /** True as long as moves may be tried that lead to a state that no move was named for. */
  mayTry(): boolean {
    return this.#tries-- > 0;
  }

  wrong(
    truth: GameNode,
    state: ReadState,
    isDrawing: boolean,
  ): { readonly message: string; readonly states: StatePair } {
    const history = truth.history();
    // a drawing and a bare board have the fields of the true state
    const [, ...fields] = truth.fen.split(' ');
    const own = state.fen.split(' ');
    const written = isDrawing
      ? [state.placement, ...fields].join(' ')
      : [...own, ...fields.slice(own.length - 1)].join(' ');
    const input = { trueFen: truth.fen, predictedFen: written, history };
    this.#comparer ??= new PairComparer('chess');
    const where = truth.parent === undefined ? 'the given position' : `the position after ${truth.name}`;
    const states = { truth: truth.fen, written, history };
    if (this.#left-- > 0) {
      const compared = this.#comparer.compare(input, { affordance: { m: DEPTH }, conditional: false });
      if (compared.ok) {
        const { sentence, p, r } = compared.value;
        const score = (which: 'p' | 'r', values: readonly number[]): string =>
          `${which}${subscript(DEPTH)} ${formatScore(values.at(-1) ?? 0, scoreFormat(compared.value, which, DEPTH - 1))}`;
        return { message: `not ${where}: ${sentence} (${score('p', p)}, ${score('r', r)})`, states };
      }
    }
    return { message: `not ${where}: ${this.#comparer.text(input).sentence}`, states };
  }
}

/** The counters of a state that are not those of a position, in words; undefined if all agree. */
export function clockWords({ counters }: ReadState, node: GameNode): string | undefined {
  const [, , , , halfmoves = '', fullmoves = ''] = node.fen.split(' ');
  if (counters === undefined || (counters[0] === halfmoves && counters[1] === fullmoves)) return undefined;
  return `after ${node.name} the counters are ${halfmoves} ${fullmoves}, not ${counters.join(' ')}`;
}

/** Problems that no legal game can lead to; others are matters of form. */
const IMPOSSIBLE: ReadonlySet<string> = new Set([
  'FEN_RANK_COUNT',
  'FEN_RANK_WIDTH',
  'FEN_KINGS',
  'FEN_BACKRANK_PAWN',
  'FEN_OPPOSITE_CHECK',
  'FEN_IMPOSSIBLE_CHECK',
  'FEN_TOO_MANY_PAWNS',
  'FEN_PROMOTIONS',
  'FEN_CASTLING_PIECES',
  'FEN_EN_PASSANT_PAWN',
]);

/** Why no legal game leads to a state, as one sentence; undefined if nothing speaks against it. An empty board is a notation, no claim. */
export function impossibility({ fen }: ReadState): string | undefined {
  const { problems } = readFen(fen, 0, fen.length);
  const problem = problems.find(({ code }) => IMPOSSIBLE.has(code));
  if (problem === undefined || !/[kK]/.test(fen.split(' ')[0] ?? '')) return undefined;
  return `no game leads to this position: ${problem.message}`;
}
