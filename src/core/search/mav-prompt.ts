import { type Outcome, SINK } from '../base/automaton.ts';
import { knownGame } from '../mav/author/prompt-position.ts';
import { type ExampleModel, type MavState, makeExampleModel } from '../mav/check/example-model.ts';
import { type MavGameName, mavGameName } from '../mav/game-names.ts';
import { nativeToFen } from '../mav/native-chess.ts';
import { readMavSection } from '../mav/read-mav.ts';
import type { MavDialect, MavLine, MavWord } from '../mav/syntax.ts';
import { bucketMiddle, isBucket } from '../mav/values.ts';
import { type DraftLine, type ExampleDraft, printPrompt } from '../mav/write/example-draft.ts';
import { type BucketScore, bucketScore, findValueToken, type ScoredToken, toBucketChances } from './bucket-chances.ts';
import type { Answer } from './mcts.ts';
import { outcomeValue } from './rule-models.ts';
import type { Evaluation, EvaluationRequest, ListedAction, ScoringTally } from './world-model.ts';

/** Options of prompts for evaluations. */
export interface MavPromptOptions {
  /** Form of states; games without FENs have the native one alone. */
  readonly form: 'state' | 'FEN';
  /** Number of requested actions; `none`: the state alone. */
  readonly list: number | 'all' | 'none';
  /** True to request `%best_action`. */
  readonly best: boolean;
  readonly dialect: MavDialect;
  /** Source of values: the written ones, or the probabilities of their tokens. */
  readonly scoring: 'written' | 'max' | 'mean';
  /**
   * Behavior if the probabilities of a value are missing: `stop` makes the answer a fault, `written` reads the value as
   * written. Default: `stop`.
   */
  readonly fallback?: 'stop' | 'written';
  /** Counts values by their source. */
  readonly tally?: ScoringTally;
}

/** Text of a language model. */
export interface ModelAnswer {
  readonly text: string;
  /** Tokens with their probabilities, where the server sends them; together they are the text. */
  readonly tokens?: readonly ScoredToken[];
}

/** Returns a state of the tree as text for a prompt: one that the model wrote is unchanged. */
function stateText({ game: name, state }: EvaluationRequest, form: 'native' | 'FEN'): string {
  const game = knownGame(name);
  const parsed = game.automaton.parse(state);
  return parsed.ok ? game.write(parsed.value, form) : state;
}

/** Returns the MAV prompt of an evaluation: a state, or a state with the action to apply. */
export function mavPrompt(
  request: EvaluationRequest,
  { form, list, best, dialect }: Pick<MavPromptOptions, 'form' | 'list' | 'best' | 'dialect'>,
): string {
  const isFen = form === 'FEN' && knownGame(request.game).hasFen;
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
    ...(list === 'none' ? [] : [{ command: 'top', k: list, list: [] } as const]),
    ...(best ? [{ command: 'best_action', action: '' } as const] : []),
  ];
  const draft: ExampleDraft = { game: request.game, lines: [...inputs, ...outputs], inputs: inputs.length };
  return printPrompt(draft, dialect);
}

/**
 * Reads a language model's answer to a MAV prompt. Any text that breaks the format is a hallucination (Schultz et al.,
 * section 3.1): no state where one was requested, no list, an action without a bucket, a line that is cut off. Illegal
 * actions keep to the format. Values whose requested probabilities are missing make it a fault, unless `fallback`
 * allows them as written.
 *
 * @param given the model's text after the prompt
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
  const model = makeExampleModel(item, dialect);
  if (model.game === undefined) return hallucination('no game');
  const stated = model.current.find(
    ({ line }) => line.range.start >= (request.action === undefined ? 0 : prompt.length),
  );
  const scored = (value: MavWord): BucketScore | undefined => {
    if (options.scoring === 'written' || given.tokens === undefined) return undefined;
    const token = findValueToken(given.tokens, value.range.start - prompt.length, value.text);
    return token && bucketScore(token.top, options.scoring, dialect);
  };
  const said = readExampleEvaluation(model, stated, answer, dialect, scored);
  const missing = said.kind === 'state' ? missingScores(said.actions, given, options) : undefined;
  if (missing !== undefined) return { kind: 'fault', message: missing };
  return said.kind !== 'hallucination' && request.action === undefined ? { ...said, state: request.state } : said;
}

/**
 * Returns the state that a model wrote after a prompt for the state alone, as its game prints it; otherwise the reason
 * why the text is a hallucination.
 */
export function readStateAnswer(
  request: EvaluationRequest,
  answer: string,
  options: Pick<MavPromptOptions, 'form' | 'dialect'>,
): { readonly state: string } | { readonly reason: string } {
  const prompt = mavPrompt(request, { ...options, list: 'none', best: false });
  const { item, faults } = readMavSection(prompt + answer, 0);
  if (item?.kind !== 'example') return { reason: 'no example can be read' };
  const cut = faults.find(({ code, range }) => code === 'MAV_UNCLOSED_LINE' && range.end > prompt.length);
  if (cut !== undefined) return { reason: `cut off: ${cut.message}` };
  const stated = makeExampleModel(item, options.dialect).current.find(({ line }) => line.range.start >= prompt.length);
  if (stated === undefined) return { reason: 'no state' };
  if (stated.reading.state === undefined) return { reason: `not a state: ${stated.reading.error}` };
  // The digits of a native state contain more than the position read from it: castling rights and counters.
  const fen = knownGame(request.game).hasFen ? nativeToFen(stated.word.text) : undefined;
  return { state: fen ?? knownGame(request.game).automaton.print(stated.reading.state) };
}

