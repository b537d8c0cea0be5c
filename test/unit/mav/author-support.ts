import fc from 'fast-check';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { seeded } from '../../../src/core/base/random.ts';
import type { PositionValues } from '../../../src/core/games/position-values.ts';
import { type GameLine, randomLine } from '../../../src/core/mav/author/game-line.ts';
import type { HeaderCommand } from '../../../src/core/mav/author/header-commands.ts';
import { knownGame, type PromptPosition } from '../../../src/core/mav/author/prompt-position.ts';
import { checkMav } from '../../../src/core/mav/check-mav.ts';
import { MAV_GAMES, type MavGameName } from '../../../src/core/mav/game-names.ts';
import { readMav } from '../../../src/core/mav/read-mav.ts';
import { type MavDialect, PUBLISHED_DIALECT } from '../../../src/core/mav/syntax.ts';
import { mavView } from '../../../src/core/mav/view.ts';

/** Values that are made up, with ties and sure wins among them; the best first. */
export function madeUpValues(game: MavGameName, state: unknown, seed: number): PositionValues {
  const { automaton } = knownGame(game);
  const random = seeded(seed);
  const actions = automaton.legal(state).map((action) => {
    const win = Math.round(10 * uniformFloat64(random)) / 10;
    return { action, win };
  });
  return { actions: actions.sort((a, b) => b.win - a.win), outcome: automaton.outcome(state), kind: 'estimate' };
}

/** What makes a random game. */
export interface Play {
  readonly game: MavGameName;
  readonly seed: number;
  readonly most: number;
}

export const play: fc.Arbitrary<Play> = fc.record({
  game: fc.constantFrom(...MAV_GAMES),
  seed: fc.nat(),
  most: fc.constantFrom(20, 130, 300),
});

export const played = ({ game, seed, most }: Play): GameLine =>
  randomLine(game, seeded(seed), { most, hexSize: 3 + (seed % 4) });

/** A ply of a line, its ends more often than others. */
export const plyOf = (length: number, choice: number): number =>
  choice % 4 === 0 ? length : choice % 9 === 1 ? Math.min(1, length) : choice % (length + 1);

export const dialect: fc.Arbitrary<MavDialect> = fc
  .record({
    base: fc.constantFrom(0, 1),
    token: fc.constantFrom('ctrl', 'val'),
    rounding: fc.constantFrom('ceil', 'round'),
    header: fc.constantFrom('mav', 'token'),
    discs: fc.constantFrom('player', 'digit0', 'digit1'),
    strictMeta: fc.boolean(),
  })
  .map((words) => ({ ...PUBLISHED_DIALECT, ...words }));

type Form = 'state' | 'FEN';
const forms = fc.constantFrom<readonly Form[]>(['state'], ['FEN'], ['state', 'FEN'], ['FEN', 'state']);
const someForms = fc.oneof(forms, fc.constant<readonly Form[]>([]));

/** What is asked, before it is known of which position. */
export interface Wish {
  readonly tracked: boolean;
  readonly given: readonly Form[];
  readonly printed: readonly Form[];
  readonly top: number | 'all' | undefined;
  readonly best: boolean;
  readonly final: readonly Form[];
}

export const wish: fc.Arbitrary<Wish> = fc.record({
  tracked: fc.boolean(),
  given: forms,
  printed: someForms,
  top: fc.constantFrom<number | 'all' | undefined>(1, 2, 3, 5, 40, 'all', undefined),
  best: fc.boolean(),
  final: someForms,
});

/** The wish as commands that can be asked of a position. */
export function commandsOf(asked: Wish, { game, before, state }: PromptPosition): HeaderCommand[] {
  const { automaton, hasFen } = knownGame(game);
  const of = (all: readonly Form[]): readonly Form[] => (hasFen ? all : all.length > 0 ? ['state'] : []);
  const tracked = asked.tracked && before !== undefined;
  const isOver = automaton.outcome(state) !== undefined;
  const commands: HeaderCommand[] = of(asked.given).map((command) => ({
    command: tracked ? `prev_${command}` : command,
  }));
  if (tracked) {
    commands.push({ command: 'prev_action' });
    for (const command of of(asked.printed)) commands.push({ command });
  }
  if (asked.top === undefined) return commands;
  commands.push({ command: 'top', k: asked.top });
  if (!asked.best || isOver) return commands;
  commands.push({ command: 'best_action' });
  for (const command of of(asked.final)) commands.push({ command });
  return commands;
}

/** What the checks say of a text. */
export const findingsOf = (text: string, of: MavDialect = PUBLISHED_DIALECT): string[] =>
  readMav(text).flatMap(({ section }) =>
    checkMav(mavView(text, section, of), of).map(({ code, message }) => `${code}: ${message}`),
  );
