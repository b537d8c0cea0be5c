import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Faults } from '../faults.ts';
import { writes } from '../fixing.ts';
import type { Trace } from '../syntax.ts';
import type { MavDialect } from '../values.ts';
import { checkDecisions } from './decisions.ts';
import { checkExample } from './example.ts';
import { checkExpansions } from './expansions.ts';
import type { JudgedExample } from './judged-example.ts';
import { gatherMissingValues } from './missing-values.ts';
import { checkNodes } from './nodes.ts';
import { nodeName, type TraceModel, type TraceNode } from './trace-model.ts';

/** What the models of the paper were trained on (section 4). */
const BREADTHS = [2, 5] as const;
const DEPTHS = [1, 3] as const;

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
  checkParameters(trace, faults);
  for (const example of judged.values()) faults.push(...checkExample(example, dialect));
  checkNodes(model, faults);
  checkExpansions(model, faults);
  checkDecisions(model, dialect, faults);
  checkEnd(model, faults);
  return gatherMissingValues(
    faults,
    [...judged.values()].map(({ example }) => example),
  );
}

/** Check 19. */
function checkParameters({ head, breadth, depth }: Trace, faults: Faults): void {
  for (const [name, parameter, [least, most]] of [
    ['breadth', breadth, BREADTHS],
    ['depth', depth, DEPTHS],
  ] as const) {
    if (parameter === undefined) faults.push(diagnostic('TRACE_PARAMETER', head, `no ${name}= is given`));
    else if (parameter.value < least || parameter.value > most)
      faults.push(
        diagnostic(
          'TRACE_PARAMETER',
          parameter.range,
          `${name} ${parameter.value} is outside of ${least} to ${most}, which was trained`,
        ),
      );
  }
  if (depth?.value === 3 && breadth?.value === 5)
    faults.push(diagnostic('TRACE_SIZE', head, 'depth 3 with breadth 5 was left out of the training'));
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
  if (playing !== undefined && root.nameOf(playing.text) !== root.nameOf(move.text))
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
