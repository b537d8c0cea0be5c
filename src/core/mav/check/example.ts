import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { MavDialect } from '../values.ts';
import { checkHeader } from './header.ts';
import type { JudgedExample } from './judged-example.ts';
import { checkList } from './list.ts';
import { checkFinal, checkStates } from './states.ts';

/** What is wrong with an example (mav.md, checks 1 to 17), in no order. */
export function checkExample(judged: JudgedExample, dialect: MavDialect): Diagnostic[] {
  const faults: Diagnostic[] = [];
  checkHeader(judged.model, faults);
  const consequences = checkStates(judged, faults);
  checkList(judged, consequences, dialect, faults);
  checkFinal(judged, faults);
  return faults;
}