/** Returns the reason why values with requested probabilities have none; undefined where all have, or may be read as written. */
function missingScores(
  actions: readonly ListedAction[],
  { tokens }: ModelAnswer,
  { scoring, fallback = 'stop', tally }: MavPromptOptions,
): string | undefined {
  if (scoring === 'written') return undefined;
  const without = actions.filter(({ chances }) => chances === undefined).length;
  if (without === 0 || fallback === 'written') {
    for (const { chances } of actions) tally?.add(chances?.mass);
    return undefined;
  }
  const reason =
    tokens === undefined
      ? 'no log probabilities came with the answer'
      : `${without} of ${actions.length} values have no log probabilities of their own (their digits are several tokens, or the tokens are not the text)`;
  return `${reason}, but scoring is ${scoring}. ${SCORING_REMEDY}`;
}

/** Advice for a model without log probabilities. */
export const SCORING_REMEDY = 'Set scoring to written, or the fallback to written.';

/**
 * Applies the rules to an evaluation, for a search that uses the rules: illegal actions are dropped and counted,
 * missing legal ones get the lowest listed value.
 */
export function applyRules(evaluation: Evaluation, { game: name, state: text }: EvaluationRequest): Evaluation {
  if (evaluation.kind !== 'state') return evaluation;
  const { automaton } = knownGame(name);
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

/** Syntax of actions by game, legal or not. */
const ACTIONS: Readonly<Record<MavGameName, RegExp>> = {
  chess: /^[a-h][1-8][a-h][1-8][nbrq]?$/,
  chess960: /^[a-h][1-8][a-h][1-8][nbrq]?$/,
  connect_four: /^[xo][0-6]$/,
  hex: /^[a-z]\d{1,2}$/,
  othello: /^(?:[a-h][1-8]|pass)$/,
};

const OUTCOMES: readonly Outcome[] = ['1-0', '0-1', '1/2-1/2'];

/**
 * Returns the evaluation in an example. Any text that breaks the format is a hallucination (Schultz et al., section
 * 3.1): no state, no list, an action without a bucket. Illegal actions keep to the format.
 *
 * @param stated state that the model wrote, if any
 * @param text the model's whole text
 * @param scored value of a token by its probabilities, where they are known
 */
export function readExampleEvaluation(
  { game, list, best, nameOf, example }: ExampleModel,
  stated: MavState | undefined,
  text: string,
  dialect: MavDialect,
  scored: (value: MavWord) => BucketScore | undefined = () => undefined,
): Answer {
  const hallucination = (reason: string): Answer => ({ kind: 'hallucination', text, reason });
  const name = mavGameName(example.header.game?.text ?? '');
  if (game === undefined || name === undefined) return hallucination('no game');
  if (stated === undefined) return hallucination('no state');
  const { reading, word } = stated;
  if (reading.state === undefined) return hallucination(`not a state: ${reading.error}`);
  if (list === undefined) return hallucination('no list of actions');
  const { body } = list;
  if (body.kind === 'terminal') {
    const result = body.result.text;
    const outcome = OUTCOMES.find((known) => known === result);
    if (outcome === undefined) return hallucination(`${JSON.stringify(result.slice(0, 20))} is not a result`);
    return { kind: 'terminal', state: word.text, outcome, value: outcomeValue(outcome, reading.fields.side), text };
  }
  const actions = actionsIn(list, nameOf, ACTIONS[name], dialect, scored);
  if (typeof actions === 'string') return hallucination(actions);
  return {
    kind: 'state',
    state: word.text,
    actions,
    ...(best !== undefined && actions.some(({ action }) => action === best.action) && { best: best.action }),
    text,
  };
}

/** Returns the actions of a list with their values, each once; or the reason why it breaks the format. */
function actionsIn(
  { body }: MavLine,
  nameOf: (action: string) => string,
  form: RegExp,
  dialect: MavDialect,
  scored: (value: MavWord) => BucketScore | undefined,
): readonly ListedAction[] | string {
  if (body.kind !== 'list' || body.actions.length === 0) return 'the list is empty';
  const found = new Map<string, ListedAction>();
  for (const { move, value, bucket } of body.actions) {
    const action = nameOf(move.text);
    if (!form.test(action)) return `${JSON.stringify(move.text.slice(0, 20))} is not an action`;
    if (bucket === undefined || !isBucket(bucket, dialect)) return `${move.text} has no bucket`;
    if (found.has(action)) continue;
    const score = value && scored(value);
    found.set(action, {
      action,
      value: score?.value ?? bucketMiddle(bucket, dialect),
      ...(score !== undefined && { chances: toBucketChances(score) }),
    });
  }
  return [...found.values()];
}
