import assert from 'node:assert/strict';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { seeded, shuffled } from '../../src/core/base/random.ts';
import type { PositionValues } from '../../src/core/games/position-values.ts';
import { positionAt, randomLine } from '../../src/core/mav/author/game-line.ts';
import type { HeaderCommand } from '../../src/core/mav/author/header-commands.ts';
import { knownGame, type PromptPosition } from '../../src/core/mav/author/prompt-position.ts';
import { answerRequest } from '../../src/core/mav/author/reference-answer.ts';
import { makeRequest } from '../../src/core/mav/author/request.ts';
import { MAV_GAMES, type MavGameName } from '../../src/core/mav/game-names.ts';
import type { MavDialect } from '../../src/core/mav/syntax.ts';
import { flipBucket, toBucket } from '../../src/core/mav/values.ts';
import {
  type ExampleDraft,
  type NodeDraft,
  printExample,
  printPrompt,
  printTrace,
  type TraceDraft,
} from '../../src/core/mav/write/example-draft.ts';

/** Chance for drafts: the same seed gives the same text. */
export interface Chance {
  readonly random: RandomGenerator;
  readonly below: (n: number) => number;
  readonly pick: <T>(list: readonly T[]) => T;
}

export function chance(seed: number): Chance {
  const random = seeded(seed);
  const below = (n: number): number => uniformInt(random, 0, n - 1);
  return { random, below, pick: (list) => list[below(list.length)] };
}

/** Any dialect; `strictMeta` only changes what is read. */
export const randomDialect = ({ pick }: Chance): MavDialect => ({
  base: pick([0, 1]),
  token: pick(['ctrl', 'val']),
  rounding: pick(['ceil', 'round']),
  header: pick(['mav', 'token']),
  discs: pick(['player', 'digit0', 'digit1']),
  strictMeta: pick([false, true]),
  format: 'mav',
});

/** A position that random moves lead to, now and then one where the game is over; with what was played before. */
export function randomPosition({ random, below, pick }: Chance, game: MavGameName): PromptPosition {
  const line = randomLine(game, random, { hexSize: pick([2, 3, 5]), most: pick([1, 4, 20, 60]) });
  const last = line.states.length - 1;
  return positionAt(line, below(3) === 0 ? last : Math.min(last, 1 + below(last)));
}

/** Values of all legal actions by chance, the best first. */
function randomValues({ random, pick }: Chance, { game, state }: PromptPosition): PositionValues {
  const { automaton } = knownGame(game);
  const actions = shuffled(automaton.legal(state), random)
    .map((action) => ({ action, win: pick([0, 0.1, 0.25, 0.43, 0.5, 0.51, 0.77, 1]) }))
    .sort((a, b) => b.win - a.win);
  return { actions, outcome: automaton.outcome(state), kind: 'estimate' };
}

/** Commands in any order that means something: inputs, then states, a list, perhaps the best action and where it leads. */
export function randomCommands({ random, pick }: Chance, { game, before }: PromptPosition): HeaderCommand[] {
  const forms = ['state', ...(knownGame(game).hasFen ? (['FEN'] as const) : [])] as const;
  const some = (): ('state' | 'FEN')[] => shuffled(forms, random).slice(0, pick([1, 2]));
  const maybe = (): ('state' | 'FEN')[] => (pick([true, false]) ? some() : []);
  const named = (names: readonly ('state' | 'FEN')[]): HeaderCommand[] => names.map((command) => ({ command }));
  const isTracked = before !== undefined && pick([true, true, false]);
  const previous = some().map((form): HeaderCommand => ({ command: `prev_${form}` }));
  const inputs: HeaderCommand[] = isTracked
    ? [...shuffled([...previous, { command: 'prev_action' } as const], random), ...named(maybe())]
    : named(some());
  const k = pick(['all', 1, 2, 5, 300] as const);
  const list: HeaderCommand[] = pick([true, true, true, false]) ? [{ command: 'top', k }] : [];
  const best: HeaderCommand[] = list.length > 0 && pick([true, false]) ? [{ command: 'best_action' }] : [];
  return [...inputs, ...list, ...best, ...(best.length > 0 ? named(maybe()) : [])];
}

