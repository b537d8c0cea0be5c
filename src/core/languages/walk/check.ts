import { sortDiagnostics } from '../../notation/diagnostic.ts';
import { checkWalks } from '../../notation/walk/check-walk.ts';
import { readWalks } from '../../notation/walk/read-walk.ts';
import { lookupIn } from '../../notation/walk/walk-world.ts';
import type { Check } from '../kit.ts';

export const checkWalkFile: Check = (text, options) => {
  const file = readWalks(text);
  return {
    found: sortDiagnostics(checkWalks(text, lookupIn(options.worlds), options, file)),
    games: file.walks.length,
  };
};
