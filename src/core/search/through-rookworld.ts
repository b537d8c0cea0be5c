import type { AbortSignalLike } from '../base/cancellation.ts';
import { fullest, modelOf, type PlacedState } from '../mav/check/example-model.ts';
import { readMavSection } from '../mav/read-mav.ts';
import { readRookLines } from '../mav/rookworld/read-rook.ts';
import { rookChess } from '../mav/rookworld/step.ts';
import { ROOK_REWARDS, type RookLine, type RookPolicy, type RookStep } from '../mav/rookworld/syntax.ts';
import { rookPolicyPrompt, rookStepPrompt, winOfPawns } from '../mav/rookworld/write-rook.ts';
import type { MavDialect } from '../mav/syntax.ts';
import { bucketOf, bucketToken } from '../mav/values.ts';
import type { Complete } from './language-model.ts';

/**
 * Answers to MAV prompts by a model of RookWorld: its environment is asked where an action leads, its policy for five actions with their
 * values and the best. An answer that breaks the format of RookWorld is handed on as it is, and breaks that of MAV, too.
 */
export const throughRookWorld =
  (complete: Complete, dialect: MavDialect): Complete =>
  async (prompt, signal) => {
    const { item } = readMavSection(prompt, 0);
    if (item?.kind !== 'example') return { fault: 'RookWorld cannot answer this prompt' };
    const { game, previous, previousAction, current } = modelOf(item, dialect);
    if (game?.automaton.id !== 'chess') return { fault: 'RookWorld knows no game but chess' };
    const outputs = item.header.commands.slice(item.lines.length);
    const parts: string[] = [];
    let fen = fenOf(current);
    if (previousAction !== undefined) {
      const stepped = await step(complete, fenOf(previous), previousAction.action, signal);
      if (!('next' in stepped)) return stepped;
      fen = stepped.next;
      for (const { kind, name } of outputs.slice(0, 1)) if (kind === 'position') parts.push(`[%${name} ${fen}]`);
      const list = outputs.find(({ kind }) => kind === 'top');
      if (stepped.result !== undefined) {
        if (list !== undefined) parts.push(`[%${list.name} invalid : "${stepped.result}"]`);
        return { text: `${parts.join('\n')}\n` };
      }
    }
    if (fen === undefined) return { fault: 'RookWorld needs a position' };
    const wanted = outputs.filter(({ kind, name }) => kind === 'top' || name === 'best_action');
    if (wanted.length === 0) return { text: `${parts.join('\n')}\n` };
    const said = await policy(complete, fen, signal);
    if (!('line' in said)) return said;
    for (const { kind, name } of wanted)
      parts.push(kind === 'top' ? `[%${name} ${listOf(said.line, dialect)}]` : `[%${name} ${bestOf(said.line)}]`);
    return { text: `${parts.join('\n')}\n` };
  };

/** A state as RookWorld is given it: a FEN of six fields where it can be read, else what is written. */
function fenOf(states: readonly PlacedState[]): string | undefined {
  const placed = fullest(states) ?? states[0];
  if (placed === undefined) return undefined;
  const { state } = placed.reading;
  return state === undefined ? placed.word.text : rookChess().write(state, 'FEN');
}

type Broken = { readonly text: string } | { readonly fault: string };

/** Asks the environment for one step. Resolves to the next state, and the outcome if the step ends the game. */
async function step(
  complete: Complete,
  fen: string | undefined,
  action: string,
  signal: AbortSignalLike,
): Promise<{ readonly next: string; readonly result: string | undefined } | Broken> {
  if (fen === undefined) return { fault: 'RookWorld needs a position before the action' };
  const prompt = rookStepPrompt(fen, action);
  const answer = await complete(prompt, signal);
  if ('fault' in answer) return answer;
  const line = first(prompt + answer.text);
  if (line?.kind !== 'environment' || isCutOff(line) || line.truncated?.text === '1') return { text: answer.text };
  return { next: line.next?.text ?? '', result: resultOf(line, fen) };
}

/** Returns true if the line of the environment is incomplete. */
const isCutOff = ({ next, reward, terminated, truncated }: RookStep): boolean =>
  [next, reward, terminated, truncated].some((word) => word === undefined || word.text === '');

/** The reward is that of the player who made the move. */
function resultOf({ terminated, reward }: RookStep, fen: string): string | undefined {
  if (terminated?.text !== '1') return undefined;
  const points = Number(reward?.text);
  if (points === ROOK_REWARDS.draw) return '1/2-1/2';
  const isWhite = fen.split(' ')[1] === 'w';
  return points > 0 === isWhite ? '1-0' : '0-1';
}

async function policy(
  complete: Complete,
  fen: string,
  signal: AbortSignalLike,
): Promise<{ readonly line: RookPolicy } | Broken> {
  const prompt = rookPolicyPrompt(fen);
  const answer = await complete(prompt, signal);
  if ('fault' in answer) return answer;
  const line = first(prompt + answer.text);
  return line?.kind === 'policy' && line.moves !== undefined && line.values !== undefined
    ? { line }
    : { text: answer.text };
}

function first(text: string): RookLine | undefined {
  const found = readRookLines(text).next();
  return found.done === true ? undefined : found.value;
}

/** Actions with their values in buckets; one without a number has none. */
const listOf = ({ moves, values }: RookPolicy, dialect: MavDialect): string =>
  (moves?.words ?? [])
    .map(({ text }, i) => {
      const value = Number(values?.words[i]?.text ?? Number.NaN);
      return Number.isFinite(value) ? `${text}:${bucketToken(bucketOf(winOfPawns(value), dialect), dialect)}` : text;
    })
    .join(' ');

/** Text after the best action is ignored. */
const bestOf = ({ best }: RookPolicy): string => best?.text.split(/\s/)[0] ?? '';
