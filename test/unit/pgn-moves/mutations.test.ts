import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { applyEdits } from '../../../src/core/base/text/range.ts';
import { checkText } from '../../../src/core/languages/check.ts';
import { games } from '../../support/pgn2fen.ts';
import { thoroughly } from '../../support/thorough.ts';
import { CROWDED_STARTS, pgnOf, randomGame } from './random-games.ts';

/** One slip in a word of movetext: what it becomes, and the part of it that is marked. */
interface Slip {
  readonly to: string;
  readonly marked: string;
  readonly code: string;
  /**
   * False where it could also come from another mistake, which a safe repair would hide: a wrong square before it, a
   * missing pair of moves. `open`: that depends on what follows.
   */
  readonly safe: boolean | 'open';
}

const slip = (code: string, to: string, marked = to, safe: Slip['safe'] = true): Slip => ({
  code,
  to,
  marked,
  safe,
});

/** Slips that a word, a move or a number in export format, allows. */
function slips(word: string): Slip[] {
  const found: Slip[] = [];
  const number = /^(\d+)\.$/.exec(word);
  if (number !== null) {
    const next = `${Number(number[1]) + 1}.`;
    const wrong = (to: string) => slip('PGN_WRONG_MOVE_NUMBER', to, to, 'open');
    return [wrong(next), wrong(`${number[1]}...`)];
  }
  const [body] = /^[^+#]*/.exec(word) ?? [''];
  const sign = word.slice(body.length);
  const check = 'PGN_WRONG_CHECK_SIGN';
  if (sign === '') {
    for (const claim of ['+', '#', '†']) found.push(slip(check, word + claim, claim, false));
  } else {
    const other = sign === '+' ? '#' : '+';
    found.push(slip(check, body, body, false), slip(check, body + other, other, false));
    found.push(slip(check, `${body}ch`, 'ch', sign === '+'), slip(check, `${body}++`, '++'));
  }
  if (body.startsWith('O')) {
    found.push(slip('PGN_CASTLING_FORM', body.replaceAll('O', '0') + sign, body.replaceAll('O', '0')));
    return found;
  }
  const takes = 'PGN_WRONG_CAPTURE_SIGN';
  if (body.includes('x')) {
    const without = body.replace('x', '') + sign;
    found.push(slip(takes, without, without, false), slip(takes, body.replace('x', ':') + sign, ':'));
  } else found.push(slip(takes, body.replace(/(?=[a-h]\d(?:=.)?$)/, 'x') + sign, 'x', false));
  if (/^[NRQK]/.test(body)) {
    const [letter] = body;
    const german = { N: 'S', R: 'T', Q: 'D', K: '♔' }[letter as 'N'];
    for (const other of [letter.toLowerCase(), german]) {
      found.push(slip('PGN_PIECE_LETTER', word.replace(letter, other), other, !/[STD]/.test(other)));
    }
  } else if (!body.startsWith('B')) found.push(slip('PGN_PIECE_LETTER', `P${word}`, 'P'));
  if (body.includes('=')) {
    const piece = body.slice(-1);
    found.push(slip('PGN_PROMOTION_FORM', body.replace('=', '') + sign, piece));
    found.push(slip('PGN_PROMOTION_FORM', body.slice(0, -1) + piece.toLowerCase() + sign, piece.toLowerCase()));
  }
  return found;
}

/** Makes one slip in a clean text; the slip must be found at its place, alone, and its repair must undo it. */
function mutate(text: string, at: number, choice: number): string | undefined {
  const words = [...text.matchAll(/(?<=\s)(?:\d+\.(?=\s)|[a-hKQRBNO][^\s.\]"]*[\d=QRBNO+#](?=\s))/g)].filter(
    ({ index }) => index > text.lastIndexOf(']'),
  );
  const word = words[at % words.length];
  const all = slips(word[0]);
  // a game from a FEN may begin to count where it likes
  const isFree = word === words[0] && text.includes('[FEN');
  const { to, marked, code, safe } = isFree ? all[all.length - 1] : all[choice % all.length];
  const mutated = text.slice(0, word.index) + to + text.slice(word.index + word[0].length);
  const list = checkText(mutated, 'pgn').filter(({ severity }) => severity !== 'info');
  const shown = `${word[0]} as ${to} in ${text}`;
  assert.deepEqual(
    list.map((d) => [d.code, d.severity, mutated.slice(d.range.start, d.range.end), d.range.start]),
    [[code, 'warning', marked, word.index + to.lastIndexOf(marked)]],
    shown,
  );
  const [fix] = list[0].fixes ?? [];
  if (safe !== 'open') assert.equal(fix.safe, safe, shown);
  assert.equal(applyEdits(mutated, fix.edits), text, shown);
  return code;
}

describe('one mistake in a clean game', () => {
  const numbers = fc.tuple(fc.nat(1 << 20), fc.nat(1 << 20));

  it('is found at its place, alone, and repaired, in random games', () => {
    const seen = new Set<string | undefined>();
    fc.assert(
      fc.property(randomGame(CROWDED_STARTS), numbers, (game, [at, choice]) => {
        seen.add(mutate(pgnOf(game), at, choice));
      }),
      { numRuns: 800 },
    );
    assert.ok(seen.size >= thoroughly(6, 3), [...seen].join());
  });

  it('is found at its place, alone, and repaired, in real games', () => {
    const lichess = readFileSync('test/fixtures/lichess-2025-05-excerpt.pgn', 'utf8');
    const real = [lichess, games('world-cup')]
      .flatMap((text) => text.split(/\n\n(?=\[Event )/).slice(-100))
      .map((game) => game.replace(/ ?\{[^}]*\}/g, '').replace(/ \d+\.\.\./g, ''))
      .filter((game) => /\n1\. /.test(game) && / (?:1-0|0-1|1\/2-1\/2|\*)\s*$/.test(game));
    assert.ok(real.length > 50);
    fc.assert(
      fc.property(fc.constantFrom(...real), numbers, (game, [at, choice]) => {
        mutate(`${game}\n`, at, choice);
      }),
      { numRuns: 800 },
    );
  });
});
