import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { INITIAL_FEN } from '../../../src/core/games/chess/state.ts';
import { checkCounted } from '../../../src/core/languages/check.ts';
import { type Diagnostic, sortDiagnostics } from '../../../src/core/notation/diagnostic.ts';
import { EXPLANATIONS } from '../../../src/core/notation/explanations/explanations.ts';
import { checkGame } from '../../../src/core/notation/pgn/check/check-game.ts';
import { PLAIN_RULES, PlainGames } from '../../../src/core/notation/pgn/check/plain-games.ts';
import { RULED_TAGS } from '../../../src/core/notation/pgn/check/tag-values.ts';
import { isGame, readChunk } from '../../../src/core/notation/pgn/document.ts';
import { mutated } from '../../fuzz/bytes.ts';
import { Dice } from '../../fuzz/dice.ts';
import { games } from '../../support/pgn2fen.ts';
import { itLong } from '../../support/thorough.ts';
import { randomGame } from '../pgn-moves/random-games.ts';
import { written } from './written-games.ts';

/** Every game read in full. */
function inFull(text: string): { found: Diagnostic[]; games: number } {
  const found: Diagnostic[] = [];
  let count = 0;
  for (let at = 0; at < text.length; ) {
    const chunk = readChunk(text, at);
    found.push(...sortDiagnostics(checkGame(text, chunk, at, isGame(chunk) ? count++ : undefined, {}).list));
    at += chunk.length;
  }
  return { found, games: count };
}

/** Findings are the same whether plain games are skipped or not, and games that are skipped have none. */
const assertSame = (text: string): void => assert.deepEqual(checkCounted(text, 'pgn'), inFull(text), text);

const plain = PlainGames.load();

/** How many games of a text are plain, and how many there are. */
function shareOf(text: string): { readonly plain: number; readonly all: number } {
  let [skipped, all] = [0, 0];
  for (let at = 0; at < text.length; all++) {
    const { end, games: count } = plain?.skip(text, at) ?? { end: at, games: 0 };
    skipped += count;
    all += count;
    if (end === text.length) break;
    at = end + readChunk(text, end).length;
    plain?.study(text, end, at);
  }
  return { plain: skipped, all };
}

