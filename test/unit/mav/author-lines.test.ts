import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { seeded } from '../../../src/core/base/random.ts';
import { textLines } from '../../../src/core/languages/positions.ts';
import { type GameLine, positionAt, randomBoard, randomLine } from '../../../src/core/mav/author/game-line.ts';
import { knownGame } from '../../../src/core/mav/author/prompt-position.ts';
import { makeRequest, printRequest } from '../../../src/core/mav/author/request.ts';
import type { MavGameName } from '../../../src/core/mav/game-names.ts';
import { PUBLISHED_DIALECT } from '../../../src/core/mav/syntax.ts';
import type { Language } from '../../../src/core/notation/language.ts';
import { CHESS960_STARTS, CROWDED_STARTS, randomGame } from '../pgn-moves/random-games.ts';
import { findingsOf, play, played } from './author-support.ts';

const read = (text: string, language: Language, game?: MavGameName) => [...textLines(text, language, { game })];

function lineOf(text: string, language: Language, game?: MavGameName): GameLine {
  const [only, ...more] = read(text, language, game);
  assert.ok('line' in only && more.length === 0);
  return only.line;
}

const shown = ({ game, states }: GameLine): string[] => states.map((state) => knownGame(game).automaton.print(state));

/** Each state follows from the one before by its action. */
function assertPlayed({ game, states, actions }: GameLine): void {
  const { automaton } = knownGame(game);
  assert.equal(states.length, actions.length + 1);
  actions.forEach((action, ply) => {
    const next = automaton.step(states[ply], action);
    assert.ok(typeof next !== 'symbol', `${action} is not legal`);
    assert.equal(automaton.print(next), automaton.print(states[ply + 1]));
  });
}

describe('positions of a text', () => {
  it('are those of the main lines of a PGN', () => {
    fc.assert(
      fc.property(randomGame(CROWDED_STARTS), ({ fen, sans }) => {
        const line = lineOf(`[FEN "${fen}"]\n\n${sans.join(' ')} *\n`, 'pgn');
        assert.equal(line.game, 'chess');
        assert.equal(line.actions.length, sans.length);
        assertPlayed(line);
      }),
      { numRuns: 60 },
    );
  });

  it('are those of Chess960 where the tags say so', () => {
    fc.assert(
      fc.property(randomGame(CHESS960_STARTS), ({ fen, sans }) => {
        const line = lineOf(`[Variant "Chess960"]\n[FEN "${fen}"]\n\n${sans.join(' ')} *\n`, 'pgn');
        assert.equal(line.game, 'chess960');
        assert.equal(line.actions.length, sans.length);
        assertPlayed(line);
      }),
      { numRuns: 60 },
    );
  });

  it('end before a move that cannot be played, and leave variations out', () => {
    const [cut, unknown, next] = read(
      '1. e4 (1. d4 d5) e5 2. Ke3 Nf6 *\n\n[FEN "8/8 w"]\n\n1. e4 *\n\n[Event "x"]\n\n1. d4 -- 2. d5 *\n',
      'pgn',
    );
    assert.ok('line' in cut && 'skipped' in unknown && 'line' in next);
    assert.deepEqual(cut.line.actions, ['e2e4', 'e7e5']);
    assert.deepEqual([unknown.index, next.index, next.line.actions], [1, 2, ['d2d4']]);
  });

  it('are the records of FEN and EPD files, of the game that is named or fits', () => {
    const fen = 'rk2r3/8/8/8/8/8/8/RK2R3 w EAea - 0 1';
    const castling = '4k3/8/8/8/8/8/8/4K2R w K - 3 9';
    const all = read(`# two\n${fen}\n${castling}\nnothing/here\n`, 'fen');
    assert.deepEqual(
      all.map((one) => ('line' in one ? [one.line.game, one.isRecord] : one.index)),
      [['chess960', true], ['chess', true], 2],
    ); // biome-ignore format: pairs
    assert.deepEqual(shown(lineOf(castling, 'fen')), [castling]);
    const named = lineOf(castling, 'fen', 'chess960');
    assert.equal(named.game, 'chess960');
    assert.ok(knownGame('chess960').automaton.legal(named.states[0]).includes('e1h1'), 'castling takes the rook');
    assert.equal(lineOf('4k3/8/8/8/8/8/8/4K2R w K - id "a";', 'epd').game, 'chess');
  });

  it('are those that the examples of a MAV file speak of', () => {
    const published = readFileSync('test/fixtures/mav/published-example.mav', 'utf8');
    const line = lineOf(published, 'mav');
    assert.deepEqual(line.actions, ['e5e6']);
    assertPlayed(line);
    const [bad] = read('<mav game=chess> %top_1 </mav>\n', 'mav');
    assert.ok('skipped' in bad);
  });

  it('are states of other games, one a line', () => {
    const empty = `x || ${'. '.repeat(42)}||`;
    assert.deepEqual(shown(lineOf(`# start\n${empty}\n`, 'fen', 'connect_four')), [empty]);
    assert.deepEqual(shown(lineOf('o || x . . . ||', 'fen', 'hex')), ['o || x . . . ||']);
    assert.ok('skipped' in read('x || . . ||', 'fen', 'hex')[0]);
  });
});

