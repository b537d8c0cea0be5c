import { formatLines, formatRecords } from '../../notation/fen/format-fen.ts';
import type { FormatAbilities } from '../kit.ts';
import { lineFormatter } from '../line-edits.ts';

const formatOf = (epd: boolean): FormatAbilities => ({
  format: (text, { range }) => formatRecords(text, epd, range),
  formatBlocks: (_, endings) => lineFormatter((lines) => formatLines(lines, epd), endings),
  usesMostEnding: true,
});

export const FEN_FORMAT = formatOf(false);
export const EPD_FORMAT = formatOf(true);
