import { CODES, type Code, type Severity } from './codes.ts';
import type { Diagnostic } from './diagnostic.ts';

/** The severities that the user chose by code; `off` hides a code. Other codes keep their default. */
export type Severities = Readonly<Partial<Record<Code, Severity | 'off'>>>;

/** True if a name is a code of the table. */
export const isCode = (name: string): name is Code => Object.hasOwn(CODES, name);

/** The diagnostics with the severities that the user chose. */
export function withSeverities(found: readonly Diagnostic[], wanted: Severities): readonly Diagnostic[] {
  if (!found.some(({ code }) => wanted[code] !== undefined)) return found;
  return found.flatMap((d) => {
    const severity = wanted[d.code];
    return severity === 'off' ? [] : severity === undefined ? d : { ...d, severity };
  });
}
