import type { Fix } from '../../notation/diagnostics/fix.ts';
import { fixing } from '../fixing.ts';
import { nameAt, successor } from './example-model.ts';
import { stateEdit } from './fixes.ts';
import type { JudgedExample } from './judged-example.ts';

/**
 * A finding's extra with the fix that makes the legal action of the highest value the best one, and moves the states behind it
 * along. Without one where no legal action of the list has a value.
 */
export function bestFix({ model, truth, printed }: JudgedExample): { readonly fixes?: readonly Fix[] } {
  const { best, list, final } = model;
  const position = truth ?? printed;
  if (best === undefined || list?.body.kind !== 'list' || position === undefined) return {};
  const legal = list.body.actions.filter(
    ({ move, bucket }) => bucket !== undefined && position.allows(nameAt(position, move.text)),
  );
  const [first, ...others] = legal;
  if (first === undefined) return {};
  const { move } = others.reduce((a, b) => ((b.bucket ?? 0) > (a.bucket ?? 0) ? b : a), first);
  const after = successor(position, nameAt(position, move.text));
  if (move.text === best.word.text || after === undefined) return {};
  const states = final
    .map((placed) => stateEdit(placed, after))
    .filter((edit, i) => edit.newText !== final[i].word.text);
  // a state behind the list may stand before the action
  const edits = [{ range: best.word.range, newText: move.text }, ...states];
  return fixing(
    `Write ${move.text}`,
    edits.sort((a, b) => a.range.start - b.range.start),
  );
}
