import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Chess } from 'chessops/chess';
import { parseSan } from 'chessops/san';
import fc from 'fast-check';
import { Decoder } from '../../../src/cli/io/decoder.ts';
import { checkText } from '../../../src/core/languages/check.ts';
import { itLong, thoroughly } from '../../support/thorough.ts';
import { type IllegalMove, illegalMoves, REASONS } from './illegal-moves.ts';
import { realGames } from './real-games.ts';

const GAMES = realGames();
const RUNS = { numRuns: 1500 };
const MATED = GAMES.filter(({ positions }) => positions.at(-1)?.isCheckmate());
const game = () => fc.constantFrom(...GAMES);
const choice = fc.nat(1 << 24);

/** What is found above info: code, offset and marked text. */
const faults = (text: string): [string, number, string][] =>
  checkText(text, 'pgn')
    .filter(({ severity }) => severity !== 'info')
    .map(({ code, range }) => [code, range.start, text.slice(range.start, range.end)]);

const replaced = (text: string, at: number, length: number, by: string): string =>
  text.slice(0, at) + by + text.slice(at + length);

/** An illegal move of a position: of a kind that is not the most frequent, as often as there is one. */
function illegalMove(pos: Chess, seed: number): IllegalMove {
  const all = illegalMoves(pos);
  const kinds = [...new Set(all.map(({ kind }) => kind))];
  const kind = kinds[seed % kinds.length];
  const some = all.filter((move) => move.kind === kind);
  return some[(seed >>> 5) % some.length];
}

