import type { Code } from '../../notation/diagnostics/codes.ts';
import { type Diagnostic, diagnostic } from '../../notation/diagnostics/diagnostic.ts';
import { type Faults, fixing, writes } from '../fixing.ts';
import type { MavDialect } from '../syntax.ts';
import { differences } from './compare-fields.ts';
import { checkDecisions, rightSelection } from './decisions.ts';
import { differsFrom } from './differs-from.ts';
import { checkExample } from './example.ts';
import { fullest } from './example-model.ts';
import { checkExpansions } from './expansions.ts';
import { stateEdit } from './fixes.ts';
import type { JudgedExample } from './judged-example.ts';
import { gatherMissingValues } from './missing-values.ts';
import { checkParameters } from './parameters.ts';
import { keyOf, nodeName, startOfChildren, type TraceModel, type TraceNode } from './trace-model.ts';
import { isTracePrompt } from './trace-prompt.ts';

/**
 * What is wrong with a trace and the examples in it, in no order.
 *
 * @param judged the examples of its nodes
 */
export function checkTrace(
  model: TraceModel,
  judged: ReadonlyMap<TraceNode, JudgedExample>,
  dialect: MavDialect,
): readonly Diagnostic[] {
  const faults: Diagnostic[] = [];
  const { trace } = model;
  const codes = new Map<TraceNode, ReadonlySet<Code>>();
  for (const [node, example] of judged) {
    const isLast = node.evaluation === model.trace.steps.at(-1);
    // nobody asks for the outputs of a node: it is no prompt unless the trace ends there
    const found = checkExample(example, dialect).map((one) =>
      one.code === 'MAV_MISSING_OUTPUT' && !isLast ? { ...one, severity: 'warning' as const } : one,
    );
    codes.set(node, new Set(found.map(({ code }) => code)));
    faults.push(...found);
  }
  checkNodes(model, faults);
  const isPrompt = isTracePrompt(model);
  if (!isPrompt) checkExpansions(model, dialect, faults);
  checkParameters(trace, faults);
  if (!isPrompt) {
    checkDecisions(model, (node) => codes.get(node) ?? new Set(), dialect, faults);
    checkEnd(model, faults);
  }
  return gatherMissingValues(
    faults,
    [...judged.values()].map(({ example }) => example),
  );
}

/** Checks 28 and 29: how the trace ends. */
function checkEnd({ trace, root, nodes }: TraceModel, faults: Faults): void {
  for (const node of nodes.values())
    if (node.evaluation !== undefined && node.decision === undefined)
      faults.push(
        diagnostic(
          'TRACE_UNDECIDED',
          node.ref.range,
          `${nodeName(node)} is evaluated but never decided${trace.playing === undefined ? '; the trace may be cut off' : ''}`,
        ),
      );
  const selection = root?.decision?.selection;
  if (root === undefined || selection?.kind !== 'action') return;
  const { move } = selection.action;
  const { playing } = trace;
  // a wrong selection is reported where it stands
  const right = rightSelection(root)?.move.text;
  const isRight = (text: string): boolean => right !== undefined && root.nameOf(text) === root.nameOf(right);
  const isPlayed = playing !== undefined && root.nameOf(playing.text) === root.nameOf(move.text);
  if (playing !== undefined && !isPlayed && (isRight(move.text) || !isRight(playing.text)))
    faults.push(
      diagnostic('TRACE_PLAYING', playing.range, `${playing.text} is played, but the root selects ${move.text}`, {
        related: [{ range: selection.range, message: 'the selection' }],
        ...writes(move.text, playing.range),
      }),
    );
  const best = root.model?.best;
  if (best !== undefined && best.action !== root.nameOf(move.text))
    faults.push(
      diagnostic(
        'TRACE_CHANGED',
        move.range,
        `the search changed the best action from ${best.word.text} to ${move.text}`,
      ),
    );
}

/** Checks 20 and 21: each node follows from its parent, and is given its inputs. */
function checkNodes({ root, nodes, repeated, misnamed, nameless }: TraceModel, faults: Faults): void {
  for (const { ref, node } of misnamed) {
    const message = `${nodeName({ ref })} appears in the place of ${nodeName(node)}`;
    faults.push(diagnostic('TRACE_NODE', ref.range, message, writes(nodeName(node), ref.range)));
  }
  for (const step of repeated)
    faults.push(diagnostic('TRACE_NODE', step.node?.range ?? step.range, `this node already has its ${step.kind}`));
  for (const { range } of nameless)
    faults.push(diagnostic('TRACE_NODE', range, 'no node is named; expected one such as <root e2e4>'));
  const start = root && startOfChildren(root);
  if (root !== undefined && start !== undefined) {
    const { own, position } = start;
    const [different] = differsFrom(own, position);
    const message = `not the state that all children start from: ${different?.message.replace('true', 'there') ?? 'another one'}`;
    faults.push(
      diagnostic('TRACE_NODE', own.word.range, message, fixing('Write that state', [stateEdit(own, position)])),
    );
  }
  for (const node of nodes.values()) {
    checkInputs(node, faults);
    const parent = node.path.length === 0 ? undefined : nodes.get(keyOf(node.path.slice(0, -1)));
    if (node.path.length > 0 && parent === undefined)
      faults.push(diagnostic('TRACE_NODE', node.ref.range, `the parent of ${nodeName(node)} is missing`));
    if (parent !== undefined) checkParent(node, parent, faults);
    const { game, named } = node.model ?? {};
    const word = node.example?.header.game;
    if (game !== undefined && named !== undefined && named !== game && word !== undefined) {
      const { id } = game.automaton;
      faults.push(diagnostic('TRACE_INPUTS', word.range, `this trace is of the game ${id}`, writes(id, word.range)));
    }
  }
}

/** The root starts from a state, every other node from its parent's state and its last move. */
function checkInputs({ path, example, ref }: TraceNode, faults: Faults): void {
  if (example === undefined) return;
  const previous = example.header.commands.find(({ name }) => name.startsWith('prev_'));
  if (path.length === 0 && previous !== undefined)
    faults.push(
      diagnostic('TRACE_INPUTS', previous.range, 'the root must start from its own state, not from a previous one'),
    );
  if (path.length > 0 && previous === undefined)
    faults.push(diagnostic('TRACE_INPUTS', ref.range, "this node lacks its parent's state and action"));
}

function checkParent(node: TraceNode, parent: TraceNode, faults: Faults): void {
  const { model } = node;
  const action = model?.previousAction;
  const last = node.path.at(-1) ?? '';
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
  if (model?.game === undefined || before === undefined || parent.truth === undefined) return;
  // one that cannot be read is reported, and one that is copied has its mistake above
  if (before.reading.error !== undefined) return;
  if (shown !== undefined && differences(model.game, before.reading.fields, shown.reading.fields).length === 0) return;
  const [different] = differsFrom(before, parent.truth);
  if (different === undefined) return;
  const message = `not the state of ${nodeName(parent)}: ${different.message.replace('true', 'there')}`;
  faults.push(
    diagnostic('TRACE_NODE', before.word.range, message, {
      ...(shown !== undefined && {
        related: [{ range: shown.word.range, message: `the state of ${nodeName(parent)}` }],
      }),
      ...fixing("Write the parent's state", [stateEdit(before, parent.truth)]),
    }),
  );
}
