import { checkTable } from '../../notation/check-world-files.ts';
import { sortDiagnostics } from '../../notation/diagnostic.ts';
import type { Check } from '../kit.ts';

export const checkTableFile: Check = (text) => ({ found: sortDiagnostics(checkTable(text)), games: 0 });
