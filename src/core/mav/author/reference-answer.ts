import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import type { AbortSignalLike } from '../../base/cancellation.ts';
import { shuffled } from '../../base/random.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { PositionValues, ValuedAction } from '../../games/position-values.ts';
import type { Example, MavDialect } from '../syntax.ts';
import { toBucket, type ValueSource, type ValueSourceFault } from '../values.ts';
import type { DraftLine, ExampleDraft } from '../write/example-draft.ts';
import { needsValues } from './header-commands.ts';
import { knownGame } from './prompt-position.ts';
import { type MavRequest, requestFromExample } from './request.ts';

export interface AnswerOptions {
  readonly dialect: MavDialect;
  /** Values of the request's state. Without them only states and positions where the game is over are answered. */
  readonly values?: PositionValues | undefined;
  /** Source of a random order of lists, as in the paper (section 2); without it the best action comes first. */
  readonly random?: RandomGenerator;
  /**
   * True to sort lists by the squares that actions leave, then by those that they reach; columns and cells likewise.
   */
  readonly bySquare?: boolean;
}

export interface AnswerFault {
  /**
   * `no-values`: the outputs need values that were not given. `bad-values`: they are those of another position.
   * `no-answer`: the request has no answer.
   */
  readonly code: 'no-values' | 'bad-values' | 'no-answer';
  /** One sentence for people. */
  readonly message: string;
}

const fault = (code: AnswerFault['code'], message: string): { readonly ok: false; readonly error: AnswerFault } =>
  err({ code, message });

/**
 * Returns true if a reference answer needs the values of the request's state: it requests them, and the game is not
 * over.
 */
export function requestNeedsValues({ game, outputs, state }: MavRequest): boolean {
  if (!outputs.some(needsValues)) return false;
  const { automaton } = knownGame(game);
  const parsed = automaton.parse(state);
  return parsed.ok && automaton.outcome(parsed.value) === undefined;
}

/**
 * Returns the reference answer (Schultz et al., section 2): states by rule; all legal actions, or the k with the
 * highest values; the source's first as the best action. If the game is over, the list gives the result, and outputs
 * that would follow an action are left out, so that the draft's header requests less than the request.
 */
export function answerRequest(request: MavRequest, options: AnswerOptions): Result<ExampleDraft, AnswerFault> {
  const { game: name, inputs, outputs } = request;
  const game = knownGame(name);
  const { automaton } = game;
  const parsed = automaton.parse(request.state);
  if (!parsed.ok) return fault('no-answer', `the state cannot be read: ${parsed.error}`);
  const current = parsed.value;
  const outcome = outputs.some(needsValues) ? automaton.outcome(current) : undefined;
  const lines: DraftLine[] = [...inputs];
  const needed = outcome === undefined && outputs.some(needsValues);
  const ranked = needed ? rankedActions(automaton.legal(current), options.values) : ok([]);
  if (!ranked.ok) return ranked;
  let state: unknown = current;
  let isListed = false;
  for (const output of outputs) {
    const { command } = output;
    if (command === 'state' || command === 'FEN') {
      if (isListed && state === current) {
        if (outcome !== undefined) continue;
        return fault(
          'no-answer',
          `%${command} after the list is the state after a %best_action, which the header does not request`,
        );
      }
      if (command === 'FEN' && !game.hasFen) return fault('no-answer', `${name} has no FEN`);
      lines.push({ command, state: game.write(state, command === 'FEN' ? 'FEN' : 'native') });
    } else if (command === 'top') {
      isListed = true;
      lines.push({ command, k: output.k, list: outcome ?? orderedList(ranked.value, output.k, options) });
    } else if (command === 'best_action') {
      if (outcome !== undefined) continue;
      const [best] = ranked.value;
      if (best === undefined) return fault('no-answer', `no action of ${name} has a value`);
      const { action } = best;
      state = automaton.step(current, action);
      lines.push({ command, action });
    } else return fault('no-answer', `%${command} is an input`);
  }
  return ok({ game: name, lines, inputs: inputs.length });
}

