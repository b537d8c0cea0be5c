import path from 'node:path';
import { chess } from '../../src/core/games/chess/chess.ts';
import { type LogName, parseLogLine, readLog } from '../../test/support/pgn2fen.ts';
import type { FenPair, Pair } from './pair.ts';

/** The models whose errors count as realistic: good enough to be nearly right. */
export const REALISTIC_LOGS = [
  'google_gemini-2.0-flash-001',
  'openai_gpt-4o-2024-08-06',
  'openai_o3-mini-2025-01-31',
] as const satisfies readonly LogName[];

/** The six logs on World Cup games; 5,200 answers. */
export const STANDARD_LOGS = [
  'baseline_starting_board_standard',
  'chessgpt_chessgpt-chat-v1.Q4_K',
  'google_gemini-2.0-flash-001',
  'openai_gpt-4.1-nano-2025-04-14',
  'openai_gpt-4o-2024-08-06',
  'openai_o3-mini-2025-01-31',
] as const satisfies readonly LogName[];

/** An answer of a log; null when it holds no state. */
export interface RealPrediction extends Omit<FenPair, 'predicted'> {
  readonly predicted: string | null;
}

/** All answers of a log, in its order, which is by length of game. */
export function realPredictions(log: LogName): RealPrediction[] {
  return readLog(log).map((line) => {
    const { game_info: game, llm_info: answer } = parseLogLine(line);
    return {
      id: `${answer.model} ${path.basename(game.input_pgn_file, '.pgn')}`,
      truth: game.input_fen,
      predicted: answer.llm_fen ?? null,
    };
  });
}

/** Valid predictions with errors on the board and the right side to move, in the order of the log. */
export function realisticPairs(log: LogName): Pair[] {
  return realPredictions(log).flatMap(({ id, truth, predicted }) => {
    const a = chess.parse(truth);
    const b = chess.parse(predicted ?? '');
    if (!a.ok || !b.ok || predicted === null) return [];
    const [board, side] = chess.print(a.value).split(' ');
    const [predictedBoard, predictedSide] = chess.print(b.value).split(' ');
    if (board === predictedBoard || side !== predictedSide) return [];
    return [{ id, truth, predicted, a: a.value, b: b.value }];
  });
}

/** `count` items at even distances, so that all lengths of game are met alike. */
export function evenly<T>(items: readonly T[], count: number): T[] {
  return Array.from({ length: count }, (_, i) => items[Math.floor(((i + 0.5) * items.length) / count)]).filter(
    (item) => item !== undefined,
  );
}

/** The pairs of bench/fixtures/pairs.json: `count` from the realistic logs in equal parts, at even distances in each. */
export function drawFixturePairs(count: number): FenPair[] {
  return REALISTIC_LOGS.flatMap((log, i) => {
    const share = Math.floor(count / REALISTIC_LOGS.length) + (i < count % REALISTIC_LOGS.length ? 1 : 0);
    return evenly(realisticPairs(log), share).map(({ id, truth, predicted }) => ({ id, truth, predicted }));
  });
}
