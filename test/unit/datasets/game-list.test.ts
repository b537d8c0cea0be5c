import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { FACETS, type Facet, type FacetChoice, FacetIndex, narrowedQuery } from '../../../src/core/datasets/facets.ts';
import { GameFacts } from '../../../src/core/datasets/game-facts.ts';
import { GameList, gameSummary } from '../../../src/core/datasets/game-list.ts';
import { compileQuery, positionFinder } from '../../../src/core/datasets/query/compile.ts';
import { SeenValues } from '../../../src/core/datasets/query/completion.ts';
import { parseQuery } from '../../../src/core/datasets/query/parse.ts';
import { printQuery } from '../../../src/core/datasets/query/syntax.ts';
import { readChunk } from '../../../src/core/notation/pgn/document.ts';

const factsOf = (text: string): GameFacts => new GameFacts(text, readChunk(text, 0), 0);

function gameOf(tags: Readonly<Record<string, string | undefined>>, moves = '1. e4 e5'): GameFacts {
  const lines = Object.entries(tags).flatMap(([name, value]) => (value === undefined ? [] : [`[${name} "${value}"]`]));
  return factsOf(`${lines.join('\n')}\n\n${moves} ${tags['Result'] ?? '*'}\n\n`);
}

const oneOf = (...values: (string | undefined)[]) => fc.constantFrom(...values);
const elo = oneOf(undefined, '?', '1399', '1400', '1599', '1600', '2800', '0');
const name = oneOf(undefined, '?', 'Anand', 'ANAND', 'Carlsen, Magnus', 'and', 'a"');
const games = fc.array(
  fc
    .record({
      White: name.map((one) => one?.replace('"', '\\"')),
      Black: name.map((one) => one?.replace('"', '\\"')),
      WhiteElo: elo,
      BlackElo: elo,
      Result: oneOf(undefined, '1-0', '0-1', '1/2-1/2', '*', 'won'),
      ECO: oneOf(undefined, 'A00', 'b99', 'E5', 'B20a', 'F10', '-'),
      Date: oneOf(
        undefined,
        '2019.05.31',
        '2019.??.??',
        '????.??.??',
        '20??.??.??',
        '2020.00.00',
        '2019.99.99',
        '2020',
      ),
      UTCDate: oneOf(undefined, '2021.01.01'),
    })
    .map((tags) => gameOf(tags)),
  { minLength: 1, maxLength: 12 },
);

