import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cursorPosition } from '../../../src/core/languages/positions.ts';
import {
  findCommandsFault,
  fitCommands,
  formatCommands,
  formCommands,
  readCommands,
} from '../../../src/core/mav/author/header-commands.ts';
import { knownGame, type PromptPosition } from '../../../src/core/mav/author/prompt-position.ts';
import type { Language } from '../../../src/core/notation/language.ts';

const shown = (position: PromptPosition | undefined): string | undefined => {
  if (position === undefined) return undefined;
  const { automaton } = knownGame(position.game);
  const before = position.before;
  const from = before === undefined ? '' : ` after ${before.action} in ${automaton.print(before.state)}`;
  return `${position.game} ${automaton.print(position.state)}${from}`;
};
const at = (text: string, language: Language, mark: string): string | undefined => {
  const found = cursorPosition(text, language, text.indexOf(mark));
  return found.ok ? shown(found.value.position) : found.error;
};

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const E4 = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';

describe('the position under the cursor', () => {
  it('of a PGN is the one after the move there, in its variation, with the move and what was before it', () => {
    const pgn = '[Event "a"]\n\n1. e4 (1. d4 d5 {here}) e5 *\n\n[Event "b"]\n\n1. c4 c5 *\n';
    assert.equal(at(pgn, 'pgn', 'Event "a'), `chess ${START}`);
    assert.equal(at(pgn, 'pgn', 'e4'), `chess ${E4} after e2e4 in ${START}`);
    assert.match(at(pgn, 'pgn', 'here') ?? '', /^chess rnbqkbnr\/ppp1pppp\/8\/3p4\/3P4\/\S+ w .* after d7d5 in /);
    assert.match(at(pgn, 'pgn', 'c5') ?? '', /after c7c5 in /);
  });

  it('of Chess960 has castling in its own spelling', () => {
    const fen = '4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1';
    const pgn = `[Variant "Chess960"]\n[SetUp "1"]\n[FEN "${fen}"]\n\n1. O-O *\n`;
    assert.match(at(pgn, 'pgn', 'O-O') ?? '', /^chess960 4k3\/8\/8\/8\/8\/8\/8\/1R3RK1 .* after e1g1 in /);
  });

  it('is not guessed behind a move that cannot be played, and a null move is no action', () => {
    assert.match(at('1. e4 Ke5 2. d4 *', 'pgn', 'd4') ?? '', /an earlier one is illegal/);
    const passed = at('1. e4 -- 2. d4 *', 'pgn', '-- ') ?? '';
    assert.match(passed, /^chess /);
    assert.ok(!passed.includes(' after '));
    assert.match(at('[Variant "Atomic"]\n\n1. e4 *', 'pgn', 'e4') ?? '', /is unknown/);
    assert.match(at('', 'pgn', '') ?? '', /no game/);
  });

  it('of FEN and EPD is that of the record above', () => {
    const fen = `# x\n${START}\r\n# pfen m ${E4}\r\n\r\n${E4}\n8/8 w\n`;
    assert.equal(at(fen, 'fen', START), `chess ${START}`);
    assert.equal(at(fen, 'fen', '# pfen'), `chess ${START}`);
    assert.equal(at(fen, 'fen', `\n${E4}`), `chess ${START}`);
    assert.match(at(fen, 'fen', '8/8 w') ?? '', /^not a position/);
    assert.match(at(fen, 'fen', '# x') ?? '', /no position here/);
    assert.match(at('4k3/8/8/8/8/8/8/4K3 w - - bm Ke2;\n', 'epd', 'bm') ?? '', /^chess 4k3/);
  });

  it('of MAV is the true one by rule, and there is the one after the best action', () => {
    const mav = `<mav game=chess> %prev_FEN %prev_action %FEN %top_1 %best_action </mav>\n[%prev_FEN ${START}]\n[%prev_action e2e4]\n[%FEN 8/8/8/8/8/8/8/8 w - - 0 1]\n[%top_1 e7e5:<ctrl30>]\n[%best_action e7e5]\n`;
    assert.equal(at(mav, 'mav', 'top_1 e7'), `chess ${E4} after e2e4 in ${START}`);
    const found = cursorPosition(mav, 'mav', 0);
    assert.ok(found.ok);
    assert.match(shown(found.value.afterBest) ?? '', /^chess rnbqkbnr\/pppp1ppp\/8\/4p3\/\S+ w .* after e7e5 in /);
    const illegal = cursorPosition(mav.replace('[%best_action e7e5]', '[%best_action e2e4]'), 'mav', 0);
    assert.ok(illegal.ok && illegal.value.afterBest === undefined);
  });
});

const position = (game: PromptPosition['game'], text: string, isTracked: boolean): PromptPosition => {
  const parsed = knownGame(game).automaton.parse(text);
  assert.ok(parsed.ok);
  return { game, state: parsed.value, ...(isTracked ? { before: { state: parsed.value, action: 'x' } } : {}) };
};
const TRACKED = position('chess', START, true);
const BARE = position('chess', START, false);
const FOUR = position('connect_four', `x || ${Array(42).fill('.').join(' ')} ||`, false);

describe('the commands of a prompt', () => {
  const form = { isTracked: true, forms: ['FEN', 'state'], k: 5, best: true, final: true } as const;

  it('stand in the order of the published example', () => {
    const text = formatCommands(formCommands({ ...form, final: false }));
    assert.equal(text, '%prev_FEN %prev_action %FEN %state %top_5 %best_action');
    assert.equal(
      formatCommands(formCommands({ isTracked: false, forms: ['state'], k: 'all', best: false, final: true })),
      '%state %top_all',
    );
  });

  it('fit every position they are asked for', () => {
    const all = formCommands(form);
    const fitted = (position: PromptPosition) => formatCommands(fitCommands(all, position));
    assert.equal(fitted(TRACKED), '%prev_FEN %prev_action %FEN %state %top_5 %best_action %FEN %state');
    assert.equal(fitted(BARE), '%FEN %state %top_5 %best_action %FEN %state');
    assert.equal(fitted(FOUR), '%state %top_5 %best_action %state');
    const short = readCommands('%prev_FEN %prev_action %top_1 %top_2', 'chess');
    assert.ok(short.ok);
    assert.equal(formatCommands(fitCommands(short.value, BARE)), '%FEN %top_1 %top_2');
    assert.equal(formatCommands(fitCommands(short.value, FOUR)), '%state %top_1 %top_2');
    for (const one of [TRACKED, BARE, FOUR])
      assert.equal(findCommandsFault(formatCommands(fitCommands(all, one)), one), undefined);
  });

  it('are refused with a reason', () => {
    assert.match(findCommandsFault('%prev_FEN %prev_action %top_1', BARE) ?? '', /is unknown/);
    assert.match(findCommandsFault('%top_1', BARE) ?? '', /gives no state/);
    assert.match(findCommandsFault('%FEN %nothing', BARE) ?? '', /not a command/);
    assert.equal(findCommandsFault('%FEN %top_3', BARE), undefined);
  });
});
