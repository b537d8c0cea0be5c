import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import {
  applyChanges,
  checkText,
  formatText,
  readGames,
  readMavText,
  readPositions,
} from '../../../src/api/notation.ts';

const PGN = '[White "Ann"]\n[Result "*"]\n\n1. e4 (1. d4 d5) 1... e5 2. Ke3 Nf6 *\n';

describe('statelens/notation', () => {
  it('reads games with variations, ranges and the reason why a move cannot be played', () => {
    const [game, ...others] = readGames(PGN);
    assert.ok(game !== undefined && others.length === 0);
    for (const { written, start, end } of game.moves) assert.equal(PGN.slice(start, end), written);
    const shown = game.moves.map(({ san, ply, previous, isMainLine }) => [san, ply, previous, isMainLine]);
    assert.deepEqual(shown, [
      ['e4', 1, -1, true],
      ['d4', 1, -1, false],
      ['d5', 2, 1, false],
      ['e5', 2, 0, true],
      [null, 3, 3, true],
      [null, 4, 4, true],
    ]);
    assert.match(game.moves[2]?.fen ?? '', /^rnbqkbnr\/ppp1pppp\/8\/3p4\/3P4\/8\/PPP1PPPP\/RNBQKBNR w /);
    const reasons = game.moves.map(({ illegal }) => illegal !== null);
    assert.deepEqual(reasons, [false, false, false, false, true, false]);
    assert.deepEqual([game.tags[0]?.name, game.tags[0]?.value, game.result], ['White', 'Ann', '*']);
    assert.equal(PGN.slice(game.tags[0]?.start, game.tags[0]?.end), 'Ann');
    assert.equal(readGames('[FEN "x"]\n\n1. e4 *')[0]?.startFen, null);
  });

  it('finds what is wrong, with lines, columns and repairs that can be applied', () => {
    const text = '[Event "?"]\n[Result "1-0"]\n\n1. e4 e5 2. NF3 1-0\n';
    const [found] = checkText(text).filter(({ message }) => message.includes('NF3'));
    assert.deepEqual([found?.line, found?.column, found?.game, found?.ply], [4, 14, 1, 3]);
    assert.equal(text.slice(found?.start, found?.end), 'F');
    assert.match(applyChanges(text, found?.fixes[0]?.changes ?? []), /2\. Nf3 1-0/);
    assert.deepEqual(checkText(fs.readFileSync('samples/states.fen', 'utf8'), { fileName: 'states.fen' }), []);
  });

  it('refuses changes that are not sorted and apart, and formats without a language', () => {
    const change = (start: number, end: number) => ({ start, end, text: 'x' });
    assert.throws(() => applyChanges('abc', [change(1, 2), change(0, 1)]), { code: 'bad-option' });
    assert.throws(() => applyChanges('abc', [change(2, 4)]), { code: 'bad-option' });
    assert.equal(applyChanges('abc', [change(0, 1), change(1, 3)]), 'xx');
    assert.throws(() => checkText('hello'), { code: 'bad-option' });
    assert.throws(() => formatText('(define (domain d))', { language: 'pddl' }), { code: 'bad-option' });
    assert.equal(formatText('1.e4   e5 *', { language: 'pgn' }).trim(), '1. e4 e5 *');
  });

  it('reads positions of FEN and EPD files', () => {
    const text = '# a comment\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n8/8/8/8/8/8/8/8 w - - 0 1\n';
    const [start, empty] = readPositions(text);
    assert.deepEqual([start?.valid, start?.variant, start?.reason], [true, 'chess', null]);
    assert.deepEqual([empty?.valid, empty?.variant, typeof empty?.reason], [false, null, 'string']);
    assert.equal(text.slice(empty?.start, empty?.end), empty?.text);
    assert.equal(readPositions('8/8/8/8/8/4k3/8/4K3 w - - bm Kd1;', { epd: true })[0]?.valid, true);
  });

  it('reads examples and traces of MAV', () => {
    const text = fs.readFileSync('samples/examples.mav', 'utf8');
    const examples = readMavText(text).filter((item) => item.kind === 'example');
    assert.ok(examples.length > 2);
    const [first] = examples;
    assert.ok(first !== undefined && first.game !== null && first.commands.length > 0);
    for (const { start, end } of first.lines) assert.match(text.slice(start, end), /^\[%/);
    const listed = examples.flatMap(({ lines }) => lines).find(({ actions }) => actions.length > 0);
    assert.ok(listed?.actions.every(({ action, bucket }) => action !== '' && (bucket === null || bucket >= 0)));
    const traces = readMavText(fs.readFileSync('samples/traces.mav', 'utf8')).filter((item) => item.kind === 'trace');
    assert.ok(traces.length > 0 && traces.every(({ steps }) => steps.length > 0));
  });
});