describe('random games', () => {
  it('are legal, the same for the same seed, and go on to their end', () => {
    fc.assert(
      fc.property(play, (one) => {
        const line = played(one);
        assertPlayed(line);
        assert.deepEqual(shown(played(one)), shown(line));
        const legal = knownGame(line.game).automaton.legal(line.states[line.actions.length]);
        assert.ok(legal.length === 0 || line.actions.length === one.most);
      }),
      { numRuns: 40 },
    );
  });

  it('of Chess960 start from all kinds of its positions, and from no other', () => {
    const starts = new Set<string>();
    for (let seed = 0; seed < 300; seed++) starts.add(shown(randomLine('chess960', seeded(seed), { most: 0 }))[0]);
    assert.ok(starts.size > 200, 'of 960');
    for (const start of starts) {
      const rank = start.slice(0, 8);
      assert.match(rank, /r.*k.*r/);
      assert.equal(rank.split('').sort().join(''), 'bbknnqrr');
      assert.equal((rank.indexOf('b') + rank.lastIndexOf('b')) % 2, 1, `${rank}: bishops of both colors`);
      assert.match(start, / w KQkq - 0 1$/);
    }
  });
});

describe('random boards', () => {
  it('are positions of chess, the same for the same seed, from nearly bare to crowded', () => {
    const counts: number[] = [];
    for (let seed = 0; seed < 300; seed++) {
      const state = randomBoard(seeded(seed));
      const fen = knownGame('chess').automaton.print(state);
      assert.equal(knownGame('chess').automaton.print(randomBoard(seeded(seed))), fen);
      counts.push(fen.split(' ')[0].replace(/[^A-Za-z]/g, '').length);
    }
    assert.ok(Math.min(...counts) < 5 && Math.max(...counts) > 20, `${Math.min(...counts)} to ${Math.max(...counts)}`);
    assert.ok(new Set(counts).size > 15);
  });
});

describe('prompts', () => {
  it('ask in the order of their commands, and nothing that is not known', () => {
    const line = lineOf('1. e4 e5 *', 'pgn');
    const prompt = (ply: number, ...names: string[]): string => {
      const commands = names.map((command) => ({ command }) as { readonly command: 'state' });
      const request = makeRequest(positionAt(line, ply), [...commands, { command: 'top', k: 3 }]);
      return request.ok ? printRequest(request.value, PUBLISHED_DIALECT) : request.error;
    };
    assert.equal(
      prompt(2, 'prev_FEN', 'prev_action', 'FEN'),
      '<mav game=chess> %prev_FEN %prev_action %FEN %top_3 </mav>\n[%prev_FEN rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1]\n[%prev_action e7e5]\n',
    );
    assert.match(prompt(0, 'prev_FEN', 'prev_action'), /the move that led to this position is unknown/);
    const both = prompt(1, 'state', 'FEN');
    assert.match(both, /^<mav game=chess> %state %FEN %top_3 <\/mav>\n\[%state b \|\| .*\]\n\[%FEN rnbqkbnr.*\]\n$/);
    assert.deepEqual(findingsOf(both), []);
  });

  it('have no FEN in games without one', () => {
    const request = makeRequest(positionAt(randomLine('hex', seeded(1)), 0), [{ command: 'FEN' }]);
    assert.ok(!request.ok);
    assert.match(request.error, /hex has no FEN/);
  });
});
