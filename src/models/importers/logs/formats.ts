import { chessArena } from './chess-arena.ts';
import { chessWorldModel } from './chess-world-model.ts';
import { chessQa } from './chessqa.ts';
import { everyEvalEver } from './eee.ts';
import { gameArena } from './game-arena.ts';
import { inspectLog } from './inspect.ts';
import { llmChess } from './llm-chess.ts';
import { lmEval } from './lm-eval.ts';
import type { LogFormat, LogFormatName, LogHead } from './log-format.ts';
import { openaiEvals } from './openai-evals.ts';
import { promptfoo } from './promptfoo.ts';
import { rows } from './rows.ts';

/** Every format of logs. */
const FORMATS: readonly LogFormat[] = [
  inspectLog,
  everyEvalEver,
  lmEval,
  openaiEvals,
  promptfoo,
  chessWorldModel,
  chessArena,
  llmChess,
  gameArena,
  chessQa,
  rows,
];

export const logFormat = (name: LogFormatName): LogFormat => FORMATS.find((one) => one.name === name) ?? rows;

/** The likeliest format of a log, and how sure that is (0 to 1); undefined where it looks like none. */
export function recognizeLog(head: LogHead): { readonly format: LogFormat; readonly confidence: number } | undefined {
  let best: { format: LogFormat; confidence: number } | undefined;
  for (const format of FORMATS) {
    const confidence = format.recognize(head);
    if (confidence > (best?.confidence ?? 0)) best = { format, confidence };
  }
  return best;
}
