import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Chess } from 'chessops/chess';
import { parseFen } from 'chessops/fen';
import fc from 'fast-check';
import { applyEdits } from '../../../src/core/base/text/range.ts';
import { afterMove, legalMoves } from '../../../src/core/games/chess/chess.ts';
import { parseChess, printChess } from '../../../src/core/games/chess/state.ts';
import { CODES } from '../../../src/core/notation/diagnostic-codes.ts';
import type { FenProblem } from '../../../src/core/notation/fen/fields.ts';
import { type FenOptions, readFen } from '../../../src/core/notation/fen/read-fen.ts';
import { thoroughly } from '../../support/thorough.ts';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const BOARD = START.split(' ')[0];
const STARTS: readonly [string, boolean][] = [
  [START, false],
  ['nrkrbbqn/pppppppp/8/8/8/8/PPPPPPPP/NRKRBBQN w DBdb - 0 1', true],
  ['bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1', true],
  ['rkrbbnnq/pppppppp/8/8/8/8/PPPPPPPP/RKRBBNNQ w CAca - 0 1', true],
  // promotions and double checks come soon
  ['4k3/PPP3PP/8/8/8/8/ppp3pp/4K3 w - - 0 1', false],
];

const found = (fen: string, options: FenOptions = {}): readonly FenProblem[] =>
  readFen(fen, 0, fen.length, options).problems;
const marks = (fen: string): [string, string][] =>
  found(fen).map(({ code, range }) => [code, fen.slice(range.start, range.end)]);
const isAboveInfo = ({ code }: FenProblem): boolean => CODES[code].severity !== 'info';

/** Positions of a random game, each as printed. */
function randomGame([start, is960]: readonly [string, boolean], choices: readonly number[]): string[] {
  const parsed = parseChess(start, is960);
  assert.ok(parsed.ok);
  let state = parsed.value;
  const fens = [printChess(state)];
  for (const choice of choices) {
    const moves = legalMoves(state);
    if (moves.length === 0) break;
    state = afterMove(state, moves[choice % moves.length]);
    fens.push(printChess(state));
  }
  return fens;
}

const games = fc
  .tuple(fc.constantFrom(...STARTS), fc.array(fc.nat(1000), { maxLength: 120 }))
  .map(([start, choices]) => randomGame(start, choices));

