import { SINK } from '../../base/automaton.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { moveName } from '../../games/chess/moves.ts';
import { readRecordLine } from '../../notation/fen/record-position.ts';
import { isGame, readPgn } from '../../notation/pgn/document.ts';
import { PLAYED, replay, stateAfter } from '../../notation/pgn/replay.ts';
import { gameStart, readTags } from '../../notation/pgn/tags.ts';
import { buildTree } from '../../notation/pgn/tree.ts';
import { moveBefore } from '../../notation/pgn/tree-lookup.ts';
import { makeExampleModel } from '../check/example-model.ts';
import type { Example, MavDialect } from '../syntax.ts';
import { promptAt } from '../write/prompt-edits.ts';
import { knownGame, type PromptPosition } from './prompt-position.ts';
import { currentPosition } from './request.ts';

/** A position at a place of a text, from which prompts can be made. */
export interface CursorPosition {
  readonly position: PromptPosition;
  /** Position after the best action of a MAV example, if that is legal. */
  readonly afterBest: PromptPosition | undefined;
}

const alone = (position: PromptPosition): Result<CursorPosition, string> => ok({ position, afterBest: undefined });

/**
 * Returns the position of a PGN after the move at or before an offset, in its variation. The error is the end of a
 * sentence.
 */
export function positionInPgn(text: string, offset: number): Result<CursorPosition, string> {
  const { chunks, offsets } = readPgn(text);
  let found = -1;
  for (const [c, chunk] of chunks.entries()) if ((offsets[c] ?? 0) <= offset && isGame(chunk)) found = c;
  if (found < 0) found = chunks.findIndex(isGame);
  const chunk = chunks[found];
  if (chunk === undefined) return err('there is no game here');
  const tree = buildTree(chunk, offsets[found] ?? 0);
  const game = replay(text, tree, gameStart(text, readTags(text, tree)));
  const move = moveBefore(tree, offset);
  if (stateAfter(game, -1) === undefined) return err('the start position of the game is unknown');
  const state = move >= 0 && game.status[move] !== PLAYED ? undefined : stateAfter(game, move);
  if (state === undefined) return err('this move or an earlier one is illegal');
  const { variant } = game.start;
  const played = game.moves[move] ?? -1;
  const before = played < 0 ? undefined : stateAfter(game, tree.movePrevious[move] ?? -1);
  if (before === undefined) return alone({ game: variant, state });
  return alone({ game: variant, state, before: { state: before, action: moveName(played) } });
}

/** Most lines above the cursor that are searched for its record. */
const MAX_LINES = 1000;

/** Returns the position of the record at or above an offset of a FEN or EPD file. */
export function positionInRecords(text: string, epd: boolean, offset: number): Result<CursorPosition, string> {
  const lineStart = (at: number): number =>
    Math.max(text.lastIndexOf('\n', at - 1), text.lastIndexOf('\r', at - 1)) + 1;
  let start = lineStart(offset);
  for (let lines = 0; lines < MAX_LINES; lines++) {
    const end = /[\r\n]|$/g;
    end.lastIndex = start;
    const record = readRecordLine(text.slice(start, end.exec(text)?.index ?? text.length), epd);
    if (record?.position.ok === true) {
      const { state, variant } = record.position.value;
      return alone({ game: variant, state });
    }
    if (record?.position.ok === false) return err(`not a position: ${record.position.error}`);
    if (start === 0) break;
    start = lineStart(start - 1);
  }
  return err('there is no position here');
}

/** Returns the true current position of the example around an offset of a MAV text. */
export function positionInExample(text: string, offset: number, dialect: MavDialect): Result<CursorPosition, string> {
  const found = promptAt(text, offset);
  if (!found.ok) return found;
  const { example } = found.value;
  const position = currentPosition(example, dialect);
  return position.ok
    ? ok({ position: position.value, afterBest: afterBest(example, position.value, dialect) })
    : position;
}

function afterBest(example: Example, { game, state }: PromptPosition, dialect: MavDialect): PromptPosition | undefined {
  const action = makeExampleModel(example, dialect).best?.action;
  if (action === undefined) return undefined;
  const next = knownGame(game).automaton.step(state, action);
  return next === SINK ? undefined : { game, state: next, before: { state, action } };
}

/** Pattern of lines that name the node of a part of a trace. */
const NODE = /^(Evaluation|Decision) for node: (<[^>\r\n]*>)/gm;
const HEADER = /^<(?:mav\b|\|)/gm;

/**
 * Returns the offset of the example for the node that a position of a trace describes: on a line between examples, such
 * as a decision, it is not the example above. Outside traces, returns the offset itself.
 */
export function evaluationOffset(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  const before = text.slice(0, end < 0 ? text.length : end);
  const start = before.startsWith('Minimax ') ? 0 : -1;
  const trace = Math.max(before.lastIndexOf('\nMinimax '), start);
  if (trace < 0) return offset;
  const own = before.slice(trace);
  const last = [...own.matchAll(NODE)].at(-1);
  if (last === undefined) return offset;
  const [, part, name] = last;
  // An example that is no part of the trace ends it.
  const headers = own.slice(last.index).match(HEADER)?.length ?? 0;
  if (headers > (part === 'Evaluation' ? 1 : 0)) return offset;
  const evaluation = own.indexOf(`Evaluation for node: ${name}`);
  if (evaluation < 0) return offset;
  const line = text.indexOf('\n', trace + evaluation);
  return line < 0 ? offset : line + 1;
}
