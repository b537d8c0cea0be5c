import type { Range } from '../../base/text/range.ts';
import { nameAt, type Position } from '../check/example-model.ts';
import type { ActionValue, Word } from '../syntax.ts';
import type { MavView } from '../view.ts';
import { nodePosition } from './positions.ts';

/** An action at its place in a section, and whether the rules allow it there; `unchecked` where the position is not known. */
export interface ActionSpan {
  readonly range: Range;
  readonly kind: 'legal' | 'illegal' | 'unchecked';
}

/** The actions of a section in the order of the text: in lists, as previous and best one, and in the decisions of a trace. */
export function actionSpans(view: MavView): ActionSpan[] {
  const spans: ActionSpan[] = [];
  const judge = (position: Position | undefined): ((move: Word) => void) => {
    return ({ range, text }) => {
      const kind = position === undefined ? 'unchecked' : position.allows(nameAt(position, text)) ? 'legal' : 'illegal';
      spans.push({ range, kind });
    };
  };
  for (const { example, before, truth, printed } of view.examples) {
    const atCurrent = judge(truth ?? printed);
    for (const { body, command } of example.lines) {
      if (body.kind === 'list') for (const { move } of body.actions) atCurrent(move);
      else if (body.kind === 'move') (command.name === 'prev_action' ? judge(before) : atCurrent)(body.move);
    }
  }
  const { item } = view.section;
  if (item?.kind === 'trace') {
    for (const step of item.steps) {
      if (step.kind !== 'decision') continue;
      const { node, actions, selection } = step;
      const path = node === undefined ? undefined : view.trace?.pathOf(node);
      const atNode = judge(path === undefined ? undefined : nodePosition(view, path));
      const pairs: readonly ActionValue[] = selection?.kind === 'action' ? [...actions, selection.action] : actions;
      for (const { move } of pairs) atNode(move);
    }
    if (item.playing !== undefined) judge(nodePosition(view, []))(item.playing);
  }
  return spans.sort((a, b) => a.range.start - b.range.start);
}
