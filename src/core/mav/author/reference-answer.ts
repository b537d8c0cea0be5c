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
  /** Of the request's state; without them only states are answered, and positions where the game is over. */
  readonly values?: PositionValues | undefined;
  /** Puts lists into a random order, as the paper does (section 2); without it the best action comes first. */
  readonly random?: RandomGenerator;
  /** Puts lists into the order of the squares that actions leave, then of those that they reach; columns and cells likewise. */
  readonly bySquare?: boolean;
}

export interface AnswerFault {
  /** `no-values`: the outputs need values that were not given. `bad-values`: they are not those of the position. `no-answer`: nothing answers what is asked. */
  readonly code: 'no-values' | 'bad-values' | 'no-answer';
  /** One sentence for people. */
  readonly message: string;
}

const fault = (code: AnswerFault['code'], message: string): { readonly ok: false; readonly error: AnswerFault } =>
  err({ code, message });

/** True if a reference answer needs the values of the request's state: it asks for them, and the game is not over. */
export function requestNeedsValues({ game, outputs, state }: MavRequest): boolean {
  if (!outputs.some(needsValues)) return false;
  const { automaton } = knownGame(game);
  const parsed = automaton.parse(state);
  return parsed.ok && automaton.outcome(parsed.value) === undefined;
}

/**
 * The reference answer (Schultz et al., section 2): states by rule; of the legal actions all, or the k of the highest
 * values; the source's first as the best action. Where the game is over the list says how, and what would follow from an
 * action is left out, so that the draft's header asks for less than the request.
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
      lines.push({ command, k: output.k, list: outcome ?? listOf(ranked.value, output.k, options) });
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

/** The values, the best first, if they are those of the legal actions. */
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

/** All actions, or the k best, as they are written. */
function listOf(ranked: readonly ValuedAction[], k: number | 'all', { random, bySquare, dialect }: AnswerOptions) {
  const best = k === 'all' ? ranked : ranked.slice(0, k);
  const ordered = bySquare === true ? sortedBySquare(best) : random === undefined ? best : shuffled(best, random);
  return ordered.map(({ action, win }) => ({ action, bucket: toBucket(win, dialect) }));
}

/** How lists are ordered: `value`, the best action first. */
export const LIST_ORDERS = ['random', 'square', 'value'] as const;
export type ListOrder = (typeof LIST_ORDERS)[number];

/** The options of an order; `random` is drawn from where it is random. */
export const orderOptions = (
  order: ListOrder,
  random: () => RandomGenerator,
): Pick<AnswerOptions, 'random' | 'bySquare'> =>
  order === 'random' ? { random: random() } : { bySquare: order === 'square' };

/** Each square of an action as its rank and file, in the order of native states: `a1`, `b1`, … `h8`; then the promotion. */
function squareKey(action: string): string {
  const squares = /^([a-h])([1-8])([a-h])([1-8])(.?)$/.exec(action);
  // the number of a row or column comes first, with as many digits as any has; `x3` of Connect Four is column 3
  if (squares === null)
    return action.replace(/^(\D*)(\d+)$/, (_, column: string, row: string) => row.padStart(3, '0') + column);
  const [, fromFile = '', fromRank = '', toFile = '', toRank = '', promotion = ''] = squares;
  return fromRank + fromFile + toRank + toFile + promotion;
}

function sortedBySquare(actions: readonly ValuedAction[]): ValuedAction[] {
  return actions
    .map((one) => ({ one, key: squareKey(one.action) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ one }) => one);
}

export interface ReferenceFault {
  /** `no-answer`: nothing answers what the example asks. The others are those of the source of values. */
  readonly code: ValueSourceFault['code'] | 'no-answer';
  /** One sentence for people. */
  readonly message: string;
}

/**
 * The reference answer of an example, whatever it holds already: states by rule, and values, where it asks for some, from a
 * source, with the best action first. Never rejects.
 *
 * @param source asked only where values are needed
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
