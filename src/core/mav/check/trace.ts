import type { Code } from '../../notation/diagnostics/codes.ts';
import { type Diagnostic, diagnostic } from '../../notation/diagnostics/diagnostic.ts';
import type { Faults } from '../faults.ts';
import { writes } from '../fixing.ts';
import type { MavDialect } from '../values.ts';
import { checkDecisions, rightSelection } from './decisions.ts';
import { checkExample } from './example.ts';
import { checkExpansions } from './expansions.ts';
import type { JudgedExample } from './judged-example.ts';
import { gatherMissingValues } from './missing-values.ts';
import { checkNodes } from './nodes.ts';
import { checkParameters } from './parameters.ts';
import { nodeName, type TraceModel, type TraceNode } from './trace-model.ts';

/**
 * What is wrong with a trace and the examples in it (mav.md, checks 1 to 29), in no order.
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
  checkExpansions(model, dialect, faults);
  checkParameters(trace, faults);
  checkDecisions(model, (node) => codes.get(node) ?? new Set(), dialect, faults);
  checkEnd(model, faults);
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
          `${nodeName(node)} is evaluated and never decided${trace.playing === undefined ? '; the trace may be cut off' : ''}`,
        ),
      );
  const selection = root?.decision?.selection;
  if (root === undefined || selection?.kind !== 'action') return;
  const { move } = selection.action;
  const { playing } = trace;
  // a wrong selection is told where it stands
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
