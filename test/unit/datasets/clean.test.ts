import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  type Cleaning,
  type ComputedTag,
  cleanGame,
  DROPPED,
  type Dropped,
} from '../../../src/core/datasets/cleaning.ts';
import { GameFacts } from '../../../src/core/datasets/game-facts.ts';
import { movesKey } from '../../../src/core/datasets/game-keys.ts';
import { readChunk, readPgn } from '../../../src/core/notation/pgn/document.ts';

const factsOf = (text: string): GameFacts => new GameFacts(text, readChunk(text, 0), 0);

interface Wanted {
  readonly drop?: readonly Dropped[];
  readonly tags?: readonly string[];
  readonly set?: Readonly<Record<string, string>>;
  readonly maxPlies?: number;
}

const cleaning = ({ drop = [], tags, set = {}, maxPlies }: Wanted): Cleaning => ({
  drop: new Set(drop),
  set: new Map(Object.entries(set)),
  ...(tags !== undefined && { tags: new Set(tags) }),
  ...(maxPlies !== undefined && { maxPlies }),
});

const cleaned = (text: string, wanted: Wanted): string => cleanGame(factsOf(text), cleaning(wanted));

const GAME = `[Event "E"]
[Site "S"]
[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]

{ before } 1. e4 $1 { [%clk 0:03:00] best } 1... e5 (1... c5 2. Nf3 { x } d6) 2. Nf3! { [%eval 0.3] [%clk 0:02:58] }
2... Nc6 ; to the end
3. Bb5 1-0

`;

describe('cleaning', () => {
  it('leaves out comments, glyphs, variations and commands', () => {
    const moves = (drop: readonly Dropped[]): string => cleaned(GAME, { drop }).split('\n\n')[1] ?? '';
    assert.equal(moves(['comments', 'nags', 'variations']), '1. e4 e5 2. Nf3\nNc6\n3. Bb5 1-0');
    assert.match(moves(['clocks']), /e4 \$1 \{ best \} 1\.\.\. e5/);
    assert.match(moves(['clocks']), /Nf3! \{ \[%eval 0\.3\] \}\n/);
    assert.match(moves(['clocks', 'evals']), /2\. Nf3!\n2\.\.\. Nc6 ; to the end\n3\./);
    assert.match(moves(['variations']), /1\.\.\. e5 2\. Nf3!/);
    assert.equal(cleaned('1.e4{x}e5{y}2.Nf3{z}*', { drop: ['comments'] }), '1.e4 e5 2.Nf3 *');
  });

  it('keeps tags of a list, and those without which the moves mean something else', () => {
    assert.equal(cleaned(GAME, { tags: ['event'] }).slice(0, 20), '[Event "E"]\n[FEN "rn');
    const bare = cleaned('[Event "E"]\n[Site "S"]\n\n1. e4 *\n', { tags: [] });
    assert.equal(bare, '1. e4 *\n');
  });

  it('keeps every byte outside of what it sets or computes, whatever the line ends, mixed ones too', () => {
    const lineEnd = fc.constantFrom('\n', '\r\n', '\r');
    const ends = fc.oneof(
      lineEnd.map((one) => Array.from({ length: 6 }, () => one)),
      fc.array(lineEnd, { minLength: 6, maxLength: 6 }),
    );
    const spaces = fc.constantFrom('', ' ', '\t ');
    fc.assert(
      fc.property(ends, spaces, fc.boolean(), ([a, b, c, d, e, f], space, hasTags) => {
        const tags = (site: string): string => (hasTags ? `[Event "E"]${a}[Site "${site}"]${space}${b}${c}` : '');
        const moves = `1. e4 { a${d}b } e5${e}2. Nf3 *${f}`;
        const set = hasTags ? { Site: 'x', Round: '3' } : { Round: '3' };
        const wanted = { ...cleaning({ set }), compute: new Set<ComputedTag>(['PlyCount', 'ECO']) };
        const result = cleanGame(factsOf(tags('S') + moves), wanted);
        const added = ['[Round "3"]', '[ECO "C40"]', '[PlyCount "3"]'];
        const [atTag, ...others] = hasTags
          ? [`[Event "E"]${a}[Site "x"]${b}${added.join(b)}${space}${b}${c}${moves}`]
          : [d, e, f].map((used) => `${added.join(used)}${used}${used}${moves}`);
        assert.ok([atTag, ...others].includes(result), JSON.stringify(result));
      }),
    );
  });

  it('leaves a byte order mark at the start', () => {
    assert.equal(cleaned('\uFEFF1. e4 *\r\n', { set: { Round: '3' } }), '\uFEFF[Round "3"]\r\n\r\n1. e4 *\r\n');
  });

  it('sets tags, in place or behind the others', () => {
    const text = '[Event "E"]\n[Site "S"]\n\n1. e4 *\n';
    assert.equal(
      cleaned(text, { set: { site: 'a "b" \\', Round: '3' } }),
      '[Event "E"]\n[Site "a \\"b\\" \\\\"]\n[Round "3"]\n\n1. e4 *\n',
    );
    assert.equal(cleaned('1. e4 *\n', { set: { Round: '3' } }), '[Round "3"]\n\n1. e4 *\n');
    assert.equal(cleaned(text, { set: { Round: '3' }, tags: [] }), '[Round "3"]\n\n1. e4 *\n');
  });

  it('cuts the main line', () => {
    const line = (maxPlies: number): string =>
      cleaned(GAME, { maxPlies, drop: ['comments', 'nags', 'variations'] }).split('\n\n')[1] ?? '';
    assert.equal(line(2), '1. e4 e5\n1-0');
    assert.equal(line(3), '1. e4 e5 2. Nf3\n1-0');
    assert.equal(line(9), '1. e4 e5 2. Nf3\nNc6\n3. Bb5 1-0');
    assert.equal(cleaned('1. e4 e5 2. d4', { maxPlies: 1 }).trimEnd(), '1. e4');
    assert.equal(factsOf(cleaned(GAME, { maxPlies: 0 })).line.length, 0);
  });

  it('leaves lines from a percent sign in column one', () => {
    const without = (text: string): string => cleaned(text, { drop: ['variations', 'comments'] });
    assert.equal(without('1. e4 (1. d4\r% f5\r) e5 *'), '1. e4 e5 *');
    assert.equal(without('1. e4 {x}\r% f5\re5 *'), '1. e4\r% f5\re5 *');
    assert.equal(without('1. e4\n {x}\n% f5\ne5 *'), '1. e4\n% f5\ne5 *');
    assert.equal(without('1. e4 ; x\r% f5\re5 *'), '1. e4\r% f5\re5 *');
    assert.equal(without('. (h4\r% f5'), '.\r% f5');
  });

  it('of nothing changes nothing', () => {
    const text = readFileSync('samples/world-cup.pgn', 'utf8');
    const { chunks, offsets } = readPgn(text);
    const all = chunks.map((chunk, i) => cleanGame(new GameFacts(text, chunk, offsets[i] ?? 0), cleaning({})));
    assert.equal(all.join(''), text);
  });
});