describe('one mistake in a real game', () => {
  itLong('is an illegal move of any kind: found at its place, alone', () => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(game(), choice, choice, ({ text, words, positions }, at, seed) => {
        const m = at % words.length;
        const { san, code, kind } = illegalMove(positions[m], seed);
        const word = words[m];
        const wrong = replaced(text, word.at, word.text.length, san);
        const shown = `${word.text} as ${san} (${kind}) in ${text}`;
        assert.deepEqual(faults(wrong), [[code, word.at, san]], shown);
        const message = checkText(wrong, 'pgn').find((one) => one.code === code)?.message ?? '';
        assert.match(message, REASONS[kind], shown);
        seen.set(kind, (seen.get(kind) ?? 0) + 1);
      }),
      { numRuns: 4000 },
    );
    for (const kind of Object.keys(REASONS)) {
      assert.ok((seen.get(kind) ?? 0) >= (kind === 'promotion' ? 0 : thoroughly(100, 10)), `${kind} ${seen.get(kind)}`);
    }
  });

  it('is a move left out: found at the first move that cannot be played without it', () => {
    const MOVES = ['PGN_ILLEGAL_MOVE', 'PGN_AMBIGUOUS_MOVE', 'PGN_MISSING_PROMOTION', 'PGN_MOVE_AFTER_END'];
    let broken = 0;
    fc.assert(
      fc.property(game(), choice, ({ text, words, positions }, at) => {
        const m = at % words.length;
        const word = words[m];
        const pos = positions[m].clone();
        let first: number | undefined;
        for (const { text: san, at: place } of words.slice(m + 1)) {
          const move = parseSan(pos, san);
          if (move === undefined) {
            first = place - word.text.length;
            break;
          }
          pos.play(move);
        }
        const found = faults(replaced(text, word.at, word.text.length, ''));
        const unplayable = found.filter(([code]) => MOVES.includes(code)).map(([, start]) => start);
        assert.deepEqual(unplayable, first === undefined ? [] : [first]);
        for (const [, start] of found) assert.ok(start >= word.at - 5, JSON.stringify(found));
        if (first !== undefined) broken++;
      }),
      RUNS,
    );
    assert.ok(broken > thoroughly(500, 100));
  });

  it('is a result: against its tag, missing, or against the board', () => {
    const results = ['1-0', '0-1', '1/2-1/2', '*'];
    const seen = new Set<string>();
    fc.assert(
      fc.property(
        fc.oneof(game(), fc.constantFrom(...MATED)),
        fc.constantFrom(...results),
        choice,
        ({ text, positions, result, resultAt }, other, way) => {
          const last = positions.at(-1);
          const isOver = last?.isCheckmate() === true || last?.isStalemate() === true;
          const missing = text.slice(0, resultAt).trimEnd();
          if (way % 3 === 0) {
            assert.deepEqual(
              faults(`${missing}\n`).map(([code]) => code),
              ['PGN_MISSING_RESULT'],
            );
            return;
          }
          fc.pre(other !== result);
          const after = replaced(text, resultAt, result.length, other);
          if (way % 3 === 1) {
            // the tag is right: one finding says both
            assert.deepEqual(faults(after), [['PGN_RESULT_MISMATCH', resultAt, other]]);
            return;
          }
          const both = after.replace(`[Result "${result}"]`, `[Result "${other}"]`);
          const shift = both.length - after.length;
          const isWrong = isOver && other !== '*';
          if (isWrong) seen.add(other);
          assert.deepEqual(faults(both), isWrong ? [['PGN_RESULT_BOARD', resultAt + shift, other]] : []);
        },
      ),
      RUNS,
    );
    assert.ok(seen.size >= 2, [...seen].join());
  });

  it('is a habit: no signs for check or mate, one finding of each in a game', () => {
    for (const { text, words } of GAMES) {
      for (const [signs, sign] of [
        ['+', /\+$/],
        ['#', /#$/],
        ['+#', /[+#]$/],
      ] as const) {
        const signed = words.filter((word) => sign.test(word.text));
        let bare = text;
        for (const word of [...signed].reverse()) bare = replaced(bare, word.at + word.text.length - 1, 1, '');
        const expected = signs.split('').flatMap((one) => {
          const moves = signed.filter((word) => word.text.endsWith(one));
          return moves.length >= 3 ? moves.slice(0, 1) : moves;
        });
        const place = (at: number) => at - signed.filter((word) => word.at < at).length;
        assert.deepEqual(
          faults(bare),
          expected
            .sort((a, b) => a.at - b.at)
            .map((word) => ['PGN_WRONG_CHECK_SIGN', place(word.at), word.text.slice(0, -1)]),
          bare,
        );
      }
    }
  });
});

/** A file of some of the games. */
const file = () =>
  fc
    .array(game(), { minLength: 1, maxLength: 4 })
    .map((some) => some.map(({ text }) => text))
    .map((texts) => ({ texts, whole: texts.join('\n') }));

describe('a file of real games', () => {
  it('has no faults for its line ends, byte order marks, blank lines, or names', () => {
    fc.assert(
      fc.property(file(), fc.constantFrom('\r\n', '\r', '\n'), choice, ({ texts, whole }, end, seed) => {
        const swapped = whole.replace(/\[White "(.*)"\]\n\[Black "(.*)"\]/g, '[White "$2"]\n[Black "$1"]');
        const mixed = whole.replace(/\n/g, () =>
          ((seed = (seed * 1103515245 + 12345) >>> 0) >>> 16) & 1 ? '\r\n' : end,
        );
        const forms = [
          whole.replaceAll('\n', end),
          `\uFEFF${whole}`,
          texts.map((text) => `\uFEFF${text}`).join('\n'),
          mixed,
          swapped,
          texts.join(''),
          texts.join('\n\n\n\n'),
          texts.map((text) => text.trimEnd()).join(' '),
          texts.map((text) => text.trimEnd()).join(''),
          texts.map((text) => text.replace(/\]\n\n/, ']\n')).join(''),
        ];
        for (const form of forms) assert.deepEqual(faults(form), [], form);
      }),
      { numRuns: 150 },
    );
  });

  it('that lacks the results of some games has this problem only in those', () => {
    fc.assert(
      fc.property(file(), choice, fc.constantFrom('\n', '\n\n'), ({ texts }, bits, gap) => {
        let whole = '';
        const expected: [string, number][] = [];
        texts.forEach((text, i) => {
          const isBare = ((bits >>> i) & 1) === 1;
          const start = whole.length;
          whole += isBare ? `${text.replace(/\s+\S+\s*$/, '')}${gap}` : text;
          if (isBare) expected.push(['PGN_MISSING_RESULT', start]);
        });
        const found = faults(whole);
        assert.deepEqual(
          found.map(([code, start]) => [code, whole.lastIndexOf('[Event ', start)]),
          expected,
          whole,
        );
      }),
      { numRuns: 300 },
    );
  });

  it('that is cut off anywhere has faults in its last game only, few, and one at least', () => {
    fc.assert(
      fc.property(file(), choice, ({ texts, whole }, at) => {
        const last = texts.at(-1) ?? '';
        const before = whole.length - last.length;
        const cut = whole.slice(0, before + (at % last.length));
        const found = faults(cut);
        for (const [, start] of found) assert.ok(start >= before, JSON.stringify([found, cut]));
        const rest = cut.slice(before).trim();
        const isWhole = rest === '' || rest === last.trim();
        assert.ok(isWhole ? found.length === 0 : found.length >= 1 && found.length <= 3, JSON.stringify([found, cut]));
      }),
      RUNS,
    );
  });

  it('is read from bytes of any encoding, faults at their places', () => {
    const names = ['Müller', 'Ólafsson', 'Žukauskas', 'Ponomariov’s', 'Łukasz', '王玥'];
    fc.assert(
      fc.property(game(), fc.nat(names.length - 1), choice, choice, ({ text, words, positions }, n, at, seed) => {
        const m = at % words.length;
        const move = illegalMove(positions[m], seed);
        const word = words[m];
        const wrong = replaced(text, word.at, word.text.length, move.san).replace(
          /\[White ".*"\]/,
          `[White "${names[n]}"]`,
        );
        const expected = faults(wrong);
        assert.equal(expected.length, 1);
        const utf16 = Buffer.from(wrong, 'utf16le');
        const forms: Buffer[] = [Buffer.from(wrong), utf16, Buffer.concat([Buffer.from([0xff, 0xfe]), utf16])];
        forms.push(Buffer.from(utf16).swap16());
        if (n < 4) forms.push(windows1252(wrong));
        for (const bytes of forms) {
          const decoder = new Decoder();
          const read = decoder.push(bytes) + decoder.end();
          assert.equal(decoder.foreign === undefined, bytes === forms[0]);
          assert.deepEqual(faults(read.replace(/^\uFEFF/, '')), expected);
        }
      }),
      { numRuns: 300 },
    );
  });
});

/** The letters that the names above need; the rest is Latin-1. */
function windows1252(text: string): Buffer {
  return Buffer.from(text.replaceAll('Ž', '\x8e').replaceAll('’', '\x92'), 'latin1');
}
