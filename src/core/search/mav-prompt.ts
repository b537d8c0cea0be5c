import { type Outcome, SINK } from '../automaton.ts';
import { modelOf, type PlacedState } from '../mav/check/example-model.ts';
import { readMavSection } from '../mav/read-mav.ts';
import type { Line, Word } from '../mav/syntax.ts';
import { bucketMiddle, isBucket, type MavDialect } from '../mav/values.ts';
import { type DraftLine, type ExampleDraft, printPrompt } from '../mav/write/draft.ts';
import { gameOf, outcomeValue } from './rules.ts';
import { type BucketScore, bucketScore, type ScoredToken, tokenOfValue } from './scoring.ts';
import type { Evaluation, EvaluationRequest, ListedAction } from './world-model.ts';

/** How a language model is asked for evaluations. */
export interface MavPromptOptions {
  /** The form of states; games without FENs have the native one alone. */
  readonly form: 'state' | 'FEN';
  /** Actions that are asked for. */
  readonly list: number | 'all';
  /** Whether `%best_action` is asked for. */
  readonly best: boolean;
  readonly dialect: MavDialect;
  /** Values by what is written, or by the probabilities of its token where they are known. */
  readonly scoring: 'written' | 'max' | 'mean';
}

/** What a model wrote. */
export interface ModelAnswer {
  readonly text: string;
  /** Its tokens with their probabilities, where the server gives them; together they are the text. */
  readonly tokens?: readonly ScoredToken[];
}

/** A state of the tree as it stands in a prompt: one that the model wrote stays as it is. */
function stateText({ game: name, state }: EvaluationRequest, form: 'native' | 'FEN'): string {
  const game = gameOf(name);
  const parsed = game.automaton.parse(state);
  return parsed.ok ? game.write(parsed.value, form) : state;
}

/** What a language model is asked for an evaluation, as a MAV prompt: a state, or a state with an action that leads on from it. */
export function mavPrompt(
  request: EvaluationRequest,
  { form, list, best, dialect }: Omit<MavPromptOptions, 'scoring'>,
): string {
  const isFen = form === 'FEN' && gameOf(request.game).hasFen;
  const state = stateText(request, isFen ? 'FEN' : 'native');
  const current = isFen ? 'FEN' : 'state';
  const inputs: DraftLine[] =
    request.action === undefined
      ? [{ command: current, state }]
      : [
          { command: `prev_${current}`, state },
          { command: 'prev_action', action: request.action },
        ];
  const outputs: DraftLine[] = [
    ...(request.action === undefined ? [] : [{ command: current, state: '' } as const]),
    { command: 'top', k: list, list: [] },
    ...(best ? [{ command: 'best_action', action: '' } as const] : []),
  ];
  const draft: ExampleDraft = { game: request.game, lines: [...inputs, ...outputs], inputs: inputs.length };
  return printPrompt(draft, dialect);
}

/** What an action looks like, whether it is legal or not. */
const ACTIONS = {
  chess: /^[a-h][1-8][a-h][1-8][nbrq]?$/,
  chess960: /^[a-h][1-8][a-h][1-8][nbrq]?$/,
  connect_four: /^[xo][0-6]$/,
  hex: /^[a-z]\d{1,2}$/,
} as const;

const OUTCOMES: readonly Outcome[] = ['1-0', '0-1', '1/2-1/2'];

/**
 * What a language model's answer to a MAV prompt says. Whatever breaks the format is a hallucination (Schultz et al., section 3.1):
 * no state where one is asked for, no list, an action without a bucket, a line that is cut off. Illegal actions keep to the format.
 *
 * @param given what the model wrote behind the prompt
 */