describe('problems of a FEN', () => {
  it('are none in positions of legal games, also of Chess960', () => {
    fc.assert(
      fc.property(games, (fens) => {
        // a right of Chess960 may look like one that is left over, which is a hint
        const isHint = ({ code, severity }: { code: string; severity?: string }): boolean =>
          code === 'FEN_CHESS960' && severity === 'info';
        for (const fen of fens)
          assert.deepEqual(
            found(fen).filter((one) => !isHint(one)),
            [],
            fen,
          );
      }),
      { numRuns: 150 },
    );
  });

  it('make an error of what chessops refuses, and of nothing else but how it is written', () => {
    const letters = 'pnbrqkPNBRQK12345678/wb-KQkqe36 0'.split('');
    const edited = fc
      .tuple(games, fc.nat(1000), fc.array(fc.tuple(fc.nat(70), fc.constantFrom(...letters)), { maxLength: 3 }))
      .map(([fens, pick, edits]) =>
        edits.reduce((fen, [at, letter]) => fen.slice(0, at) + letter + fen.slice(at + 1), fens[pick % fens.length]),
      );
    let refused = 0;
    fc.assert(
      fc.property(edited, (fen) => {
        const { problems, end, fields } = readFen(fen);
        // chessops takes what is written twice
        if (/[A-Z].*[A-Z].*[A-Z]|[a-z].*[a-z].*[a-z]|(.).*\1/.test(fen.split(' ')[2] ?? '')) return;
        if (fields.length < 6 || end < fen.trimEnd().length || /\d{2}/.test(fen.split(' ')[0])) return;
        const isError = problems.some(({ code }) => CODES[code].severity === 'error');
        assert.equal(isError, !parseChess(fen, true).ok, `${fen}: ${problems.map((p) => p.message).join('; ')}`);
        if (isError) refused++;
        else assert.ok(Chess.fromSetup(parseFen(fen.trim()).unwrap()).isOk);
      }),
      { numRuns: 800 },
    );
    assert.ok(refused > thoroughly(200, 20), String(refused));
  });

  it('name positions that no game reaches', () => {
    const cases: [string, [string, string][]][] = [
      ['4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1', [['FEN_TOO_MANY_PAWNS', 'p']]],
      ['4k3/8/8/8/8/8/PPPPPPP1/QQQ1K3 w - - 0 1', [['FEN_PROMOTIONS', '4k3/8/8/8/8/8/PPPPPPP1/QQQ1K3']]],
      ['4k3/8/8/8/8/2B5/PPPPPPPP/2B1K3 w - - 0 1', [['FEN_PROMOTIONS', '4k3/8/8/8/8/2B5/PPPPPPPP/2B1K3']]],
      ['4k3/8/8/8/8/2B5/PPPPPPPP/3BK3 w - - 0 1', []],
      ['8/8/8/8/8/3kK3/8/8 w - - 0 1', [['FEN_OPPOSITE_CHECK', 'K']]],
      // a knight and a pawn at once, three pieces, two rooks on one line
      ['4k3/3P4/5N2/8/8/8/8/4K3 b - - 0 1', [['FEN_IMPOSSIBLE_CHECK', 'k']]],
      ['4k3/8/5N2/7B/8/8/8/4R1K1 b - - 0 1', [['FEN_IMPOSSIBLE_CHECK', 'k']]],
      ['R3k2R/8/8/8/8/8/8/4K3 b - - 0 1', [['FEN_IMPOSSIBLE_CHECK', 'k']]],
      ['4k3/8/5N2/8/8/8/8/4R1K1 b - - 0 1', []],
      // two bishops; a bishop and a pawn; two rooks that are not promoted
      ['8/8/2k5/8/B3B3/8/8/K7 b - - 0 1', [['FEN_IMPOSSIBLE_CHECK', 'k']]],
      ['8/8/2k5/3P4/B7/8/8/K7 b - - 0 1', [['FEN_IMPOSSIBLE_CHECK', 'k']]],
      ['8/8/2k2R2/8/8/8/2R5/K7 b - - 0 1', [['FEN_IMPOSSIBLE_CHECK', 'k']]],
      // the pawn on e7 took on d8 and became a rook; a pawn took and uncovered the file; a bishop left the queen's file
      ['3Rk3/8/8/8/8/8/8/K3R3 b - - 0 1', []],
      ['8/8/2k5/3P4/8/8/2R5/K7 b - - 0 1', []],
      ['4k3/8/2B5/8/8/8/8/K3Q3 b - - 0 1', []],
      // en passant cleared two squares at once, a bishop's and a rook's
      ['4R3/1B6/3P4/8/4k3/8/8/K7 b - - 0 1', []],
      // neither the pawn on e4 nor a line that it opened gives this check
      ['4k3/8/8/8/4P3/8/8/R3K2q w - - 0 1', []],
      // the square is behind a pawn that has just moved, on the side of the player who moved it
      ['4k3/8/8/8/8/8/2p5/4K3 w - c3 0 1', [['FEN_EN_PASSANT_PAWN', 'c3']]],
      ['4k3/2P5/8/8/8/8/8/4K3 b - c6 0 1', [['FEN_EN_PASSANT_PAWN', 'c6']]],
      ['k6R/8/8/8/4P3/8/8/4K3 b - e3 0 1', [['FEN_IMPOSSIBLE_CHECK', 'e3']]],
      ['4k3/8/8/8/8/8/8/4K3 w - - 151 200', [['FEN_HALFMOVES_HIGH', '151']]],
      ['4k3/8/8/8/8/8/8/4K3 w - - 150 200', []],
      ['rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 2 3', [['FEN_EN_PASSANT_CLOCK', '2']]],
    ];
    for (const [fen, expected] of cases) assert.deepEqual(marks(fen), expected, fen);
  });

  it('read castling letters of X-FEN, of Shredder and both mixed', () => {
    const board = 'r1r1k2r/ppppppp1/8/8/8/8/PPPPPPP1/R1R1K2R';
    for (const rights of ['KQkq', 'HCkq', 'HAha', 'AHah', 'KCkc', 'CKck', 'Cc', 'KQha', '-']) {
      assert.deepEqual(marks(`${board} w ${rights} - 0 1`), [], rights);
    }
    assert.deepEqual(marks(`${board} w qKQk - 0 1`), [['FEN_CASTLING_ORDER', 'qKQk']]);
    assert.deepEqual(marks(`${board} w haHA - 0 1`), [['FEN_CASTLING_ORDER', 'haHA']]);
    assert.deepEqual(marks(`${board} w KH - 0 1`), [['FEN_CASTLING_PIECES', 'H']]);
    assert.deepEqual(marks(`${board} w QC - 0 1`), [['FEN_CASTLING_PIECES', 'C']]);
    assert.deepEqual(marks(`${board} w BK - 0 1`), [['FEN_CASTLING_PIECES', 'B']]);
  });

  it('say which dash is missing', () => {
    assert.deepEqual(marks(`${BOARD} w KQkq 0 1`), [['FEN_MISSING_DASH', '0']]);
    assert.deepEqual(marks('4k3/8/8/8/8/8/8/4K3 w - 0 1'), [['FEN_MISSING_DASH', '0']]);
    assert.deepEqual(marks('4k3/8/8/8/8/8/8/4K3 w 0 1'), [['FEN_MISSING_DASH', '0']]);
    assert.deepEqual(marks('4k3/8/8/8/3pP3/8/8/4K3 b e3 0 1'), [['FEN_MISSING_DASH', 'e3']]);
  });
});

