import { checkPddl } from '../../notation/check-world-files.ts';
import { sortDiagnostics } from '../../notation/diagnostic.ts';
import type { Check } from '../kit.ts';

export const checkPddlFile: Check = (text, { domain }) => ({
  found: sortDiagnostics(checkPddl(text, domain)),
  games: 0,
});
