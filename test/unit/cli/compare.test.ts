import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cli } from '../../support/run-cli.ts';

const TRUE = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
const PREDICTED = 'rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR b KQkq - 0 1';

const compare = (...args: string[]) => cli(['compare', ...args]);

describe('statelens compare', () => {
  it('prints the documented JSON object', async () => {
    const { status, stdout } = await compare(TRUE, PREDICTED, '-m', '2', '--method', 'exact', '--json');
    assert.equal(status, 0);
    const { p, r, setBased, conditional, errors, ...rest } = JSON.parse(stdout);
    assert.equal(p.length, 2);
    assert.equal(p[0], 1);
    assert.ok(p[1] > 0.9 && p[1] < 1);
    assert.ok(r[1] > 0.9 && r[1] < 1);
    assert.ok(setBased.p > 0.9 && setBased.p < 1);
    assert.deepEqual(conditional.boardOnly.p, p);
    assert.deepEqual(errors, [{ kind: 'misplaced', square: 'e3', predicted: 'P', to: 'e4' }]);
    const { schema, method, samples, seed, standardError, editDistance, placementDistance } = rest;
    assert.deepEqual(
      { schema, method, samples, seed, standardError },
      { schema: 1, method: 'exact', samples: null, seed: null, standardError: null },
    );
    assert.deepEqual({ editDistance, placementDistance }, { editDistance: 4, placementDistance: 4 });
    const { exactMatch, boardAccuracy, valid, reason, kernel } = rest;
    assert.deepEqual(
      { exactMatch, boardAccuracy, valid, reason },
      { exactMatch: false, boardAccuracy: 62 / 64, valid: true, reason: null },
    );
    assert.ok(Math.abs(kernel - Math.exp(-0.4)) < 1e-12);
  });

  it('calls no state right beside a true one that is not valid', async () => {
    const { stdout } = await compare('1 2 3', '1 2 3 4 5', '--world', 's5', '--json');
    const { verdict, sentence, verdictText, truthReason, valid } = JSON.parse(stdout);
    assert.deepEqual(
      { verdict, sentence, truthReason, valid },
      {
        verdict: 'squares',
        sentence: 'nothing to compare with: the true state is not valid',
        truthReason: '3 items instead of 5',
        valid: true,
      },
    );
    assert.match(verdictText, /^the true state is not valid · p/);
    assert.match((await compare('hello', TRUE)).stdout, /The true state is not valid: no board in "hello"/);
  });

  it('names N, seed and standard error of an estimate, and repeats it exactly', async () => {
    const args = [TRUE, PREDICTED, '-m', '3', '--method', 'stratified', '-n', '200', '--seed', '7', '--json'];
    const { stdout } = await compare(...args);
    const { method, samples, seed, standardError } = JSON.parse(stdout);
    assert.deepEqual({ method, samples, seed }, { method: 'stratified', samples: 200, seed: 7 });
    assert.equal(standardError.p.length, 3);
    assert.equal((await compare(...args)).stdout, stdout);
  });

  it('scores what is no state with 0 and says why', async () => {
    for (const bad of ['nonsense', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQQBNR w kq - 0 1', '?', '']) {
      const { status, stdout } = await compare(TRUE, bad, '-m', '2', '--json');
      const { valid, reason, p } = JSON.parse(stdout);
      assert.deepEqual([status, valid, p], [0, false, [0, 0]], bad);
      assert.ok(reason.length > 0);
    }
  });

  it('follows the rules of Chess960 when asked to', async () => {
    const fen = 'bqnrkrnb/pppppppp/8/8/8/8/PPPPPPPP/BQNRKRNB w FDfd - 0 1';
    const { stdout } = await compare(fen, fen, '--game', 'chess960', '-m', '1', '--json');
    assert.deepEqual(JSON.parse(stdout).p, [1]);
  });

  it('follows the rules of Chess960 unasked where the castling rights of the true state fit nothing else', async () => {
    const fen = 'r1k1r3/pppppppp/8/8/8/8/PPPPPPPP/R1K1R3 w KQkq - 0 1';
    const other = fen.replace('KQkq', '-');
    const values = async (...args: string[]) =>
      JSON.parse((await compare(fen, other, '-m', '1', '--json', ...args)).stdout);
    const found = await values();
    assert.equal(found.verdict, 'castling');
    assert.deepEqual(found, await values('--game', 'chess960'));
    assert.deepEqual((await values('--game', 'chess')).r, [1]);
    const served = await cli(['serve', '--stdio'], { input: JSON.stringify({ true: fen, predicted: other, m: 1 }) });
    assert.deepEqual(JSON.parse(served.stdout).r, found.r);
  });

  it('compares states of Connect Four and Hex', async () => {
    const empty = `x || ${'. '.repeat(42)}||`;
    const { stdout } = await compare(empty, empty.replace('. ||', 'o ||'), '--game', 'connect_four');
    assert.match(stdout, /^thinks there is an o disc on c6r1\n1 cell wrong \(c6r1\) · 41\/42 · p₄ 1 · r₄ 1/);
    assert.match(stdout, /\[\.\] {5}\.  \.  \.  \.  \.  \. \[o\]/);
    assert.match(stdout, /correct cells +41 of 42/);
    const hex = await compare('x || . . . . ||', 'x || x . . . ||', '--game', 'hex', '-m', '1', '--json');
    assert.deepEqual(JSON.parse(hex.stdout).movesLost, [{ uci: 'a1', san: 'a1' }]);
  });

  it('prints sentence, verdict, both boards with wrong squares in brackets, moves and scores for people', async () => {
    const { status, stdout, stderr } = await compare(TRUE, PREDICTED, '-m', '2');
    assert.equal(status, 0);
    assert.equal(stderr, '');
    const lines = stdout.split('\n');
    assert.equal(lines[0], 'thinks the white pawn on e4 is on e3');
    assert.match(lines[1] ?? '', /^2 squares wrong \(e4 e3\) · 62\/64 · p₂ 0\.97 · r₂ 0\.97 · edit 4$/);
    assert.ok(lines.includes('4  .  .  .  . [P] .  .  .     4  .  .  .  . [.] .  .  .'), stdout);
    assert.ok(lines.includes('3  .  .  .  . [.] .  .  .     3  .  .  .  . [P] .  .  .'));
    assert.match(stdout, /^depth {2}p {5}r {5}f\n {4}1 {2}1 {5}1 {5}1\n {4}2 {2}0\.97 {2}0\.97 {2}0\.97$/m);
    assert.match(stdout, /^method +exact · m 2$/m);
    assert.ok(!stdout.includes('\x1b'), 'no colors without a terminal');
  });

  it('has sentence and cause in its JSON', async () => {
    const { stdout } = await compare(TRUE, PREDICTED, '-m', '1', '--json');
    const { sentence, cause } = JSON.parse(stdout);
    assert.equal(sentence, 'thinks the white pawn on e4 is on e3');
    assert.deepEqual(cause, { id: 'wrong-square', ply: null, move: null });
    assert.match((await compare(TRUE, TRUE)).stdout, /^exact\n\n/);
  });

  it('claims no position, no moves and no method for an answer without a state', async () => {
    const { stdout } = await compare(TRUE, '?', '-m', '1');
    assert.equal(
      stdout,
      'no state in the answer\nno FEN in the answer · p₁ 0 · r₁ 0\n\np and r are 0 by convention: the prediction is not a state.\n',
    );
  });

  it('lists moves lost and invented', async () => {
    const { stdout } = await compare(TRUE, TRUE.replace(' b ', ' w '), '-m', '1');
    assert.match(stdout, /^moves lost \(20\) +\S+ .* and 8 more$/m);
    assert.match(stdout, /^moves invented \(30\) /m);
  });
});
