import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { checkExample } from './check/example.ts';
import { checkTrace } from './check/trace.ts';
import type { MavSection } from './syntax.ts';
import { type MavDialect, PUBLISHED_DIALECT } from './values.ts';

/** What is wrong with a section, in no order. Ranges count as those of the section do. */
export function checkMavSection({ item, faults }: MavSection, dialect: MavDialect = PUBLISHED_DIALECT): Diagnostic[] {
  if (item === undefined) return [...faults];
  return [...faults, ...(item.kind === 'trace' ? checkTrace(item, dialect) : checkExample(item, dialect))];
}
