import assert from 'node:assert/strict';
import { seeded } from '../../../src/core/base/random.ts';
import { ok } from '../../../src/core/base/result.ts';
import type { PositionValues } from '../../../src/core/games/position-values.ts';
import { positionAt, randomLine } from '../../../src/core/mav/author/game-line.ts';
import type { HeaderCommand } from '../../../src/core/mav/author/header-commands.ts';
import { knownGame, type PromptPosition } from '../../../src/core/mav/author/prompt-position.ts';
import { answerRequest } from '../../../src/core/mav/author/reference-answer.ts';
import { makeRequest } from '../../../src/core/mav/author/request.ts';
import type { MavGameName } from '../../../src/core/mav/game-names.ts';
import { PUBLISHED_DIALECT } from '../../../src/core/mav/syntax.ts';
import type { ValueSource } from '../../../src/core/mav/values.ts';
import { printExample, printTrace } from '../../../src/core/mav/write/example-draft.ts';
import { referenceTrace } from '../../../src/core/search/reference-trace.ts';

/** Right texts of one game, from which corruptions start. */
export interface Original {
  readonly game: MavGameName;
  /** A whole example: previous state, action, state, all actions, best action, last state. */
  readonly tracked: string;
  /** A state, its two best actions, the best, the state after it. */
  readonly top: string;
  /** The same with the state that its second action leads to. */
  readonly otherEnd: string;
  /** A game that is over, with its result. */
  readonly over: string;
  /** The ended state as `%state` has it, and how it ended. */
  readonly end: { readonly state: string; readonly result: string };
  /** A trace of breadth 2 and depth 1. */
  readonly trace: string;
  /** The actions of the state before the tracked one, and the state after the first of them as `%state` has it. */
  readonly earlier: { readonly actions: readonly string[]; readonly end: string };
}

const TRACKED: readonly HeaderCommand[] = [
  { command: 'prev_state' },
  { command: 'prev_action' },
  { command: 'state' },
  { command: 'top', k: 'all' },
  { command: 'best_action' },
  { command: 'state' },
];
const TOP: readonly HeaderCommand[] = [
  { command: 'state' },
  { command: 'top', k: 2 },
  { command: 'best_action' },
  { command: 'state' },
];
const OVER: readonly HeaderCommand[] = [{ command: 'state' }, { command: 'top', k: 2 }];

/** Values that differ from each other, the first of them by the position. */
function valuesOf({ game, state }: Pick<PromptPosition, 'game' | 'state'>, highest = 0.7): PositionValues {
  const { automaton } = knownGame(game);
  const legal = automaton.legal(state);
  const actions = legal.map((action, i) => ({ action, win: highest - (i * 0.5) / Math.max(1, legal.length) }));
  return { actions, outcome: automaton.outcome(state), kind: 'engine' };
}

function example(position: PromptPosition, commands: readonly HeaderCommand[]): string {
  const request = makeRequest(position, commands);
  assert.ok(request.ok, request.ok ? '' : request.error);
  const draft = answerRequest(request.value, { dialect: PUBLISHED_DIALECT, values: valuesOf(position) });
  assert.ok(draft.ok, draft.ok ? '' : draft.error.message);
  return printExample(draft.value, PUBLISHED_DIALECT);
}

/** Values of the root, then of its children: the first child is the best one after the search, too. */
function sourceOfTrace(): ValueSource {
  const highest = [0.7, 0.6, 0.8];
  return {
    label: 'by formula',
    games: ['chess', 'chess960', 'connect_four', 'hex'],
    values: ({ game, state }) => {
      const parsed = knownGame(game).automaton.parse(state);
      assert.ok(parsed.ok);
      return Promise.resolve(ok(valuesOf({ game, state: parsed.value }, highest.shift())));
    },
    dispose: () => Promise.resolve(),
  };
}

/** Games of chess by moves that a person knows, which are mate; the others end by chance. */
const MATE = 'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3';

function parsedState(game: MavGameName, text: string): unknown {
  const parsed = knownGame(game).automaton.parse(text);
  assert.ok(parsed.ok);
  return parsed.value;
}

/** The line of the state that the second of the two best actions leads to. */
function endAfter(game: MavGameName, state: unknown): string {
  const known = knownGame(game);
  const { automaton } = known;
  const [, second = ''] = automaton.legal(state);
  return `[%state ${known.write(automaton.step(state, second), 'native')}]`;
}

function earlierAnswer(game: MavGameName, { before }: PromptPosition): Original['earlier'] {
  assert.ok(before !== undefined);
  const known = knownGame(game);
  const actions = known.automaton.legal(before.state);
  return { actions, end: known.write(known.automaton.step(before.state, actions[0] ?? ''), 'native') };
}

/** The right texts of a game. */
export async function originalOf(game: MavGameName): Promise<Original> {
  const line = randomLine(game, seeded(3), { hexSize: 4, most: game.startsWith('chess') ? 12 : 60 });
  const ply = game.startsWith('chess') ? 12 : 5;
  const position = positionAt(line, ply);
  const isChess = game === 'chess' || game === 'chess960';
  const end = isChess ? parsedState(game, MATE) : line.states.at(-1);
  const { automaton } = knownGame(game);
  const made = await referenceTrace(
    {
      game,
      state: automaton.print(position.state),
      breadth: 2,
      depth: 1,
      source: sourceOfTrace(),
      form: 'state',
      dialect: PUBLISHED_DIALECT,
    },
    { aborted: false, addEventListener: () => undefined, removeEventListener: () => undefined },
  );
  assert.ok(made.ok, made.ok ? '' : made.error.message);
  const result = automaton.outcome(end);
  assert.ok(result !== undefined);
  return {
    game,
    tracked: example(position, TRACKED),
    top: example({ game, state: position.state }, TOP),
    otherEnd: endAfter(game, position.state),
    over: example({ game, state: end }, OVER),
    end: { state: knownGame(game).write(end, 'native'), result },
    trace: printTrace(made.value, PUBLISHED_DIALECT),
    earlier: earlierAnswer(game, position),
  };
}
