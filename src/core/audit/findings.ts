import type { Range } from '../base/text/range.ts';
import { PairComparer } from '../metrics/compare.ts';
import type { HistoryPly } from '../metrics/placement.ts';
import { formatScore, scoreFormat, subscript } from '../metrics/score-format.ts';
import type { Code, Severity } from '../notation/diagnostic-codes.ts';
import { readFen } from '../notation/fen/read-fen.ts';
import type { GameNode } from './game/game-node.ts';
import type { TextState } from './game/state-judgment.ts';
import type { TranscriptPart } from './transcript-text.ts';

export type AuditCode = Extract<Code, `AUDIT_${string}`>;

/** A true and a written state, for a view of both. */
interface StatePair {
  readonly truth: string;
  readonly written: string;
  readonly history: readonly HistoryPly[];
}

/** An error in a transcript. */
export interface AuditFinding {
  readonly code: AuditCode;
  readonly severity: Severity;
  /** UTF-16 offsets in the document. */
  readonly range: Range;
  readonly message: string;
  /** Plies up to the position or move that is meant; null if unknown. */
  readonly ply: number | null;
  readonly states?: StatePair;
  /** The line up to the position that is meant, computed on demand. */
  readonly history?: () => readonly HistoryPly[];
}

/** Receiver of the findings of the readers of records and texts. */
export interface Findings {
  /**
   * @param node the position that the finding is about: before a move that cannot be played, otherwise after it
   * @param ply by default that of the position
   */
  add(
    code: AuditCode,
    part: TranscriptPart,
    range: Range,
    message: string,
    about?: { readonly node: GameNode; readonly ply?: number; readonly states?: StatePair },
  ): void;
  /** Reports moves that were not placed in any game. */
  unplaced(part: TranscriptPart, range: Range, moves: number, reason: string): void;
}

/** Returns the range of a whole text. */
export const wholeRange = ({ text }: TranscriptPart): Range => ({ start: 0, end: text.length });

/** Maximum number of pairs of which p and r are computed; more would take the time of the whole file. */
const MAX_SCORED = 200;
const DEPTH = 4;
/** Maximum number of states of a file for which a path from the previous position is searched. */
const MAX_TRIES = 5000;

/** Describes wrong states: the sentence, p and r at depth 4, and the data to view both. */
export class StateWords {
  #comparer: PairComparer | undefined;
  #left = MAX_SCORED;
  #tries = MAX_TRIES;

  /** Returns true as long as unnamed moves that lead to a state may be tried. */
  canTry(): boolean {
    return this.#tries-- > 0;
  }

  wrong(
    truth: GameNode,
    state: TextState,
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

/** Describes the counters of a state that differ from those of a position; undefined if all agree. */
export function clockWords({ counters }: TextState, node: GameNode): string | undefined {
  const [, , , , halfmoves = '', fullmoves = ''] = node.fen.split(' ');
  if (counters === undefined || (counters[0] === halfmoves && counters[1] === fullmoves)) return undefined;
  return `after ${node.name} the counters are ${halfmoves} ${fullmoves}, not ${counters.join(' ')}`;
}

/** Problems of positions that no legal game leads to; others are matters of form. */
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

/**
 * Returns the reason why no legal game leads to a state, as one sentence; undefined if there is none. An empty board is
 * a notation, no claim.
 */
export function impossibility({ fen }: TextState): string | undefined {
  const { problems } = readFen(fen, 0, fen.length);
  const problem = problems.find(({ code }) => IMPOSSIBLE.has(code));
  if (problem === undefined || !/[kK]/.test(fen.split(' ')[0] ?? '')) return undefined;
  return `no game leads to this position: ${problem.message}`;
}
