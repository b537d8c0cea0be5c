import { JsonItems, parseJson } from '../../../core/base/text/json-items.ts';
import { chessArena } from './chess-arena.ts';
import { chessWorldModel } from './chess-world-model.ts';
import { chessQa } from './chessqa.ts';
import { everyEvalEver } from './eee.ts';
import { gameArena } from './game-arena.ts';
import { inspectLog } from './inspect.ts';
import { lichessPuzzles } from './lichess-puzzles.ts';
import { llmChess } from './llm-chess.ts';
import { lmEval } from './lm-eval.ts';
import type { LogFormat, LogFormatName, LogHead } from './log-format.ts';
import { openaiEvals } from './openai-evals.ts';
import { promptfoo } from './promptfoo.ts';
import { rows } from './rows.ts';

/** All log formats by their names; of equally sure ones the first reads a log. */
const FORMATS: Readonly<Record<LogFormatName, LogFormat>> = {
  inspect: inspectLog,
  eee: everyEvalEver,
  'lm-eval': lmEval,
  'openai-evals': openaiEvals,
  promptfoo,
  'chess-world-model': chessWorldModel,
  'chess-arena': chessArena,
  'llm-chess': llmChess,
  'game-arena': gameArena,
  chessqa: chessQa,
  'lichess-puzzles': lichessPuzzles,
  rows,
};

export const logFormat = (name: LogFormatName): LogFormat => FORMATS[name];

/** Returns the likeliest format of a log with its confidence (0 to 1); undefined if none fits. */
export function recognizeLog(head: LogHead): { readonly format: LogFormat; readonly confidence: number } | undefined {
  let best: { format: LogFormat; confidence: number } | undefined;
  for (const format of Object.values(FORMATS)) {
    const confidence = format.recognize(head);
    if (confidence > (best?.confidence ?? 0)) best = { format, confidence };
  }
  return best;
}

/** Characters of a text used to detect its format. */
export const HEAD_LENGTH = 1 << 18;

/** Returns the head of a text: its first line if that is JSON, else the complete members at the start of a document. */
export function textHead(name: string, text: string): LogHead {
  const bare = text.replace(/^\uFEFF/, '').trimStart();
  const lineEnd = bare.indexOf('\n');
  const line = lineEnd < 0 ? bare : bare.slice(0, lineEnd);
  return { name, kind: 'text', text: bare, first: parseJson(line) ?? membersOf(bare), entries: [] };
}

function membersOf(text: string): unknown {
  if (text.startsWith('[')) {
    const [first] = new JsonItems([''], text.length).push(text);
    return first === undefined ? undefined : [parseJson(first.text)];
  }
  if (!text.startsWith('{')) return undefined;
  const items = new JsonItems([''], text.length).push(text);
  // After the first of several objects the paths start again.
  return Object.fromEntries(
    items.flatMap(({ path, text: json, index }) => (index === 0 ? [[path, parseJson(json)]] : [])),
  );
}

/** Looks at the beginning of a text that arrives in pieces, and returns it with all pieces. */
export async function peekText(
  texts: AsyncIterable<string>,
): Promise<{ readonly text: string; readonly texts: AsyncIterable<string> }> {
  const iterator = texts[Symbol.asyncIterator]();
  const kept: string[] = [];
  for (let length = 0; length < HEAD_LENGTH; ) {
    const next = await iterator.next();
    if (next.done === true) break;
    kept.push(next.value);
    length += next.value.length;
  }
  const all = async function* (): AsyncGenerator<string, void, undefined> {
    try {
      yield* kept;
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  };
  return { text: kept.join('').slice(0, HEAD_LENGTH), texts: all() };
}
