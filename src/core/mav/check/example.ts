import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Example } from '../syntax.ts';
import type { MavDialect } from '../values.ts';
import { type ExampleModel, modelOf } from './example-model.ts';
import { checkHeader } from './header.ts';
import { checkList } from './list.ts';
import { checkFinal, checkStates } from './states.ts';

/** What is wrong with an example (mav.md, checks 1 to 17), in no order. */
export function checkExample(
  example: Example,
  dialect: MavDialect,
  model: ExampleModel = modelOf(example, dialect),
): Diagnostic[] {
  const faults: Diagnostic[] = [];
  checkHeader(model, faults);
  const positions = checkStates(model, faults);
  checkList(model, positions, dialect, faults);
  checkFinal(model, positions, faults);
  return faults;
}
