import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { fingerprint, partSeed } from '../../../src/core/base/text/hash.ts';
import { textLines } from '../../../src/core/languages/positions.ts';
import {
  type DatasetBlock,
  type DatasetExample,
  type DatasetOptions,
  type DatasetPart,
  makeDatasetPart,
  printOutputs,
} from '../../../src/core/mav/author/dataset.ts';
import { SeenIds } from '../../../src/core/mav/author/dataset-split.ts';
import { knownGame } from '../../../src/core/mav/author/prompt-position.ts';
import type { ListOrder } from '../../../src/core/mav/author/reference-answer.ts';
import { readMavSection } from '../../../src/core/mav/read-mav.ts';
import { PUBLISHED_DIALECT } from '../../../src/core/mav/syntax.ts';
import { itLong, thoroughly } from '../../support/thorough.ts';
import { findingsOf, madeUpValues } from './author-support.ts';

const PGN = readFileSync('test/fixtures/lichess-2025-05-excerpt.pgn', 'utf8');
const OPTIONS: DatasetOptions = {
  seed: 3,
  plies: 'every:1',
  hasValues: false,
  forms: 'mixed',
  order: 'random',
  dialect: PUBLISHED_DIALECT,
};
/** The first of the games. */
const SOME: DatasetBlock = {
  kind: 'text',
  text: PGN.split(/(?=^\[Event )/m)
    .slice(0, 4)
    .join(''),
  language: 'pgn',
};
const SOURCES: readonly DatasetBlock[] = [
  { kind: 'text', text: PGN, language: 'pgn' },
  { kind: 'random', game: 'connect_four', hexSize: 5, from: 0, count: 12 },
  { kind: 'random', game: 'hex', hexSize: 5, from: 0, count: 12 },
  { kind: 'random', game: 'chess960', hexSize: 5, from: 0, count: 4 },
  { kind: 'boards', from: 0, count: 60 },
];

function part(block: DatasetBlock, options: Partial<DatasetOptions> = {}): DatasetPart {
  const steps = makeDatasetPart(block, { ...OPTIONS, ...options }, textLines);
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
}

/** The whole example, its values made up where it needs some. */
function whole({ prompt, target, request, seed }: DatasetExample, order: ListOrder = 'random'): string {
  if (request === undefined) return prompt + (target ?? '');
  const parsed = knownGame(request.game).automaton.parse(request.state);
  assert.ok(parsed.ok);
  const values = madeUpValues(request.game, parsed.value, seed);
  return prompt + (printOutputs(request, values, seed, { order, dialect: PUBLISHED_DIALECT }) ?? '');
}

const commandsIn = (prompt: string): string[] => (/> (.*) <\/mav>/.exec(prompt)?.[1] ?? '').split(' ');

describe('examples of a dataset', () => {
  for (const hasValues of [false, true])
    itLong(`leave nothing to find, ${hasValues ? 'with' : 'without'} values`, () => {
      for (const block of thoroughly(SOURCES, [SOME, ...SOURCES.slice(1)])) {
        const { examples } = part(block, { hasValues });
        assert.ok(examples.length >= 60, `${examples.length} examples`);
        for (const example of examples) {
          const text = whole(example);
          assert.deepEqual(findingsOf(text), [], text);
        }
      }
    });

  it('ask without values for nothing that needs some, but say how games ended', () => {
    const { examples } = part(SOURCES[1]);
    const lists = examples.filter(({ prompt }) => prompt.includes('%top_'));
    assert.ok(lists.length > 0 && lists.length < examples.length / 4);
    for (const { target } of lists) assert.match(target ?? '', /%top_\w+ invalid : "(1-0|0-1|1\/2-1\/2)"\]$/m);
    assert.ok(!examples.some(({ prompt }) => prompt.includes('best_action')));
  });

  it('vary the number of actions, what is given and printed, and the order', () => {
    const { examples } = part(SOURCES[0], { hasValues: true });
    const seen = new Set<string>();
    for (const { prompt, request } of examples) {
      const commands = commandsIn(prompt);
      seen.add(commands[0]);
      if (commands.join(' ').includes('%state %FEN')) seen.add('state before FEN');
      if (commands.join(' ').includes('%FEN %state')) seen.add('FEN before state');
      if (!commands.some((name) => name.startsWith('%top'))) seen.add('no list');
      if (commands.at(-1) === '%best_action') seen.add('best');
      if (commands.includes('%best_action') && commands.at(-1) !== '%best_action') seen.add('final');
      const k = /%top_(\d+)/.exec(prompt)?.[1];
      const parsed = request && knownGame(request.game).automaton.parse(request.state);
      if (k === undefined) seen.add(prompt.includes('%top_all') ? 'all' : 'none');
      else if (parsed?.ok === true)
        seen.add(Number(k) > knownGame('chess').automaton.legal(parsed.value).length ? 'more than legal' : 'some');
    }
    for (const kind of ['%prev_state', '%prev_FEN', '%state', '%FEN', 'state before FEN', 'FEN before state', 'best', 'final', 'all', 'more than legal', 'some']) assert.ok(seen.has(kind), kind); // biome-ignore format: list
    assert.ok(!seen.has('no list'));
  });

  itLong('have native states alone where these are wanted, a word a square, and leave nothing to find', () => {
    for (const block of [SOURCES[0], SOURCES[3], SOURCES[4]]) {
      const { examples, unasked } = part(block, { hasValues: true, forms: 'native' });
      assert.ok(examples.length >= 60 && unasked < examples.length / 20, `${examples.length}, ${unasked}`);
      for (const example of examples) {
        const text = whole(example);
        assert.doesNotMatch(text, /FEN/i);
        assert.deepEqual(findingsOf(text), [], text);
        for (const [, state] of text.matchAll(/^\[%(?:prev_)?state (.*)\]$/gm))
          assert.match(state, /^[wb] \|\| (?:[.PNBRQKpnbrqk] ){64}\|\d{11}\|\|$/);
      }
    }
  });

  it('leave out, and count, what native states cannot say: the right to castle with an inner rook', () => {
    const inner = '4k3/8/8/8/8/8/8/R2RK3 w D - 0 1\n';
    const block: DatasetBlock = { kind: 'text', text: inner, language: 'fen', game: 'chess960' };
    assert.deepEqual(
      [part(block, { forms: 'native' }).examples.length, part(block, { forms: 'native' }).unasked],
      [0, 1],
    );
    assert.deepEqual([part(block).examples.length, part(block).unasked], [1, 0]);
  });

  it('list actions in a random order', () => {
    const lists = part(SOURCES[2], { hasValues: true })
      .examples.map((example) => /%top_all ([^\]]+)\]/.exec(whole(example))?.[1])
      .filter((list) => list !== undefined)
      .map((list) => list.split(' ').map((pair) => Number(/ctrl(\d+)/.exec(pair)?.[1])));
    assert.ok(lists.length > 10);
    const bestFirst = lists.filter((list) => list[0] === Math.max(...list)).length;
    assert.ok(bestFirst < 0.7 * lists.length, `${bestFirst} of ${lists.length}`);
  });

  it('list actions by value, the best first, or by square, as native states have them', () => {
    for (const block of [SOURCES[0], SOURCES[1], SOURCES[2]])
      for (const example of part(block, { hasValues: true }).examples) {
        const [any, byValue, bySquare] = (['random', 'value', 'square'] as const).map(
          (order) => /^\[%top_\w+ ([^\]]+)\]/m.exec(whole(example, order))?.[1] ?? '',
        );
        if (any === '' || any.startsWith('invalid')) continue;
        const pairs = (list: string): string[] => list.split(' ').sort();
        assert.deepEqual([pairs(byValue), pairs(bySquare)], [pairs(any), pairs(any)]);
        const values = [...byValue.matchAll(/ctrl(\d+)/g)].map(([, value]) => Number(value));
        assert.deepEqual(
          values,
          [...values].sort((a, b) => b - a),
        );
        // in the order of `%state`: ranks of chess upwards, rows of Hex downwards, columns of Connect Four
        const places = bySquare.split(' ').map((pair) => {
          const squares = [...(pair.split(':')[0] ?? '').matchAll(/([a-z])(\d+)/g)];
          return squares.reduce(
            (sum, [, letter, number]) => sum * 1000 + Number(number) * 30 + letter.charCodeAt(0) - 97,
            0,
          );
        });
        assert.deepEqual(
          places,
          [...places].sort((a, b) => a - b),
          bySquare,
        );
      }
  });

  itLong('depend on the seed and on the game, not on where it stands', () => {
    const texts = (one: DatasetPart): string[] => one.examples.map(({ prompt, target }) => prompt + (target ?? ''));
    const all = texts(part(SOURCES[0]));
    assert.deepEqual(texts(part(SOURCES[0])), all);
    assert.notDeepEqual(texts(part(SOURCES[0], { seed: 4 })), all);
    const games = PGN.split(/(?=^\[Event )/m);
    fc.assert(
      fc.property(fc.nat(games.length), (cut) => {
        const parts = [games.slice(0, cut), games.slice(cut)].map((some) =>
          part({ kind: 'text', text: some.join(''), language: 'pgn' }),
        );
        assert.deepEqual(parts.flatMap(texts), all);
      }),
      { numRuns: 6 },
    );
    const random = (from: number, count: number) =>
      texts(part({ kind: 'random', game: 'hex', hexSize: 5, from, count }));
    assert.deepEqual([...random(0, 5), ...random(5, 7)], random(0, 12));
  });

  it('have one id for a position and commands, whatever the counters', () => {
    const id = (fen: string): string => {
      const { examples } = part({ kind: 'text', text: `${fen}\n`, language: 'fen' }, { seed: 1 });
      return `${examples[0].id} ${commandsIn(examples[0].prompt).join(' ')}`;
    };
    // What is asked depends on the game: so look for two that are asked the same.
    const ids = Array.from({ length: 40 }, (_, n) => id(`8/8/8/8/8/2k5/8/K7 w - - ${n} ${n + 60}`));
    const byCommands = new Map<string, Set<string>>();
    for (const one of ids) {
      const [own, ...commands] = one.split(' ');
      const key = commands.join(' ');
      byCommands.set(key, (byCommands.get(key) ?? new Set()).add(own));
    }
    // Two actions are legal, and each may be the one that was played.
    for (const [commands, own] of byCommands) assert.ok(own.size <= 2, `${commands}: ${own.size} ids`);
    assert.ok(ids.length > 2 * byCommands.size);
  });

  it('ask for the state after a random action where nothing was played before', () => {
    const { examples } = part(SOURCES[4]);
    const tracked = examples.filter(({ prompt }) => prompt.includes('%prev_action'));
    assert.ok(tracked.length > 0.9 * examples.length);
  });

  it('name what cannot be used', () => {
    const { examples, games, skipped } = part({
      kind: 'text',
      text: '8/8/8/8/8/2k5/8/K7 w - - 0 1\n8/8 w - - 0 1\n',
      language: 'fen',
    });
    assert.deepEqual([examples.length, games], [1, 2]);
    assert.deepEqual(Object.values(skipped), [1]);
  });

  it('come back from their prompts as the positions they were made of', () => {
    const [first] = part(SOURCES[0], { hasValues: true }).examples;
    const { item } = readMavSection(whole(first), 0);
    assert.ok(item?.kind === 'example');
    const [read] = textLines(whole(first), 'mav');
    assert.ok('line' in read);
  });
});

describe('ids', () => {
  it('are told from each other, however alike they are', () => {
    const seen = new SeenIds();
    const ids = Array.from({ length: 5000 }, (_, i) => fingerprint(`position ${i}`));
    assert.ok(ids.every((id) => /^[0-9a-f]{16}$/.test(id) && seen.isNew(id)));
    assert.ok(ids.every((id) => !seen.isNew(id)));
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        assert.equal(fingerprint(a) === fingerprint(b), a === b);
      }),
    );
  });

  it('spread over all seeds', () => {
    const halves = Array.from({ length: 2000 }, (_, i) => partSeed(i % 7, `part ${i}`) < 2 ** 31);
    const share = halves.filter(Boolean).length / halves.length;
    assert.ok(share > 0.45 && share < 0.55, String(share));
  });
});
