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
  const { trace, examples, section } = view;
  const faults = gatherTextAround(view, isFirst);
  if (trace !== undefined) return [...checkTrace({ ...view, trace }, faults, dialect)];
  const found = examples.flatMap((judged) => checkExample(judged, dialect));
  const all = gatherMissingValues(
    found,
    examples.map(({ example }) => example),
  );
  return withoutCutOff([...faults, ...all], section.item?.range, examples.at(-1)?.example);
}
