import type { Diagnostic } from '../notation/diagnostics/diagnostic.ts';
import { withoutCutOff } from './check/cut-off.ts';
import { checkExample } from './check/example.ts';
import { withoutConsequences } from './check/garbled.ts';
import { looseValues } from './check/loose-values.ts';
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
  const found = allOf(view, dialect, isFirst);
  const last = view.examples.at(-1)?.example;
  return last === undefined ? found : withoutCutOff(found, view, last);
}

function allOf(view: MavView, dialect: MavDialect, isFirst: boolean): Diagnostic[] {
  const { trace, examples, byNode } = view;
  const syntax = [...gatherTextAround(view, isFirst), ...looseValues(view, dialect)];
  const all = examples.map(({ example }) => example);
  const found =
    trace === undefined
      ? gatherMissingValues(
          examples.flatMap((judged) => checkExample(judged, dialect)),
          all,
        )
      : checkTrace(trace, byNode, dialect);
  return [...withoutConsequences([...syntax, ...found], view.text, all)];
}
