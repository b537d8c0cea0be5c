import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Position } from 'chessops/chess';
import { makeFen, parseFen } from 'chessops/fen';
import { makeSanAndPlay } from 'chessops/san';
import type { Move, Role } from 'chessops/types';
import { defaultPosition, setupPosition } from 'chessops/variant';
import fc from 'fast-check';
import { VARIANT_TITLES, type VariantRules, variantNamed } from '../../../src/core/games/variants.ts';
import { checkText } from '../../../src/core/languages/check.ts';

const RULES = Object.keys(VARIANT_TITLES) as VariantRules[];
const isAboveInfo = ({ severity }: { severity: string }): boolean => severity === 'error' || severity === 'warning';

function movesOf(position: Position): Move[] {
  const moves: Move[] = [];
  const context = position.ctx();
  for (const [from, dests] of position.allDests(context)) {
    for (const to of dests) {
      const promotes = position.board.pawn.has(from) && (to < 8 || to >= 56);
      const roles: (Role | undefined)[] = !promotes
        ? [undefined]
        : position.rules === 'antichess'
          ? ['queen', 'rook', 'bishop', 'knight', 'king']
          : ['queen', 'knight'];
      for (const promotion of roles) moves.push(promotion === undefined ? { from, to } : { from, to, promotion });
    }
  }
  if (position.pockets !== undefined) {
    for (const role of ['pawn', 'knight', 'bishop', 'rook', 'queen'] as const) {
      for (const to of position.dropDests(context)) {
        if (position.isLegal({ role, to }, context)) moves.push({ role, to });
      }
    }
  }
  return moves;
}

/** SAN of a random game from a position, which is played on. */
function randomGame(position: Position, choices: readonly number[]): string[] {
  const sans: string[] = [];
  for (const choice of choices) {
    const moves = movesOf(position);
    if (moves.length === 0) break;
    sans.push(makeSanAndPlay(position, moves[choice % moves.length]));
  }
  return sans;
}

function pgnOf(rules: VariantRules, sans: readonly string[], fen?: string): string {
  const black = fen?.split(' ')[1] === 'b' ? 1 : 0;
  const number = Number(fen === undefined ? 1 : (/(\d+)(?: \+\d\+\d)?$/.exec(fen)?.[1] ?? 1));
  const moves = sans.map((san, i) => {
    const ply = i + black;
    return ply % 2 === 0 ? `${number + ply / 2}. ${san}` : i === 0 ? `${number}... ${san}` : san;
  });
  const tags = [
    ['Event', 'Casual game'],
    ['Site', '?'],
    ['Date', '2026.01.01'],
    ['Round', '-'],
    ['White', 'A'],
    ['Black', 'B'],
    ['Result', '*'],
    ['Variant', VARIANT_TITLES[rules]],
    ...(fen === undefined
      ? []
      : [
          ['FEN', fen],
          ['SetUp', '1'],
        ]),
  ];
  return `${tags.map(([name, value]) => `[${name} "${value}"]`).join('\n')}\n\n${[...moves, '*'].join(' ')}\n`;
}

const choices = fc.array(fc.nat(10_000), { maxLength: 70 });

