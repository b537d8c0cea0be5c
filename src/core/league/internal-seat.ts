import { knownGame } from '../mav/author/position.ts';
import { makeRequest, printRequest } from '../mav/author/prompt.ts';
import { traceModel } from '../mav/check/trace-model.ts';
import { mavGame } from '../mav/games.ts';
import { readMavSection } from '../mav/read-mav.ts';
import type { MavDialect } from '../mav/syntax.ts';
import { printTracePrompt } from '../mav/write/trace-draft.ts';
import type { Complete } from '../search/language-model.ts';
import type { Choice, Seat, Turn } from './seat.ts';

/** How a model is asked for an internal search. */
export interface InternalSearch {
  readonly breadth: number;
  readonly depth: number;
  /** The form of states; games without FENs have the native one alone. */
  readonly form: 'state' | 'FEN';
  readonly dialect: MavDialect;
  readonly complete: Complete;
}

/** The prompt of an internal search: `Minimax breadth=3 depth=1` and the root (Schultz et al., section 4). */
export function internalPrompt(
  { game, state }: Pick<Turn, 'game' | 'state'>,
  { breadth, depth, form: wanted, dialect }: Omit<InternalSearch, 'complete'>,
): string {
  const form = knownGame(game).hasFen ? wanted : 'state';
  const request = makeRequest({ game, state }, [
    { command: form },
    { command: 'top', k: 'all' },
    { command: 'best_action' },
  ]);
  if (!request.ok) throw new Error(request.error);
  return printTracePrompt({ breadth, depth }, printRequest(request.value, dialect));
}

/**
 * The action that a trace decides for: the one it says it is playing, else what the decision of its root selects. What stands between is not
 * judged here: a trace may be wrong and play well.
 *
 * @param prompt of `internalPrompt`
 * @param answer the model's continuation
 */
export function decisionOf(
  { game, state }: Pick<Turn, 'game' | 'state'>,
  prompt: string,
  answer: string,
  dialect: MavDialect,
): { readonly action: string } | { readonly reason: string } {
  const { item } = readMavSection(prompt + answer, 0);
  if (item?.kind !== 'trace') return { reason: 'no trace can be read' };
  const model = traceModel(item, dialect);
  const selection = model.root?.decision?.selection;
  const written = item.playing ?? (selection?.kind === 'action' ? selection.action.move : undefined);
  if (written === undefined) return { reason: 'the trace ends without a decision' };
  const rules = mavGame(game, dialect) ?? knownGame(game);
  return { action: rules.normal(written.text, rules.mover(state)) };
}

/** Plays what a model decides for in a search that it writes itself. */
export function internalSeat(search: InternalSearch): Seat {
  return {
    async move(turn, signal): Promise<Choice> {
      const prompt = internalPrompt(turn, search);
      const answer = await search.complete(prompt, signal);
      if ('fault' in answer) return { kind: 'fault', message: answer.fault };
      const decision = decisionOf(turn, prompt, answer.text, search.dialect);
      return 'action' in decision
        ? { kind: 'action', action: decision.action, calls: 1 }
        : { kind: 'unreadable', text: answer.text, reason: decision.reason, calls: 1 };
    },
  };
}