export function readEvaluation(request: EvaluationRequest, given: ModelAnswer, options: MavPromptOptions): Evaluation {
  const { dialect } = options;
  const prompt = mavPrompt(request, options);
  const answer = given.text;
  const whole = prompt + answer;
  const hallucination = (reason: string): Evaluation => ({ kind: 'hallucination', text: answer, reason });
  const { item, faults } = readMavSection(whole, 0);
  if (item?.kind !== 'example') return hallucination('no example can be read');
  const cut = faults.find(({ code, range }) => code === 'MAV_UNCLOSED_LINE' && range.end > prompt.length);
  if (cut !== undefined) return hallucination(`cut off: ${cut.message}`);
  const model = modelOf(item, dialect);
  const { game, list, best, nameOf } = model;
  if (game === undefined) return hallucination('no game');
  const told = model.current.find(({ line }) => line.range.start >= (request.action === undefined ? 0 : prompt.length));
  if (told === undefined) return hallucination('no state');
  const state = request.action === undefined ? request.state : told.word.text;
  if (told.reading.state === undefined) return hallucination(`not a state: ${told.reading.error}`);
  if (list === undefined) return hallucination('no list of actions');
  if (list.body.kind === 'terminal') return terminal(list.body.result.text, state, told, answer, hallucination);
  if (list.body.kind !== 'list') return hallucination('the list is empty');
  const scored = (value: Word): BucketScore | undefined => {
    if (options.scoring === 'written' || given.tokens === undefined) return undefined;
    const token = tokenOfValue(given.tokens, value.range.start - prompt.length, value.text);
    return token && bucketScore(token.top, options.scoring, dialect);
  };
  const read = actionsIn(list, nameOf, ACTIONS[request.game], dialect, scored);
  if (typeof read === 'string') return hallucination(read);
  return {
    kind: 'state',
    state,
    actions: read,
    ...(best !== undefined && read.some(({ action }) => action === best.action) && { best: best.action }),
    text: answer,
  };
}

function terminal(
  result: string,
  state: string,
  { reading }: PlacedState,
  text: string,
  hallucination: (reason: string) => Evaluation,
): Evaluation {
  const outcome = OUTCOMES.find((known) => known === result);
  if (outcome === undefined) return hallucination(`${JSON.stringify(result.slice(0, 20))} is no result`);
  return { kind: 'terminal', state, outcome, value: outcomeValue(outcome, reading.fields.side), text };
}

/** The actions of a list with their values, each once; or why it breaks the format. */
function actionsIn(
  { body }: Line,
  nameOf: (action: string) => string,
  form: RegExp,
  dialect: MavDialect,
  scored: (value: Word) => BucketScore | undefined,
): readonly ListedAction[] | string {
  if (body.kind !== 'list' || body.actions.length === 0) return 'the list is empty';
  const found = new Map<string, ListedAction>();
  for (const { move, value, bucket } of body.actions) {
    const action = nameOf(move.text);
    if (!form.test(action)) return `${JSON.stringify(move.text.slice(0, 20))} is no action`;
    if (bucket === undefined || !isBucket(bucket, dialect)) return `${move.text} has no bucket`;
    if (found.has(action)) continue;
    const score = value && scored(value);
    found.set(action, {
      action,
      value: score?.value ?? bucketMiddle(bucket, dialect),
      ...(score !== undefined && { mass: score.mass }),
    });
  }
  return [...found.values()];
}

/**
 * An evaluation held to the rules, for a search that the rules back: illegal actions are dropped and counted, legal ones that are
 * missing have the lowest value that is listed.
 */
export function ruled(evaluation: Evaluation, { game: name, state: text }: EvaluationRequest): Evaluation {
  if (evaluation.kind !== 'state') return evaluation;
  const { automaton } = gameOf(name);
  const parsed = automaton.parse(text);
  const state = parsed.ok ? parsed.value : SINK;
  const legal = automaton.legal(state);
  const listed = new Map(evaluation.actions.map((entry) => [entry.action, entry]));
  const kept = evaluation.actions.filter(({ action }) => legal.includes(action));
  const lowest = kept.reduce((least, { value }) => Math.min(least, value), kept.length === 0 ? 0.5 : 1);
  const missing = legal.filter((action) => !listed.has(action)).map((action) => ({ action, value: lowest }));
  return {
    ...evaluation,
    state: text,
    actions: [...kept, ...missing],
    dropped: evaluation.actions.length - kept.length,
  };
}