/** Returns the values, the best first, if they cover exactly the legal actions. */
function rankedActions(
  legal: readonly string[],
  values: PositionValues | undefined,
): Result<readonly ValuedAction[], AnswerFault> {
  if (values === undefined) return fault('no-values', 'lists and best actions require values, but none are available');
  const valued = new Set(values.actions.map(({ action }) => action));
  const isWhole = valued.size === legal.length && values.actions.length === legal.length;
  return isWhole && legal.every((action) => valued.has(action))
    ? ok(values.actions)
    : fault('bad-values', `values cover ${valued.size} actions, not the ${legal.length} legal ones`);
}

/** Returns all actions, or the k best, in the order of the options. */
function orderedList(ranked: readonly ValuedAction[], k: number | 'all', { random, bySquare, dialect }: AnswerOptions) {
  const best = k === 'all' ? ranked : ranked.slice(0, k);
  const ordered = bySquare === true ? sortedBySquare(best) : random === undefined ? best : shuffled(best, random);
  return ordered.map(({ action, win }) => ({ action, bucket: toBucket(win, dialect) }));
}

/** Orders of lists; `value` puts the best action first. */
export const LIST_ORDERS = ['random', 'square', 'value'] as const;
export type ListOrder = (typeof LIST_ORDERS)[number];

/** Returns the options of an order; `random` is called for random orders only. */
export const orderOptions = (
  order: ListOrder,
  random: () => RandomGenerator,
): Pick<AnswerOptions, 'random' | 'bySquare'> =>
  order === 'random' ? { random: random() } : { bySquare: order === 'square' };

/**
 * Returns a sort key: each square of an action as its rank and file, in the order of native states: `a1`, `b1`, … `h8`;
 * then the promotion.
 */
function squareKey(action: string): string {
  const squares = /^([a-h])([1-8])([a-h])([1-8])(.?)$/.exec(action);
  // The row comes first, padded to the digits of the longest one; `x3` of Connect Four is column 3.
  if (squares === null)
    return action.replace(/^(\D*)(\d+)$/, (_, column: string, row: string) => row.padStart(3, '0') + column);
  const [, fromFile = '', fromRank = '', toFile = '', toRank = '', promotion = ''] = squares;
  return fromRank + fromFile + toRank + toFile + promotion;
}

function sortedBySquare(actions: readonly ValuedAction[]): ValuedAction[] {
  return actions
    .map((valued) => ({ valued, key: squareKey(valued.action) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ valued }) => valued);
}

export interface ReferenceFault {
  /** `no-answer`: the example has no answer. The others are those of the value source. */
  readonly code: ValueSourceFault['code'] | 'no-answer';
  /** One sentence for people. */
  readonly message: string;
}

/**
 * Returns the reference answer of an example, whatever outputs it has: states by rule, and values, if requested, from a
 * source, the best action first. Never rejects.
 *
 * @param source called only if values are needed
 */
export async function referenceAnswer(
  example: Example,
  source: () => ValueSource | undefined,
  dialect: MavDialect,
  signal: AbortSignalLike,
): Promise<Result<ExampleDraft, ReferenceFault>> {
  const request = requestFromExample(example, dialect);
  if (!request.ok) return err({ code: 'no-answer', message: request.error });
  const { game, state, outputs } = request.value;
  if (outputs.length === 0) return err({ code: 'no-answer', message: 'the example requests nothing' });
  const values = requestNeedsValues(request.value) ? await source()?.values({ game, state }, signal) : ok(undefined);
  if (values === undefined) return err({ code: 'no-source', message: 'no source of action values is available' });
  if (!values.ok) return values;
  const answer = answerRequest(request.value, { dialect, values: values.value });
  return answer.ok ? answer : err({ code: 'no-answer', message: answer.error.message });
}