/** The whole and right answer to commands about a position, with values by chance. */
export function answeredDraft(
  luck: Chance,
  position: PromptPosition,
  commands: readonly HeaderCommand[],
  dialect: MavDialect,
): ExampleDraft {
  const request = makeRequest(position, commands);
  assert.ok(request.ok, request.ok ? '' : request.error);
  const options = {
    dialect,
    values: randomValues(luck, position),
    ...(luck.pick([true, false]) && { random: luck.random }),
  };
  const draft = answerRequest(request.value, options);
  assert.ok(draft.ok, draft.ok ? '' : draft.error.message);
  return draft.value;
}

/** An example about a position of any game, right in all that it says. */
export function randomExample(luck: Chance, dialect: MavDialect, game = luck.pick(MAV_GAMES)): ExampleDraft {
  const position = randomPosition(luck, game);
  return answeredDraft(luck, position, randomCommands(luck, position), dialect);
}

const ROOT: readonly HeaderCommand[] = [{ command: 'state' }, { command: 'top', k: 'all' }, { command: 'best_action' }];
const BELOW: readonly HeaderCommand[] = [{ command: 'prev_state' }, { command: 'prev_action' }, ...ROOT];

/** A search from a position of any game, right in all that it says. */
export function randomTrace(
  luck: Chance,
  dialect: MavDialect,
  game = luck.pick(MAV_GAMES),
  depth = luck.pick([1, 1, 2]),
): TraceDraft {
  const breadth = luck.pick([2, 3]);
  let start = randomPosition(luck, game);
  while (knownGame(game).automaton.outcome(start.state) !== undefined) start = randomPosition(luck, game);
  const root = node({ game, state: start.state }, []);
  return { breadth, depth, root, playing: typeof root.selected === 'string' ? undefined : root.selected.action };

  function node(position: PromptPosition, path: readonly string[]): NodeDraft {
    const { automaton } = knownGame(game);
    const example = answeredDraft(luck, position, path.length === 0 ? ROOT : BELOW, dialect);
    const top = example.lines.find(({ command }) => command === 'top');
    assert.ok(top?.command === 'top');
    const { list } = top;
    if (typeof list === 'string') return { path, example, children: [], weighed: [], selected: list };
    const best = example.lines.find(({ command }) => command === 'best_action');
    const own = list.find(({ action }) => best !== undefined && 'action' in best && best.action === action);
    assert.ok(own);
    if (path.length === depth) return { path, example, children: [], weighed: [], selected: own };
    const expanded = [own, ...list.filter((one) => one !== own).sort((a, b) => b.bucket - a.bucket)].slice(0, breadth);
    const children = expanded.map(({ action }) => {
      const before = { state: position.state, action };
      return node({ game, state: automaton.step(position.state, action), before }, [...path, action]);
    });
    const weighed = children.map(({ path: way, selected }) => ({
      action: way[way.length - 1],
      bucket:
        typeof selected === 'string'
          ? endBucket(selected, knownGame(game).fieldsOf(position.state).side, dialect)
          : flipBucket(selected.bucket, dialect),
    }));
    return { path, example, children, weighed, selected: weighed.reduce((a, b) => (b.bucket > a.bucket ? b : a)) };
  }
}

/** What an ended game is worth to whoever ended it. */
const endBucket = (outcome: string, mover: string | undefined, dialect: MavDialect): number =>
  toBucket(outcome === '1/2-1/2' ? 0.5 : (outcome === '1-0') === (mover === 'w' || mover === 'x') ? 1 : 0, dialect);

/** A file of examples, prompts and traces, each right, in one dialect. */
export function randomMavFile(seed: number): { readonly text: string; readonly dialect: MavDialect } {
  const luck = chance(seed);
  const dialect = randomDialect(luck);
  let text = '';
  for (let n = 1 + luck.below(3); n > 0; n--) {
    const kind = luck.pick(['example', 'example', 'prompt', 'trace'] as const);
    if (text !== '' && luck.pick([true, false])) text += '\n';
    if (kind === 'trace') text += printTrace(randomTrace(luck, dialect), dialect);
    else text += (kind === 'prompt' ? printPrompt : printExample)(randomExample(luck, dialect), dialect);
  }
  return { text, dialect };
}
