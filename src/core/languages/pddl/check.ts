import { sorted } from '../../notation/diagnostics/diagnostic.ts';
import { checkPddl } from '../../notation/pddl/check-pddl.ts';
import type { Check } from '../kit.ts';

export const checkPddlFile: Check = (text, { domain }) => ({ found: sorted(checkPddl(text, domain)), games: 0 });
