import { diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Faults } from '../faults.ts';
import { writes } from '../fixing.ts';
import { differences } from './compare-fields.ts';
import { fullest, type PlacedState } from './example-model.ts';
import { keyOf, nodeName, type TraceModel, type TraceNode } from './trace-model.ts';

/** Checks 20 and 21: each node follows from its parent, and is given its inputs. */
export function checkNodes({ trace, root, nodes, repeated }: TraceModel, faults: Faults): void {
  for (const step of repeated)
    faults.push(diagnostic('TRACE_NODE', step.node?.range ?? step.range, `this node has its ${step.kind} already`));
  for (const step of trace.steps)
    if (step.node === undefined)
      faults.push(diagnostic('TRACE_NODE', step.range, 'no node is named, as in <root e2e4>'));
  const game = root?.model?.game;
  for (const node of nodes.values()) {
    checkInputs(node, faults);
    const parent = node.path.length === 0 ? undefined : nodes.get(keyOf(node.path.slice(0, -1)));
    if (node.path.length > 0 && parent === undefined)
      faults.push(diagnostic('TRACE_NODE', node.ref.range, `the parent of ${nodeName(node)} is not there`));
    if (parent !== undefined) checkParent(node, parent, faults);
    const own = node.model?.game;
    const named = node.example?.header.game;
    if (game !== undefined && own !== undefined && own !== game && named !== undefined)
      faults.push(diagnostic('TRACE_INPUTS', named.range, `the game of the root is ${game.automaton.id}`));
  }
}

/** The root starts from a state, every other node from its parent's state and its last move. */
function checkInputs({ path, example, ref }: TraceNode, faults: Faults): void {
  if (example === undefined) return;
  const previous = example.header.commands.find(({ name }) => name.startsWith('prev_'));
  if (path.length === 0 && previous !== undefined)
    faults.push(
      diagnostic('TRACE_INPUTS', previous.range, 'the root starts from its own state, not from a previous one'),
    );
  if (path.length > 0 && previous === undefined)
    faults.push(diagnostic('TRACE_INPUTS', ref.range, "this node is not given its parent's state and action"));
}

const isNative = ({ form, word }: PlacedState): boolean => form === 'native' && word.text.includes('|');

function checkParent(node: TraceNode, parent: TraceNode, faults: Faults): void {
  const { model } = node;
  const action = model?.previousAction;
  const last = node.path[node.path.length - 1];
  const lastWord = node.ref.path.at(-1)?.text ?? last;
  if (action !== undefined && action.action !== last)
    faults.push(
      diagnostic(
        'TRACE_NODE',
        action.word.range,
        `${nodeName(node)} is reached by ${lastWord}, not by ${action.word.text}`,
        lastWord === action.word.text ? {} : writes(lastWord, action.word.range),
      ),
    );
  const before = fullest(model?.previous ?? []);
  const shown = fullest(parent.model?.current ?? []);
  if (model?.game === undefined || before === undefined || shown === undefined) return;
  const [different] = differences(model.game, before.reading.fields, shown.reading.fields);
  if (different === undefined) return;
  faults.push(
    diagnostic(
      'TRACE_NODE',
      before.word.range,
      `not the state of ${nodeName(parent)}: ${different.message.replace('true', 'there')}`,
      {
        related: [{ range: shown.word.range, message: `the state of ${nodeName(parent)}` }],
        ...(isNative(shown) === isNative(before) &&
          writes(shown.word.text, before.word.range, "Write the parent's state")),
      },
    ),
  );
}
