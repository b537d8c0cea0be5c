import { JsonItems, parseJson } from '../../../core/base/text/json-items.ts';
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

/** Characters of a text that tell its format. */
export const HEAD_LENGTH = 1 << 18;

/** The head of a text: its first line where that is JSON, else the members of a document that are whole in its beginning. */
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
  // behind the first object of several the paths begin again
  return Object.fromEntries(
    items.flatMap(({ path, text: json, index }) => (index === 0 ? [[path, parseJson(json)]] : [])),
  );
}

/** Looks at the beginning of a text that comes in pieces; the pieces still come, all of them. */
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