const lichess = readFileSync('test/fixtures/lichess-2025-05-excerpt.pgn', 'utf8');
const real = [lichess, games('world-cup'), games('randomised')].flatMap((text) => text.split(/(?<=\n\n)(?=\[Event )/));

const seeds = fc.nat(1 << 30);

describe('games that are plainly written', () => {
  it('are skipped: nearly all of real files, with clocks and without', () => {
    for (const text of [lichess, games('world-cup'), lichess.replaceAll('\n', '\r\n')]) {
      const { plain: skipped, all } = shareOf(text);
      assert.ok(skipped >= 0.95 * all, `${skipped} of ${all}`);
      assertSame(text);
    }
  });

  itLong('have no findings when they are read in full, and the others the same', () => {
    fc.assert(
      fc.property(fc.array(randomGame([INITIAL_FEN], 200), { minLength: 1, maxLength: 4 }), seeds, (list, seed) => {
        const dice = new Dice(seed);
        assertSame(list.map((game) => written(game, dice)).join(dice.once(8) ? '' : '\n'));
      }),
      { numRuns: 6000 },
    );
  });

  itLong('are told from damaged ones, whatever the damage', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...real), { minLength: 1, maxLength: 3 }), seeds, (list, seed) => {
        assertSame(mutated(new Dice(seed), list.join('')));
      }),
      { numRuns: 10000 },
    );
  });

  it('are told from those with another word', () => {
    fc.assert(
      fc.property(fc.constantFrom(...real), seeds, (text, seed) => {
        const dice = new Dice(seed);
        const words = text.split(/(?<=\s)/);
        const at = dice.below(words.length);
        const word = words[at] ?? '';
        const others = [
          word.replace('x', ''),
          word.replace(/^([NBRQK])/, '$1x'),
          word.replace(/^([NBRQ])/, `$1${dice.pick('abcdefgh')}`),
          word.replace(/^([NBRQ])/, `$1${dice.pick('12345678')}`),
          word.replace(/(\s)$/, '+$1'),
          word.replace(/[+#]/, ''),
          word.replace(/\d+/, (number) => String(Number(number) + 1)),
          dice.pick(words),
          '',
          `${word}${word}`,
        ];
        words[at] = dice.pick(others);
        assertSame(words.join(''));
      }),
      { numRuns: 10000 },
    );
  });

  it('may have tags with names of their own once a game without findings had them', () => {
    const text = '[Event "a"]\n[Own7 "b"]\n\n1. e4 *\n\n';
    assert.deepEqual(shareOf(text), { plain: 0, all: 1 });
    assert.deepEqual(shareOf(text.repeat(3)), { plain: 3, all: 3 });
    const misspelled = '[Whit "c"]\n\n1. e4 *\n\n';
    assert.deepEqual(shareOf(misspelled.repeat(3)), { plain: 0, all: 3 });
  });

  it('have rules for all tags whose values are checked', () => {
    for (const name of RULED_TAGS) assert.ok(Object.hasOwn(PLAIN_RULES, name), `PLAIN_RULES needs ${name}`);
  });

  it('are not those whose FEN has no position, which is a finding', () => {
    for (const name of ['Site', ...Object.keys(PLAIN_RULES)])
      for (const value of ['', '?', '-', '*', '0', '1', '\\', 'C:\\'])
        assertSame(`[Event "a"]\n[${name} "${value}"]\n\n1. e4 e5 *\n`);
    assert.equal(shareOf('[Event "a"]\n[FEN ""]\n\n1. e4 e5 *\n').plain, 0);
  });

  it('have none of the faults of the page of diagnostics, put into a game that is plain else', () => {
    const roster = ['Event "a"', 'Site "b"', 'Date "2024.01.02"', 'Round "1"', 'White "c"', 'Black "d"'];
    const neat = (result: string): string =>
      roster
        .map((tag) => `[${tag}]\n`)
        .concat(`[Result "${result}"]\n`)
        .join('');
    const good = `${neat('*')}\n1. e4 e5 2. Nf3 Nc6 *\n\n`;
    assert.equal(shareOf(good).plain, 1);
    for (const [code, { example }] of Object.entries(EXPLANATIONS)) {
      if (example?.language !== 'pgn' || example.isStrict === true) continue;
      const { text } = example;
      const result = /(?:1-0|0-1|1\/2-1\/2|\*)\s*$/.exec(text)?.[0].trim() ?? '*';
      const tags = neat(result)
        .split(/(?<=\n)/)
        .filter((tag) => !text.includes(tag.slice(0, tag.indexOf(' ') + 1)));
      const game = `${tags.join('')}${/^\s*\[/.test(text) ? '' : '\n'}${text.trimEnd()}\n\n`;
      const all = `${good}${game}${good}`;
      const hint = `${code}: plain games are not read in full, so their rules must know it ("The kernels" in docs/architecture.md)`;
      assert.deepEqual(checkCounted(all, 'pgn'), inFull(all), `${hint}\n${game}`);
    }
  });

  it('are found in a text much longer than what is read at a time, also behind a game that is not', () => {
    const long = `[Event "a"]\n\n1. e4 {${'long '.repeat(110_000)}} *\n\n`;
    const text = `${lichess}${long}${lichess}`;
    const { plain: skipped, all } = shareOf(text);
    assert.ok(all > 30 && skipped === all - 1, `${skipped} of ${all}`);
    assert.equal(checkCounted(text, 'pgn').games, all);
    assert.deepEqual(checkCounted(text, 'pgn'), inFull(text));
  });

  it('are read again after a text of the same length', () => {
    const [good, bad] = ['[Event "a"]\n\n1. e4 e5 *\n', '[Event "a"]\n\n1. e4 e6 1\n'];
    assert.equal(shareOf(good).plain, 1);
    assert.equal(shareOf(bad).plain, 0);
    assert.equal(shareOf(good).plain, 1);
  });
});
