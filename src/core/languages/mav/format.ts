import { formatBlockSections, formatSections } from '../../mav/write/format-mav.ts';
import type { FormatAbilities } from '../kit.ts';

export const MAV_FORMAT: FormatAbilities = {
  format: (text, { range, within }) => formatSections(text, range, within),
  formatBlocks:
    (_, { first }) =>
    (block) =>
      [...formatBlockSections(block, first)].flat(),
};
