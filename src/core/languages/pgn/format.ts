import { formatGames, GamesFormatter } from '../../notation/pgn/format/format-pgn.ts';
import type { FormatAbilities } from '../kit.ts';

export const PGN_FORMAT: FormatAbilities = {
  format: formatGames,
  formatBlocks({ style }, { first }) {
    const formatter = new GamesFormatter(style, first);
    return (block) => [...formatter.run(block)].flat();
  },
};
