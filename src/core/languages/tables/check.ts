import { sorted } from '../../notation/diagnostics/diagnostic.ts';
import { checkTable } from '../../notation/tables/check-table.ts';
import type { Check } from '../kit.ts';

export const checkTableFile: Check = (text) => ({ found: sorted(checkTable(text)), games: 0 });
