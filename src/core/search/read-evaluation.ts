import type { Outcome } from '../base/automaton.ts';
import type { ExampleModel, PlacedState } from '../mav/check/example-model.ts';
import { type MavGameName, mavGameName } from '../mav/games.ts';
import type { Line, MavDialect, Word } from '../mav/syntax.ts';
import { bucketMiddle, isBucket } from '../mav/values.ts';
import type { Answer } from './mcts.ts';
import { outcomeValue } from './rules.ts';
import { type BucketScore, chancesOf } from './scoring.ts';
import type { ListedAction } from './world-model.ts';

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
 * What an example says of its position. Whatever breaks the format is a hallucination (Schultz et al., section 3.1): no state, no
 * list, an action without a bucket. Illegal actions keep to the format.
 *
 * @param stated the state that the model wrote, if it wrote one
 * @param text what the model wrote as a whole
 * @param scored the value of a token by its probabilities, where they are known
 */
export function evaluationIn(
  { game, list, best, nameOf, example }: ExampleModel,
  stated: PlacedState | undefined,
  text: string,
  dialect: MavDialect,
  scored: (value: Word) => BucketScore | undefined = () => undefined,
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
    if (!form.test(action)) return `${JSON.stringify(move.text.slice(0, 20))} is not an action`;
    if (bucket === undefined || !isBucket(bucket, dialect)) return `${move.text} has no bucket`;
    if (found.has(action)) continue;
    const score = value && scored(value);
    found.set(action, {
      action,
      value: score?.value ?? bucketMiddle(bucket, dialect),
      ...(score !== undefined && { chances: chancesOf(score) }),
    });
  }
  return [...found.values()];
}
