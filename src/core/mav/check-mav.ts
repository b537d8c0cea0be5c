import type { Diagnostic } from '../notation/diagnostics/diagnostic.ts';
import { withoutCutOff } from './check/cut-off.ts';
import { checkExample } from './check/example.ts';
import { gatherMissingValues } from './check/missing-values.ts';
import { gatherTextAround } from './check/text-around.ts';
import { checkTrace } from './check/trace.ts';
import { type MavDialect, PUBLISHED_DIALECT } from './syntax.ts';
import type { MavView } from './view.ts';

/**
 * What is wrong with a section, in no order. Ranges count as those of the section do.
 *
 * @param isFirst true for the section that a text starts with
 */
export function checkMav(view: MavView, dialect: MavDialect = PUBLISHED_DIALECT, isFirst = false): Diagnostic[] {
  const last = view.examples.at(-1)?.example.lines.at(-1);
  return withoutCutOff(allOf(view, dialect, isFirst), view.section.item?.range, last);
}

function allOf(view: MavView, dialect: MavDialect, isFirst: boolean): Diagnostic[] {
  const { trace, examples, byNode } = view;
  const faults = gatherTextAround(view, isFirst);
  if (trace !== undefined) return [...faults, ...checkTrace(trace, byNode, dialect)];
  const found = examples.flatMap((judged) => checkExample(judged, dialect));
  return [
    ...faults,
    ...gatherMissingValues(
      found,
      examples.map(({ example }) => example),
    ),
  ];
}
