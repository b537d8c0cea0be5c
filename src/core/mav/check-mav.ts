import type { Diagnostic } from '../notation/diagnostics/diagnostic.ts';
import { withoutCutOff } from './check/cut-off.ts';
import { checkExample } from './check/example.ts';
import { gatherMissingValues } from './check/missing-values.ts';
import { checkTrace } from './check/trace.ts';
import { type MavDialect, PUBLISHED_DIALECT } from './syntax.ts';
import type { MavView } from './view.ts';

/** What is wrong with a section, in no order. Ranges count as those of the section do. */
export function checkMav(view: MavView, dialect: MavDialect = PUBLISHED_DIALECT): Diagnostic[] {
  const last = view.examples.at(-1)?.example.lines.at(-1);
  return withoutCutOff(allOf(view, dialect), view.section.item?.range, last);
}

function allOf({ section: { faults }, trace, examples, byNode }: MavView, dialect: MavDialect): Diagnostic[] {
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
