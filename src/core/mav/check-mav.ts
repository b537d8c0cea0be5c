import type { Diagnostic } from '../notation/diagnostics/diagnostic.ts';
import { gatherAlike } from './check/alike.ts';
import { withoutCutOff } from './check/cut-off.ts';
import { checkExample } from './check/example.ts';
import { withoutConsequences } from './check/garbled.ts';
import { looseActions } from './check/loose-actions.ts';
import { looseValues } from './check/loose-values.ts';
import { gatherTextAround } from './check/text-around.ts';
import { checkTrace } from './check/trace.ts';
import { gatherValues } from './check/value-habits.ts';
import { type MavDialect, PUBLISHED_DIALECT } from './syntax.ts';
import type { MavView } from './view.ts';

/**
 * What is wrong with a section, in no order. Ranges count as those of the section do.
 *
 * @param isFirst true for the section that a text starts with
 */
export function checkMav(view: MavView, dialect: MavDialect = PUBLISHED_DIALECT, isFirst = false): Diagnostic[] {
  const { trace, examples, text } = view;
  const syntax = [
    ...gatherAlike(gatherTextAround(view, isFirst), text),
    ...looseValues(view, dialect),
    ...looseActions(view),
  ];
  if (trace !== undefined) return [...checkTrace({ ...view, trace }, syntax, dialect)];
  const all = examples.map(({ example }) => example);
  const found = examples.flatMap((judged) => checkExample(judged, dialect));
  const left = withoutConsequences([...syntax, ...gatherValues(found, all, dialect)], text, all);
  return [...withoutCutOff(left, view, all.at(-1))];
}
