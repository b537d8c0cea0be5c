import { formatWalkLines, formatWalks } from '../../notation/walk/format-walk.ts';
import type { FormatAbilities } from '../kit.ts';
import { lineFormatter } from '../line-edits.ts';

export const WALK_FORMAT: FormatAbilities = {
  format: (text, { range }) => formatWalks(text, range),
  formatBlocks: (_, endings) => lineFormatter((lines) => formatWalkLines(lines), endings),
  usesMostEnding: true,
};
