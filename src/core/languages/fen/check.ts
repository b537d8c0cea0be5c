import { sortDiagnostics } from '../../notation/diagnostic.ts';
import { checkFenFile } from '../../notation/fen/check-fen.ts';
import { readFenFile } from '../../notation/fen/fen-file.ts';
import type { Check } from '../kit.ts';

const checkRecords =
  (epd: boolean): Check =>
  (text, options) => {
    const file = readFenFile(text);
    return { found: sortDiagnostics(checkFenFile(text, file, epd, options)), games: file.records.length };
  };

export const checkFen = checkRecords(false);
export const checkEpd = checkRecords(true);