describe('lists of games', () => {
  it('keep what is shown of each game and its place', () => {
    const facts = gameOf({ White: 'Anand', Black: 'Carlsen', WhiteElo: '2780', Date: '2013.11.09', Result: '1/2-1/2' });
    const list = new GameList();
    const place = { file: 3, number: 7, start: 5e9, length: 1234, line: 99, column: 2 };
    for (let i = 0; i < 3000; i++) list.add(gameSummary(facts), { ...place, number: i + 1 });
    assert.equal(list.size, 3000);
    assert.deepEqual(list.place(2999), { ...place, number: 3000 });
    assert.deepEqual(list.summary(2999), {
      white: 'Anand',
      black: 'Carlsen',
      whiteElo: 2780,
      blackElo: undefined,
      event: undefined,
      date: '2013.11.09',
      result: '1/2-1/2',
      eco: 'C20',
      opening: "King's Pawn Game",
      plies: 2,
    });
  });

  it('narrow to values of facets as the expression does that stands for them', () => {
    const wanted = fc.array(fc.tuple(fc.constantFrom(...FACETS), fc.nat(9)), { maxLength: 3 });
    fc.assert(
      fc.property(games, wanted, (all, picks) => {
        const index = new FacetIndex();
        for (const facts of all) index.add(gameSummary(facts));
        const choice: Partial<Record<Facet, string[]>> = {};
        for (const [facet, n] of picks) {
          const { values } = index.counts({}, 100).find((one) => one.facet === facet) ?? { values: [] };
          const value = values[n % values.length];
          if (value !== undefined) choice[facet] = [...new Set([...(choice[facet] ?? []), value.value])];
        }
        const query = narrowedQuery(undefined, choice);
        const text = query === undefined ? '' : printQuery(query);
        const read = parseQuery(text === '' ? 'plies >= 0' : text);
        assert.ok(read.ok, text);
        const { test } = compileQuery(read.value);
        const isShown = index.matcher(choice);
        for (const [i, facts] of all.entries()) assert.equal(isShown(i), test(facts), `${text}\n${facts.text}`);
      }),
    );
  });

  it('count for each value the games that it would show', () => {
    fc.assert(
      fc.property(games, fc.nat(9), (all, n) => {
        const index = new FacetIndex();
        for (const facts of all) index.add(gameSummary(facts));
        const [results] = index.counts({}, 100);
        const value = results?.values[n % (results.values.length || 1)]?.value ?? '';
        const choice: FacetChoice = { result: [value] };
        for (const { facet, values } of index.counts(choice, 100)) {
          for (const one of values) {
            const isShown = index.matcher({ ...choice, [facet]: [one.value] });
            assert.equal(one.games, all.filter((_, i) => isShown(i)).length, `${facet} ${one.value}`);
          }
        }
      }),
    );
  });

  it('list the most frequent players as they are written, those that are chosen in any case, and how many are left', () => {
    const index = new FacetIndex();
    for (let i = 0; i < 30; i++) index.add(gameSummary(gameOf({ White: 'Anand', Black: `Player ${i % 20}` })));
    const players = index.counts({ player: ['player 19'] }, 3).at(-1);
    assert.deepEqual(
      players?.values.map(({ label, games: count }) => [label, count]),
      [
        ['Anand', 30],
        ['Player 0', 2],
        ['Player 1', 2],
        ['Player 19', 1],
      ],
    );
    assert.equal(players?.more, 17);
    const results = index.counts({}, 9)[0];
    assert.deepEqual(results?.values, [{ value: '*', label: '*', games: 30, isChosen: false }]);
  });

  it('narrow an expression without changing it', () => {
    const read = parseQuery('mate or plies < 20');
    assert.ok(read.ok);
    const choice = { result: ['1-0', '1/2-1/2'], elo: ['2200'], eco: [''] };
    const narrowed = narrowedQuery(read.value, choice);
    assert.equal(
      narrowed && printQuery(narrowed),
      '(mate or plies < 20) and (result = 1-0 or result = 1/2-1/2) and not eco in (A00..A99, B00..B99, C00..C99, D00..D99, E00..E99) and elo.mean >= 2200 and elo.mean < 2400',
    );
    assert.equal(narrowedQuery(undefined, {}), undefined);
  });

  it('know the values that were seen, the most frequent first', () => {
    const seen = new SeenValues();
    for (const [white, opening] of [
      ['Anand', 'Italian Game'],
      ['Carlsen', undefined],
      ['Carlsen', undefined],
    ] as const) {
      const facts = gameOf({ White: white, Opening: opening, Annotator: 'me', Round: '?' }, '1. e4 c5');
      seen.add(facts, gameSummary(facts));
    }
    assert.deepEqual(seen.of('player'), ['Carlsen', 'Anand']);
    assert.deepEqual(seen.of('opening'), ['Sicilian Defense', 'Italian Game']);
    assert.deepEqual([seen.of('tag.Annotator'), seen.of('annotator'), seen.of('Round')], [['me'], ['me'], []]);
    assert.ok(seen.tags.includes('Annotator'));
  });
});

describe('the position that an expression is about', () => {
  const facts = gameOf({}, '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6');
  const plyOf = (text: string): number | undefined => {
    const read = parseQuery(text);
    assert.ok(read.ok, text);
    return positionFinder(read.value)?.(facts);
  };

  it('is the first that fits its first test of positions outside of not', () => {
    assert.equal(plyOf('line "1. e4 e5 2. Nf3"'), 3);
    assert.equal(plyOf('plies > 4 and (mate or position "*/*/*/?b*/*/*/*/*")'), undefined);
    assert.equal(plyOf('plies > 4 and (mate or position "*/*/*/?B*/*/*/*/*")'), 5);
    assert.equal(plyOf('not line "1. d4" and elo'), undefined);
    assert.equal(plyOf('material "QRRBNNP* v qrrbbnp*" and line "1. e4"'), 8);
  });
});