const MOVES = ['e4', 'e5', 'Nf3', 'Nc6', 'Bb5', 'a6', 'Ba4', 'Nf6'];
const note = fc.constantFrom(
  '{ x }',
  '{[%clk 0:01:00]}',
  '{a [%eval 0.3] b}',
  '$1',
  '!',
  '{}',
  ';c\n',
  '(d4 {v} $2)',
  '{[%clk 1]}{y}',
);
const space = fc.constantFrom('', ' ', '\n', '\r\n', '  ');
/** A game with notes of any kind behind its moves, with any space around. */
const games = fc
  .array(fc.tuple(space, fc.array(fc.tuple(note, space), { maxLength: 3 })), { minLength: 0, maxLength: MOVES.length })
  .map((places) => {
    const moves = places.map(([before, notes], i) => {
      const number = i % 2 === 0 ? `${i / 2 + 1}. ` : `${(i + 1) / 2}... `;
      return ` ${number}${MOVES[i] ?? ''}${before}${notes.map(([one, after]) => one + after).join('')}`;
    });
    return `[Event "E"]\n[Odd "x"]\n\n${moves.join('')} 1-0\n\n`;
  });

describe('cleaned games', () => {
  it('have their moves and result, and nothing of what was dropped', () => {
    fc.assert(
      fc.property(games, fc.subarray([...DROPPED]), fc.nat({ max: 9 }), (text, drop, maxPlies) => {
        const before = factsOf(text);
        const whole = factsOf(cleaned(text, { drop }));
        assert.deepEqual(movesKey(whole), movesKey(before), text);
        assert.equal(whole.result, '1-0');
        assert.equal(whole.tag('Odd'), 'x');
        for (const name of drop) assert.equal(whole.annotations[name], 0, name);
        for (const name of ['nags', 'variations'] as const)
          if (!drop.includes(name) && !drop.includes('variations'))
            assert.equal(whole.annotations[name], before.annotations[name], name);
        const cut = factsOf(cleaned(text, { maxPlies }));
        assert.equal(cut.line.length, Math.min(maxPlies, before.line.length));
        assert.equal(cut.result, '1-0');
        const again = cleaned(text, { drop });
        assert.equal(cleaned(again, { drop }), again, 'twice as once');
      }),
      { numRuns: 1500 },
    );
  });
});

describe('computed tags', () => {
  const compute = (text: string, tags: readonly ComputedTag[], maxPlies?: number): string =>
    cleanGame(factsOf(text), {
      drop: new Set(),
      set: new Map(),
      compute: new Set(tags),
      ...(maxPlies !== undefined && { maxPlies }),
    });

  it('say what the moves tell, in place of what was there', () => {
    assert.equal(
      compute('[ECO "?"]\n[PlyCount "99"]\n\n1. e4 c5 2. Nf3 *\n', [
        'ECO',
        'Opening',
        'PlyCount',
        'FinalFEN',
        'Result',
      ]),
      '[ECO "B27"]\n[PlyCount "3"]\n[Opening "Sicilian Defense"]\n' +
        '[FinalFEN "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"]\n\n1. e4 c5 2. Nf3 *\n',
    );
    assert.equal(
      compute('[ECO "X"]\n\n1. e4 c5 2. Nf3 *\n', ['PlyCount', 'FinalFEN'], 1),
      '[ECO "X"]\n[PlyCount "1"]\n[FinalFEN "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"]\n\n1. e4 *\n',
    );
  });

  it('give the result of mate and stalemate alone, in the tag and behind the moves', () => {
    const mate = '[Result "1-0"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n';
    assert.equal(compute(mate, ['Result']), '[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n');
    assert.equal(compute(mate, ['Result'], 3), '[Result "1-0"]\n\n1. f3 e5 2. g4 1-0\n');
    assert.equal(compute('[Result "1-0"]\n\n1. e4 1-0\n', ['Result']), '[Result "1-0"]\n\n1. e4 1-0\n');
  });

  it('leave out what a move that cannot be played hides', () => {
    assert.equal(compute('1. e4 e4 *\n', ['FinalFEN', 'Result', 'PlyCount']), '[PlyCount "2"]\n\n1. e4 e4 *\n');
  });
});
