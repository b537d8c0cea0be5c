import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import type { HeaderCommand } from './commands.ts';
import { knownGame, type PromptPosition } from './position.ts';

type Form = 'state' | 'FEN';

const CHESS_FORMS: readonly (readonly Form[])[] = [['state'], ['FEN'], ['state', 'FEN'], ['FEN', 'state']];
const STONE_FORMS: readonly (readonly Form[])[] = [['state']];

/** Lists that ask for more than there are get so many more at the most. */
const MAX_EXCESS = 10;

/**
 * Commands for a position as the paper draws them for its training data (section 2): the number of actions varies, above
 * the legal ones, too; states before and after are there or not, in one form or two, in any order. How often is not
 * published: each of two ways is as likely as the other unless it says otherwise here.
 *
 * @param hasValues whether lists and best actions can be asked for; without values only states after an action are, and
 * how the game ended. Undefined comes back where nothing is left to ask.
 */
export function randomCommands(
  position: PromptPosition,
  hasValues: boolean,
  random: RandomGenerator,
): HeaderCommand[] | undefined {
  const { automaton, hasFen } = knownGame(position.game);
  const chance = (share: number): boolean => uniformFloat64(random) < share;
  const drawn = (all: readonly (readonly Form[])[]): readonly Form[] => all[uniformInt(random, 0, all.length - 1)];
  const forms = hasFen ? CHESS_FORMS : STONE_FORMS;
  const legal = automaton.legal(position.state).length;
  const isOver = legal === 0;
  const isTracked = position.before !== undefined && (chance(0.5) || !(hasValues || isOver));
  const isListed = hasValues || isOver;
  if (!isTracked && !isListed) return undefined;
  const given = isTracked ? position.before?.state : position.state;
  // A native state has no word for the right to castle with an inner rook.
  const isOpen = position.game === 'chess960' && / [wb] \S*[A-Ha-h]/.test(automaton.print(given));
  const inputs = drawn(isOpen ? CHESS_FORMS.slice(1) : forms);
  const commands: HeaderCommand[] = inputs.map((form) => ({ command: isTracked ? `prev_${form}` : form }));
  if (isTracked) {
    commands.push({ command: 'prev_action' });
    if (!isListed || chance(0.8)) for (const form of drawn(forms)) commands.push({ command: form });
  }
  if (!isListed) return commands;
  commands.push({ command: 'top', k: randomK(legal, random) });
  // Nothing is played where the game is over.
  if (isOver || !chance(0.75)) return commands;
  commands.push({ command: 'best_action' });
  if (chance(0.5)) for (const form of drawn(forms)) commands.push({ command: form });
  return commands;
}

/** All, more than there are, or any number up to that: one in five, one in five, the rest. */
function randomK(legal: number, random: RandomGenerator): number | 'all' {
  const kind = uniformInt(random, 0, 4);
  if (kind === 0) return 'all';
  return kind === 1 || legal === 0 ? uniformInt(random, legal + 1, legal + MAX_EXCESS) : uniformInt(random, 1, legal);
}
