import { SINK } from '../base/automaton.ts';
import type { AbortSignalLike } from '../base/cancellation.ts';
import { err, ok, type Result } from '../base/result.ts';
import { commandName, type HeaderCommand } from '../mav/author/header-commands.ts';
import { knownGame, type PromptPosition, positionId } from '../mav/author/prompt-position.ts';
import { type AnswerOptions, answerRequest } from '../mav/author/reference-answer.ts';
import { makeRequest, requestFromExample } from '../mav/author/request.ts';
import { fullestState, type MavState } from '../mav/check/example-model.ts';
import type { TraceModel } from '../mav/check/trace-model.ts';
import { type MavGameName, mavGameName } from '../mav/game-names.ts';
import { mavGame } from '../mav/games.ts';
import { type MavDialect, PUBLISHED_DIALECT } from '../mav/syntax.ts';
import type { ValueSource, ValueSourceFault } from '../mav/values.ts';
import { type NodeDraft, printTraceTarget, type TraceDraft } from '../mav/write/example-draft.ts';
import { type MinimaxSearch, minimaxTrace, shapeFault } from './minimax-trace.ts';

/** Start and shape of a trace, which determine its reference. */
export interface TraceShape {
  readonly game: MavGameName;
  /** Form of the state at the root. */
  readonly form?: 'state' | 'FEN';
  /** State of the root, as the game's automaton prints it. */
  readonly state: string;
  readonly breadth: number;
  readonly depth: number;
}

/** Returns the shape of a trace; undefined if its root, breadth or depth cannot be read. */
export function traceShape({ trace, root }: TraceModel): TraceShape | undefined {
  const game = mavGameName(root?.example?.header.game?.text ?? '');
  const state = game === undefined ? undefined : rootState(game, fullestState(root?.model?.current ?? []));
  const { breadth, depth } = trace;
  const automaton = root?.model?.game?.automaton;
  if (game === undefined || state === undefined || automaton === undefined) return undefined;
  if (breadth?.value === undefined || depth?.value === undefined) return undefined;
  const form = root?.model?.current[0]?.form === 'FEN' ? 'FEN' : 'state';
  return { game, form, state: automaton.print(state), breadth: breadth.value, depth: depth.value };
}

/** Returns the key of a shape: traces with equal keys have the same reference. */
export const shapeKey = ({ game, state, breadth, depth }: TraceShape): string => `${game} ${breadth} ${depth} ${state}`;

/**
 * Returns a state with all data of its text: the digits of a native one include its castling rights (format assumed),
 * as in the references made of it.
 */
function rootState(game: MavGameName, placed: MavState | undefined): unknown {
  if (placed === undefined) return undefined;
  const strict = mavGame(game, { ...PUBLISHED_DIALECT, strictMeta: true });
  return strict?.read(placed.word.text, placed.form).state ?? placed.reading.state;
}

export interface ReferenceTraceTask {
  readonly game: MavGameName;
  /** State of the root. */
  readonly state: string;
  /** Number of actions that a node is expanded to, 1 or more; the paper has 2 to 5. */
  readonly breadth: number;
  /** Number of edges below the root, 1 or more; the paper has 1 to 3. */
  readonly depth: number;
  readonly source: ValueSource;
  /** Form of states; games without FENs have the native one alone. */
  readonly form: 'state' | 'FEN';
  readonly dialect: MavDialect;
  /** Returns the order of a node's list; without it the best action comes first. */
  readonly orderOf?: (path: readonly string[]) => Pick<AnswerOptions, 'random' | 'bySquare'>;
  /** Called after each node. */
  readonly onNode?: (done: number) => void;
}

type Made<T> = Result<T, ValueSourceFault>;

/**
 * Returns the linearized minimax search of a position (`minimaxTrace`) by the rules, with the values of the source, in the form of the
 * training data of internal search.
 */
