import { differsFrom } from './differs-from.ts';
import { type ExampleModel, nameAt, type Position, successor } from './example-model.ts';

/** The previous action that an example is about in place of the written one, and the position behind it. */
export interface MeantAction {
  readonly action: string;
  readonly truth: Position;
}

/**
 * Where an example prints no state of its own, and neither its actions nor its last state fit the position behind its previous action:
 * the only other action behind which both fit. Then that action is wrong, and nothing else.
 */
export function meantPreviousAction(
  model: ExampleModel,
  before: Position | undefined,
  truth: Position | undefined,
): MeantAction | undefined {
  const { best, current, final, previousAction } = model;
  if (before === undefined || truth === undefined || best === undefined) return undefined;
  if (current.length > 0 || final.length === 0 || areLegal(model, truth) || isEnd(model, truth)) return undefined;
  const found: MeantAction[] = [];
  for (const action of before.sure) {
    if (action === previousAction?.action) continue;
    const other = successor(before, action);
    if (other !== undefined && areLegal(model, other) && isEnd(model, other)) found.push({ action, truth: other });
  }
  return found.length === 1 ? found[0] : undefined;
}

/** True if the list and the best action hold legal actions alone. */
function areLegal({ list, best }: ExampleModel, position: Position): boolean {
  const listed = list?.body.kind === 'list' ? list.body.actions.map(({ move }) => move.text) : [];
  return [...listed, ...(best === undefined ? [] : [best.word.text])].every((text) =>
    position.allows(nameAt(position, text)),
  );
}

/** True if the last states are where the best action leads from a position. */
function isEnd({ final, best }: ExampleModel, position: Position): boolean {
  const end = best && successor(position, best.action);
  return end !== undefined && final.every((placed) => differsFrom(placed, end).length === 0);
}