describe('repairs of a FEN', () => {
  const repaired = (fen: string): [string, boolean][] =>
    found(fen).flatMap(({ fixes = [] }) =>
      fixes.map(({ edits, safe }): [string, boolean] => [applyEdits(fen, edits), safe]),
    );

  it('write what was meant', () => {
    const bare = '4k3/8/8/8/8/8/8/4K3';
    const cases: [string, [string, boolean][]][] = [
      [`${bare} W - - 0 1`, [[`${bare} w - - 0 1`, true]]],
      [`${bare} black - - 0 1`, [[`${bare} b - - 0 1`, true]]],
      [
        `${bare} w - - O 0`,
        [
          [`${bare} w - - 0 0`, true],
          [`${bare} w - - O 1`, true],
        ],
      ],
      [
        `${bare} w - - - -`,
        [
          [`${bare} w - - 0 -`, true],
          [`${bare} w - - - 1`, true],
        ],
      ],
      [`${bare} w - e3 0 1`, [[`${bare} w - - 0 1`, true]]],
      [`${bare} w - -- 0 1`, [[`${bare} w - - 0 1`, true]]],
      [`${bare} w 0 1`, [[`${bare} w - - 0 1`, true]]],
      [`${bare} w - 0 1`, [[`${bare} w - - 0 1`, true]]],
      [`${bare} w - -`, [[`${bare} w - - 0 1`, true]]],
      [`${bare} w`, [[`${bare} w - - 0 1`, true]]],
      [bare, [[`${bare} w - - 0 1`, false]]],
      [
        `${BOARD} w`,
        [
          [`${BOARD} w KQkq - 0 1`, false],
          [`${BOARD} w - - 0 1`, false],
        ],
      ],
      [`${BOARD} w kqKQ - 0 1`, [[START, true]]],
      [`${BOARD} w KQkqK - 0 1`, [[START, true]]],
      [`${BOARD} w KQ--kq - 0 1`, [[START, true]]],
      [`${BOARD} w KQkq 0 1`, [[START, true]]],
      [`${BOARD.replaceAll('/', ' / ')} w KQkq - 0 1`, [[START, true]]],
      [START.replace('/8/8/', '/44/8/'), [[START, true]]],
      ['4k3/8/8/8/3pP3/8/8/4K3 b - e4 0 1', [['4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1', false]]],
      ['4k3/8/8/8/3pP3/8/8/4K3 b - E3 0 1', [['4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1', true]]],
      ['r3k3/8/8/8/8/8/8/4K3 w KQkq - 0 1', [1, 2, 3].map(() => ['r3k3/8/8/8/8/8/8/4K3 w q - 0 1', true])],
    ];
    for (const [fen, expected] of cases) assert.deepEqual(repaired(fen), expected, fen);
  });

  it('write no en passant square unseen only where no pawn may be captured so', () => {
    const isSafe = (fen: string): (boolean | undefined)[] => found(fen).map(({ fixes }) => fixes?.at(-1)?.safe);
    for (const rest of ['w', 'w -', 'w - 0 1', 'w 0 1']) {
      assert.deepEqual(isSafe(`4k3/8/8/3pP3/8/8/8/4K3 ${rest}`), [false], rest);
      assert.deepEqual(isSafe(`4k3/8/8/3p4/4P3/8/8/4K3 ${rest}`), [true], rest);
      assert.deepEqual(isSafe(`4k3/3p4/8/3pP3/8/8/8/4K3 ${rest}`), [true], rest);
    }
    assert.deepEqual(isSafe('4k3/8/8/8/Pp6/8/8/4K2R b K'), [false]);
    // not over the edge of the board
    assert.deepEqual(isSafe('4k3/8/8/p6P/8/8/8/4K2R w K'), [true]);
  });

  it('are not mended unseen where a field may be in the place of another one', () => {
    const safe = (fen: string): string[] =>
      found(fen).flatMap(({ fixes = [] }) => fixes.filter((fix) => fix.safe).map(({ title }) => title));
    // a space inside of a board that is not whole, a glued dash, two counters in one word
    for (const fen of [
      'r3k2r/8/8 8/8/8/8/R3K2 w KQkq - 0 1',
      'r3k2r/9/8/8/8/8/8/R3K2R w KQkq- 0 1',
      'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0k1',
      'r3k2r/8/8/8/8/8/8/R3K2R x KQkq - - 0',
    ])
      assert.deepEqual(safe(fen), [], fen);
    // the only number may be either counter, unless it is 0
    assert.deepEqual(safe('4k3/8/8/8/8/8/8/4K3 w - - 0'), ['Append 1']);
    assert.deepEqual(
      found('4k3/8/8/8/8/8/8/4K3 w - - 12').flatMap(({ fixes = [] }) => fixes.map((fix) => [fix.title, fix.safe])),
      [
        ['Append 1', false],
        ['Insert 0 before 12', false],
      ],
    );
    // digits are one number where the rank is whole
    assert.deepEqual(safe('4k3/8/8/8/8/8/8/4K21 w - - 0 1'), ['Write 3']);
    assert.deepEqual(safe('4k3/8/8/8/8/4K3/8/43 w - - 0 1'), []);
  });

  it('do not judge the counters after checks of Three-check', () => {
    for (const rest of ['3+3 0 1', '+1+0 0 1', '1+0 12 0'])
      assert.deepEqual(marks(`4k3/8/8/8/8/8/8/4K3 w - - ${rest}`), [['FEN_BAD_COUNTER', rest.split(' ')[0]]]);
  });

  it('name rights that no game of Chess960 has: of a king in a corner, of rooks that did not begin alike', () => {
    for (const rights of ['Ff', 'Qq', 'Qf'])
      assert.deepEqual(
        marks(`1n3r1k/8/8/8/8/8/8/1N3R1K b ${rights} - 0 1`),
        Array.from(rights, (letter) => ['FEN_CASTLING_PIECES', letter]),
      );
    const unequal = '1rk3r1/8/8/8/8/8/8/R1K3R1 w KQkq - 0 1';
    assert.deepEqual(
      found(unequal).map(({ code, severity, range }) => [code, severity, unequal.slice(range.start, range.end)]),
      [['FEN_CHESS960', 'info', 'q']],
    );
    assert.deepEqual(found(unequal, { variant: 'chess960' }), []);
    // files of rooks say what they mean: so begin games of two drawn positions
    assert.deepEqual(found(unequal.replace('KQkq', 'GAgb')), []);
  });

  it('drop a castling letter that is there twice unseen only where its side cannot have the other right', () => {
    const dropped = (board: string, rights: string): unknown[] => {
      const fen = `${board} w ${rights} - 0 1`;
      return found(fen).flatMap(({ fixes = [] }) =>
        fixes.map(({ edits, safe }) => [applyEdits(fen, edits).split(' ')[2], safe]),
      );
    };
    const both = 'r3k2r/8/8/8/8/8/8/R3K2R';
    assert.deepEqual(dropped(both, 'KKkq'), [['Kkq', false]]);
    assert.deepEqual(dropped(both, 'Kqq'), [['Kq', false]]);
    assert.deepEqual(dropped(both, 'HHha'), [['Hha', false]]);
    assert.deepEqual(dropped(both, 'KKQk'), [['KQk', true]]);
    assert.deepEqual(dropped('r3k2r/8/8/8/8/8/8/4K2R', 'KKkq'), [['Kkq', true]]);
    // a letter of the wrong side
    assert.deepEqual(dropped(both, 'KQkQ'), [['KQk', false]]);
    assert.deepEqual(dropped(both, 'KQKQ'), [['KQ', false]]);
    // a dash is in the place of a side without rights, or at the end
    for (const rights of ['K-q', 'KQ--', '-kq', 'Kq-'])
      assert.deepEqual(dropped(both, rights)[0], [rights.replaceAll('-', ''), true]);
    assert.deepEqual(dropped(both, '-KQ'), [['KQ', false]]);
  });

  it('that are safe leave nothing to repair of their kind', () => {
    const letters = 'pnbrqkPNBRQK12345678wb-KQkqe36 0O'.split('');
    fc.assert(
      fc.property(
        games,
        fc.array(fc.tuple(fc.nat(70), fc.constantFrom(...letters)), { maxLength: 3 }),
        (fens, edits) => {
          let fen = fens.at(-1) ?? '';
          for (const [at, letter] of edits) fen = fen.slice(0, at) + letter + fen.slice(at + 1);
          for (const { code, fixes = [], range } of found(fen)) {
            for (const { edits: repair, safe } of fixes) {
              if (!safe) continue;
              const mended = applyEdits(fen, repair);
              assert.notEqual(mended, fen);
              const again = found(mended).filter((p) => p.code === code && p.range.start === range.start);
              assert.deepEqual(again, [], `${fen} -> ${mended}`);
            }
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('are announced in the table of codes', () => {
    for (const fen of [`${BOARD} W qKkQ E4 O 0`, 'r3k3/8/8/44/8/8/8/4K3 w KQkq e3 0 1', `${BOARD} w 0`, BOARD]) {
      for (const { code, fixes } of found(fen)) assert.ok(fixes === undefined || CODES[code].fixable, code);
      assert.ok(found(fen).some(isAboveInfo));
    }
  });
});

describe('one mistake in a FEN', () => {
  it('is a number of empty squares that there is not, and not the width of its rank', () => {
    assert.deepEqual(marks(START.replace('/8/', '/9/')), [['FEN_UNKNOWN_PIECE', '9']]);
    assert.deepEqual(marks(START.replace('/8/', '/08/')), [['FEN_UNKNOWN_PIECE', '0']]);
    // what is no piece may be no square either
    assert.deepEqual(marks(START.replace('/8/', '/1x7/')), [['FEN_UNKNOWN_PIECE', 'x']]);
    assert.deepEqual(marks(START.replace('/8/', '/1x5/')), [
      ['FEN_RANK_WIDTH', '1x5'],
      ['FEN_UNKNOWN_PIECE', 'x'],
    ]);
  });

  it('is an invalid halfmove clock before the move number', () => {
    assert.deepEqual(marks(`${BOARD} w KQkq - x 1`), [['FEN_BAD_COUNTER', 'x']]);
    assert.equal(found(`${BOARD} w KQkq - and 1 more`)[0].code, 'FEN_MISSING_FIELDS');
  });

  it('is the right of a rook that has left, where no Chess960 game has such rights', () => {
    const castling = (board: string, rights: string): [string, string][] => marks(`${board} w ${rights} - 0 1`);
    assert.deepEqual(castling('r3k2r/8/8/8/8/8/8/R3K1R1', 'KQkq'), [['FEN_CASTLING_PIECES', 'K']]);
    assert.deepEqual(castling('1r2k2r/8/8/8/8/8/8/R3K2R', 'KQkq'), [['FEN_CASTLING_PIECES', 'q']]);
    // of one side alone it may be Chess960, which is said; where the rooks mirror each other it is
    assert.deepEqual(castling('r3k2r/8/8/8/8/8/8/R3K1R1', 'KQq'), [['FEN_CHESS960', 'K']]);
    assert.deepEqual(castling('1r2k1r1/8/8/8/8/8/8/1R2K1R1', 'KQkq'), []);
    assert.deepEqual(castling('1r3kr1/8/8/8/8/8/8/1R3KR1', 'KQkq'), []);
  });

  it('is a hint where rights of KQkq may be left over, with the king where castling leaves it', () => {
    const hints = (board: string, rights: string, options: FenOptions = {}): string[] =>
      found(`${board} w ${rights} - 0 1`, options).map(
        ({ code, severity, message }) => `${severity} ${code} ${message}`,
      );
    const hint = (letter: string, king: string) =>
      `info FEN_CHESS960 Chess960 rights, or stale: the king of the right ${letter} is on ${king}, and no variant is declared: the position is read as Chess960`;
    assert.deepEqual(hints('r3k2r/8/8/8/8/8/8/R5K1', 'Q'), [hint('Q', 'g1')]);
    assert.deepEqual(hints('r3k2r/8/8/8/8/8/8/R5KR', 'KQkq'), [hint('K', 'g1')]);
    assert.deepEqual(hints('2k4r/8/8/8/8/8/8/4K3', 'k'), [hint('k', 'c8')]);
    // Chess960 by both sides, by its own letters, or declared
    assert.deepEqual(hints('r5kr/8/8/8/8/8/8/R5KR', 'KQkq'), []);
    assert.deepEqual(hints('8/4k3/8/8/8/8/8/R5K1', 'A'), []);
    assert.deepEqual(hints('r3k2r/8/8/8/8/8/8/R5K1', 'Q', { variant: 'chess960' }), []);
  });

  it('is not dropped by a safe fix where Chess960 has the right', () => {
    const safe = (fen: string, options: FenOptions = {}): string[] =>
      found(fen, options).flatMap(({ fixes = [] }) =>
        fixes.map(({ edits, safe }) => `${safe ? 'safe' : 'asked'} ${applyEdits(fen, edits).split(' ')[2]}`),
      );
    const one = 'r3k2r/pppppppp/8/8/8/8/PPPPPPPP/1R2K2R';
    assert.deepEqual(safe(`${one} w KQkq - 0 1`), []);
    assert.deepEqual(safe(`${one} w KQkqH - 0 1`), []);
    assert.deepEqual(safe('r3k3/8/8/8/8/8/8/1R2K3 w KQkq - 0 1'), ['safe Qq', 'safe Qq']);
    const both = 'r1k1r3/pppppppp/8/8/8/8/PPPPPPPP/R1K1R3';
    assert.deepEqual(safe(`${both} w KQkq - 0 1`, { variant: 'chess' }), ['asked -']);
    assert.deepEqual(safe('r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1', { variant: 'chess' }), []);
    // what is missing is not filled in with fewer rights than the board allows
    for (const options of [{ variant: 'chess960' }, {}] as const) {
      assert.deepEqual(safe(`${both} w`, options), ['asked KQkq', 'asked -']);
      assert.deepEqual(safe(`${both} w - 0 1`, options), ['asked -']);
    }
    assert.deepEqual(safe(`${both} w`, { variant: 'chess' }), ['safe -']);
    assert.deepEqual(safe('r4rk1/8/8/8/8/8/8/R4RK1 w'), ['safe -']);
  });
});