export async function referenceTrace(task: ReferenceTraceTask, signal: AbortSignalLike): Promise<Made<TraceDraft>> {
  const { game, breadth, depth, dialect } = task;
  const refuse = (message: string): Made<never> => err({ code: 'bad-position', message });
  const fault = shapeFault(breadth, depth);
  if (fault !== undefined) return refuse(fault);
  const known = knownGame(game);
  const { automaton } = known;
  const parsed = automaton.parse(task.state);
  if (!parsed.ok) return refuse(parsed.error);
  let done = 0;
  const search: MinimaxSearch<PromptPosition, ValueSourceFault> = {
    breadth,
    depth,
    dialect,
    sideOf: ({ state }) => known.fieldsOf(state).side,
    async evaluate(position, path) {
      if (signal.aborted) return err({ code: 'cancelled', message: 'cancelled' });
      const answered = await evaluation(task, position, path, signal);
      if (answered.ok) task.onNode?.(++done);
      return answered;
    },
    after({ state }, action) {
      const next = automaton.step(state, action);
      if (next === SINK) throw new Error(`${action} is not legal`);
      return { game, state: next, before: { state, action } };
    },
  };
  return minimaxTrace(search, { game, state: parsed.value });
}

/** Returns ids of the positions of a trace, each once, the root's first. */
export function tracePositions(game: MavGameName, state: string, root: NodeDraft): string[] {
  const { automaton } = knownGame(game);
  const parsed = automaton.parse(state);
  if (!parsed.ok) throw new Error(parsed.error);
  const ids = new Set<string>();
  const add = (node: NodeDraft, at: unknown): void => {
    ids.add(positionId(game, at));
    for (const child of node.children) add(child, automaton.step(at, child.path.at(-1) ?? ''));
  };
  add(root, parsed.value);
  return [...ids];
}

/** Returns the example of a node. */
async function evaluation(
  { source, dialect, form: wanted, orderOf }: ReferenceTraceTask,
  position: PromptPosition,
  path: readonly string[],
  signal: AbortSignalLike,
) {
  const { automaton, hasFen } = knownGame(position.game);
  const form = hasFen ? wanted : 'state';
  const commands: HeaderCommand[] = [
    ...(position.before === undefined
      ? []
      : [{ command: `prev_${form}` } as const, { command: 'prev_action' } as const]),
    { command: form },
    { command: 'top', k: 'all' },
    { command: 'best_action' },
  ];
  const request = makeRequest(position, commands);
  if (!request.ok) return err<ValueSourceFault>({ code: 'bad-position', message: request.error });
  const isOver = automaton.outcome(position.state) !== undefined;
  const values = isOver
    ? undefined
    : await source.values({ game: position.game, state: automaton.print(position.state) }, signal);
  if (values?.ok === false) return values;
  const example = answerRequest(request.value, { dialect, values: values?.value, ...orderOf?.(path) });
  if (!example.ok) return err<ValueSourceFault>({ code: 'failed', message: example.error.message });
  const { lines } = example.value;
  const top = lines.find(({ command }) => command === 'top');
  const best = lines.find(({ command }) => command === 'best_action');
  if (top?.command !== 'top') return err<ValueSourceFault>({ code: 'failed', message: 'the answer has no list' });
  return ok({
    example: example.value,
    list: top.list,
    best: best !== undefined && 'action' in best ? best.action : undefined,
  });
}

/** Options for answering the prompt of a trace. */
interface TraceAnswerOptions {
  readonly source: ValueSource | undefined;
  readonly dialect: MavDialect;
  /** Returns the order of a node's list; without it the best action comes first. */
  readonly orderOf?: ReferenceTraceTask['orderOf'];
}

/**
 * Returns the correct answer to the prompt of a trace: the text after the root's input. The error is one sentence with
 * the reason.
 */
export async function answerTrace(
  { trace: { breadth, depth }, root }: TraceModel,
  { source, dialect, orderOf }: TraceAnswerOptions,
  signal: AbortSignalLike,
): Promise<Result<string, string>> {
  const { example } = root ?? {};
  if (example === undefined) return err('the trace has no root with a state');
  if (breadth?.value === undefined || depth?.value === undefined) return err('the trace has no breadth or no depth');
  const request = requestFromExample(example, dialect);
  if (!request.ok) return request;
  const { game, state, inputs, outputs } = request.value;
  const [input, ...others] = inputs;
  const asked = outputs.map(commandName).join(' ');
  if (others.length > 0 || (input?.command !== 'state' && input?.command !== 'FEN') || asked !== 'top_all best_action')
    return err('the root of a trace must be %state or %FEN with %top_all %best_action');
  if (source === undefined) return err('a trace requires values; use --values engine');
  const shape = { breadth: breadth.value, depth: depth.value, form: input.command };
  const made = await referenceTrace({ game, state, source, dialect, ...shape, ...(orderOf && { orderOf }) }, signal);
  return made.ok ? ok(printTraceTarget(made.value, dialect)) : err(made.error.message);
}
