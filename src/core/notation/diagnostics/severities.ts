import { CODES, type Code, type Severity } from './codes.ts';
import type { Diagnostic } from './diagnostic.ts';

/** What the user wants a code to be; `off`: not shown. Codes that are not named keep theirs. */
export type Severities = Readonly<Partial<Record<Code, Severity | 'off'>>>;

/** Whether a name is a code of the table. */
export const isCode = (name: string): name is Code => Object.hasOwn(CODES, name);

/** The same diagnostics with the severities that the user chose. */
export function withSeverities(found: readonly Diagnostic[], wanted: Severities): readonly Diagnostic[] {
  if (!found.some(({ code }) => wanted[code] !== undefined)) return found;
  return found.flatMap((d) => {
    const severity = wanted[d.code];
    return severity === 'off' ? [] : severity === undefined ? d : { ...d, severity };
  });
}