describe('games of variants', () => {
  it('are clean when they follow the rules, from the start and from a FEN', () => {
    fc.assert(
      fc.property(fc.constantFrom(...RULES), choices, choices, (rules, first, second) => {
        const position = defaultPosition(rules);
        const text = pgnOf(rules, randomGame(position, first));
        assert.deepEqual(checkText(text, 'pgn').filter(isAboveInfo), [], text);
        const fen = makeFen(position.toSetup());
        const set = setupPosition(rules, parseFen(fen).unwrap());
        if (set.isErr) return;
        const later = pgnOf(rules, randomGame(set.value, second), fen);
        assert.deepEqual(checkText(later, 'pgn').filter(isAboveInfo), [], later);
      }),
      { numRuns: 150 },
    );
  });

  it('have an illegal move found at its place, once in its line', () => {
    fc.assert(
      fc.property(fc.constantFrom(...RULES), choices, (rules, plan) => {
        const sans = randomGame(defaultPosition(rules), plan);
        if (sans.length < 4) return;
        const at = sans.length >> 1;
        // no king stands two files from its goal, and in Horde White has none
        const text = pgnOf(
          rules,
          sans.map((san, i) => (i === at ? 'Ka1xh8' : san)),
        );
        const found = checkText(text, 'pgn').filter(isAboveInfo);
        assert.deepEqual(
          found.map(({ code, range, ply }) => [code, text.slice(range.start, range.end), ply]),
          [['PGN_ILLEGAL_MOVE', 'Ka1xh8', at + 1]],
        );
      }),
      { numRuns: 60 },
    );
  });

  it('say which rule a move breaks', () => {
    const message = (rules: VariantRules, fen: string, san: string): string =>
      checkText(pgnOf(rules, [san], fen), 'pgn').find(({ code }) => code.startsWith('PGN_'))?.message ?? '';
    const cases: [VariantRules, string, string, RegExp][] = [
      ['antichess', '8/8/8/3p4/4P3/8/8/R7 w - - 0 1', 'Ra2', /White can capture, and in Antichess must/],
      ['atomic', '4k3/8/8/8/8/8/4r3/4K2R w - - 0 1', 'Kxe2', /no king of White can go to e2|own king would explode/],
      ['racingkings', '8/8/8/8/8/k7/7R/6K1 w - - 0 1', 'Rh3', /would give check, which Racing Kings forbids/],
      ['crazyhouse', '4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1', 'N@e4', /White has no knight in hand/],
      ['crazyhouse', '4k3/8/8/8/8/8/8/4K3[P] w - - 0 1', '@e1', /e1 is occupied/],
      ['kingofthehill', '4k3/8/8/4K3/8/8/8/8 b - - 0 1', 'Kd7', /over by the rules of King of the Hill/],
      ['3check', '4k3/8/8/8/8/8/8/4K2R b - - 1+0 0 1', 'Kd7', /over by the rules of Three-check/],
      ['horde', '4k3/8/8/8/8/8/8/PPPPPPPP w - - 0 1', 'Nf3', /White has no such knight/],
      ['atomic', '4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1', 'Nd2', /ambiguous between the knights on b1 and f1/],
    ];
    for (const [rules, fen, san, expected] of cases) {
      assert.match(message(rules, fen, san), expected, `${rules} ${san}`);
    }
  });

  it('mark a FEN tag that names no position', () => {
    const text = pgnOf('crazyhouse', ['Nf3'], '8/8/8/8/8/8/8/8 w - - 0 1');
    assert.deepEqual(
      checkText(text, 'pgn').map(({ code, range }) => [code, text.slice(range.start, range.end)]),
      [['PGN_BAD_FEN', '8/8/8/8/8/8/8/8 w - - 0 1']],
    );
  });

  it('check variations too, and take null moves and other notations', () => {
    const moves = '1. e4 (1. d2d4 d5 (1... Nf6 2. Ke4) 2. --) 1... e5 2. Nf3+ *';
    const text = pgnOf('atomic', []).replace('\n\n*', `\n\n${moves}`);
    assert.deepEqual(
      checkText(text, 'pgn')
        .filter(isAboveInfo)
        .map(({ range }) => text.slice(range.start, range.end)),
      ['Ke4'],
    );
  });

  it('are known by all their names, and others are reported as not checked', () => {
    for (const [name, rules] of [
      ['Crazyhouse', 'crazyhouse'],
      ['crazyhouse960', 'crazyhouse'],
      ['King of the Hill', 'kingofthehill'],
      ['KingOfTheHill', 'kingofthehill'],
      ['Three-check', '3check'],
      ['3-Check', '3check'],
      ['Racing Kings', 'racingkings'],
      ['Anti Chess', 'antichess'],
      ['ATOMIC', 'atomic'],
      ['Horde Chess', 'horde'],
      ['xiangqi', undefined],
      ['suicide', undefined],
      ['bughouse', undefined],
    ] as const) {
      assert.equal(variantNamed(name), rules, name);
    }
    const text = pgnOf('atomic', ['e9', 'Kxa1']).replace('Atomic', 'Xiangqi').replace(' e9', ' e5');
    assert.deepEqual(
      checkText(text, 'pgn').map(({ code }) => code),
      ['PGN_UNKNOWN_VARIANT'],
    );
  });
});
