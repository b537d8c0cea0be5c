import { stateLine } from '../../core/evaluation/game-trace/state-line.ts';
import { readTrackedLabel } from '../../core/search/tracked-model.ts';
import type { GivenLine, KeptAnswer } from '../../protocol/state.ts';
import type { FromTree } from '../../protocol/tree-messages.ts';

type StateMessage = Extract<FromTree, { readonly type: 'state' }>;

/** Depth of p and r, which the details of a step have. */
const DEPTH = 4;

/**
 * The way to a node of a tree as a line of the state view: the true states are its steps, and what the world model printed for
 * each is its row, with what a language model wrote.
 *
 * @param title of the tree
 * @param source where the tree is kept, for its answers
 */
export function lineOfNode(
  { game, model, steps }: Pick<StateMessage, 'game' | 'model' | 'steps'>,
  title: string,
  source: string,
): GivenLine {
  const label = labelOf(model);
  const line = steps.map(({ ply, move, truth }) => ({ ply, fen: truth, ...(move !== null && { san: move }) }));
  // the root was given, and nobody predicted it
  const asked = steps.map((step, at) => ({ ...step, at })).filter(({ at }) => at > 0);
  const answers = asked.map(({ at, believed, text }) => ({
    label,
    at,
    fen: believed,
    ...(text !== null && { answer: { raw: text } }),
  }));
  return {
    line: stateLine(line, answers, { title, variant: game, m: DEPTH, labels: 'models' }),
    at: steps.length - 1,
    label,
    answers: asked.flatMap(({ at, text, fault, believed }) =>
      text === null ? [] : [{ ...answerOf(text, believed === null ? fault : null), label, source, step: at }],
    ),
  };
}

/** The model that wrote the states as a label: one that tracks them has its values from elsewhere. */
const labelOf = (model: string): string =>
  (readTrackedLabel(model)?.model ?? model).replace(/\s+/g, ' ').trim() || 'model';

const answerOf = (raw: string, fault: string | null): Omit<KeptAnswer, 'label' | 'source'> => ({
  prompt: null,
  raw,
  reading: null,
  reasoning: null,
  drafts: [],
  finishReason: null,
  tokens: null,
  seconds: null,
  attempts: null,
  at: null,
  fault,
  otherMoves: false,
});
