import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { jsonLines } from '../../support/json-lines.ts';
import { type CliRun, cli, shell } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong } from '../../support/thorough.ts';

const { folder, remove } = temporaryFolder();
after(remove);

const AFTER_E4 = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
const AFTER_E5 = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2';

const GAMES = `[Event "One"]
[Result "*"]

1. e4 { [%pfen exact ${AFTER_E4}] } 1... e5
{ [%pfen stale@fen#2 ${AFTER_E4.replace(' b ', ' w ')}] }
{ [%pfen exact ${AFTER_E5}] } *

[Event "Two"]
[Result "*"]

1. d4
{ [%pfen none ?] }
{ [%pfen broken no idea] } *
`;

const file = (name: string, text: string | Buffer): string => {
  const whole = path.join(folder, name);
  mkdirSync(path.dirname(whole), { recursive: true });
  writeFileSync(whole, text);
  return whole;
};

/** Without threads, which take longer to start than these files. */
const score = (...args: string[]) => cli(['score', '--jobs', '1', ...args], { cwd: folder });

describe('statelens score', () => {
  file('games.pgn', GAMES);
  let plain: CliRun;
  before(async () => {
    plain = await score('games.pgn');
  });

  it('prints a JSON line for each prediction, in the order of the file', () => {
    assert.equal(plain.status, 0, plain.stderr);
    const lines = jsonLines(plain.stdout);
    const place = ({ file, line, game, ply, san, label, model }: Record<string, unknown>) => [
      file,
      line,
      game,
      ply,
      san,
      label,
      model,
    ];
    assert.deepEqual(lines.map(place), [
      ['games.pgn', 3, 0, 1, 'e4', 'exact', 'exact'],
      ['games.pgn', 4, 0, 2, 'e5', 'stale@fen#2', 'stale'],
      ['games.pgn', 5, 0, 2, 'e5', 'exact', 'exact'],
      ['games.pgn', 11, 1, 1, 'd4', 'none', 'none'],
      ['games.pgn', 12, 1, 1, 'd4', 'broken', 'broken'],
    ]);
    assert.deepEqual(
      lines.map(({ schema, verdict, valid, exactMatch }) => [schema, verdict, valid, exactMatch]),
      [
        [1, 'exact', true, true],
        [1, 'squares', true, false],
        [1, 'exact', true, true],
        [1, 'none', false, false],
        [1, 'unparsable', false, false],
      ],
    );
    assert.deepEqual(lines.map(({ true: truth }) => truth).slice(0, 3), [AFTER_E4, AFTER_E5, AFTER_E5]);
    assert.deepEqual([lines[0]?.['p'], lines[3]?.['p'], lines[3]?.['predicted']], [[1, 1, 1, 1], [0, 0, 0, 0], null]);
  });

  it('blames the move that a stale square missed', () => {
    const stale = jsonLines(plain.stdout)[1] ?? {};
    assert.deepEqual(stale['blame'], [
      { square: 'e7', predicted: 'p', actual: null, ply: 1, san: 'e5', move: '1...e5' },
      { square: 'e5', predicted: null, actual: 'p', ply: 1, san: 'e5', move: '1...e5' },
    ]);
  });

  it('says in words what a model believes, and the cause', () => {
    const said = jsonLines(plain.stdout).map(({ sentence, cause }) => [sentence, (cause as { id: string }).id]);
    assert.deepEqual(said.slice(0, 2), [
      ['exact', 'exact'],
      ['thinks the pawn is still on e7: missed 1...e5; also wrong: clocks', 'stale'],
    ]);
    assert.deepEqual(said[3], ['no state in the answer', 'no-state']);
  });

  it('prints the same on threads as without', async () => {
    const lines = Array.from({ length: 20 }, () => GAMES).join('\n');
    file('many.pgn', lines);
    const alone = await score('many.pgn', '-m', '1', '--jobs', '1');
    const threads = await score('many.pgn', '-m', '1', '--jobs', '2');
    assert.equal(alone.status, 0);
    assert.equal(jsonLines(alone.stdout).length, 100);
    assert.equal(threads.stdout, alone.stdout);
    assert.equal(threads.stderr, alone.stderr);
  });

  it('shows a table of the models on standard error, never mixing them', () => {
    const { stderr } = plain;
    assert.match(stderr, /^model +n +exact +mean p₄ +mean r₄ +mean f₄ +edit/m);
    assert.match(stderr, /^exact +2 +2 +1 +1 +1 +0\.0 +100 %/m);
    assert.match(stderr, /^none +1 +0 +0 +0 /m);
    assert.match(stderr, /^stale@fen +squares wrong 1$/m);
    assert.match(stderr, /^5 predictions · 3 distinct positions · 2 independent games$/m);
  });

  it('prints the table alone on a terminal, and JSON Lines there on request', async () => {
    file('shown.pgn', GAMES);
    const on = (...args: readonly string[]) =>
      cli(['score', 'shown.pgn', '-m', '1', ...args], { cwd: folder, isTTY: true, env: { NO_COLOR: '1' } });
    const table = await on();
    assert.match(table.stdout, /^model +n +exact/);
    assert.doesNotMatch(table.stdout, /[{}]/);
    assert.doesNotMatch(table.stderr, /^model +n/m);
    assert.equal(jsonLines((await on('--json')).stdout).length, 5);
    assert.ok('models' in JSON.parse((await on('--summary')).stdout));
    assert.match((await score('shown.pgn', '--json', '--table')).stderr, /'--json'.* cannot be used with .*'--table'/);
  });

  it('weighs each prompt once for a label, in counts as in means', async () => {
    const game = (more: string, fen: string): string => `1. e4 { [%pfen a ${fen}] } ${more} *\n\n`;
    const text = `${game('', AFTER_E4).repeat(3)}${game('1... e5 { [%pfen a ?] }', AFTER_E4)}${game('1... c5', '?')}`;
    file('copies.pgn', text);
    const { asked, models } = JSON.parse((await score('copies.pgn', '--summary')).stdout);
    assert.deepEqual(asked, { predictions: 6, positions: 2, clusters: 1 });
    const [{ n, answers, exact, meanP, verdicts }] = models;
    assert.deepEqual([n, answers, exact, verdicts.none], [6, 2, 0.8, 1.2]);
    // 4 of 5 answers about 1. e4 are right, and the one about 1... e5 is wrong.
    assert.equal(meanP, (0.8 + 0) / 2);
  });

  it('prints as many decimals in the table as are asked for', async () => {
    const { stdout } = await score('games.pgn', '--table', '-m', '2', '--digits', '4');
    assert.match(stdout, /^none +1 +0 +0 +0 +0 +\d+\.000 +0 %/m);
    assert.match(stdout, /^stale@fen +1 +0 +0\.8686 +0\.6165 +0\.7212 +5\.000 +96\.88 %/m);
    const refused = await score('games.pgn', '--digits', '1');
    assert.deepEqual([refused.status, /--digits/.test(refused.stderr)], [2, true]);
  });

  it('prints the summary as JSON, or the table, when asked to', async () => {
    const { stdout } = await score('games.pgn', '--summary', '-m', '2');
    const { schema, m, models } = JSON.parse(stdout);
    assert.deepEqual([schema, m], [1, 2]);
    assert.deepEqual(
      models.map(({ model, n, exact, meanP }: Record<string, unknown>) => [model, n, exact, meanP]),
      [
        ['exact', 2, 2, 1],
        ['stale@fen', 1, 0, models[1].meanP],
        ['none', 1, 0, 0],
        ['broken', 1, 0, 0],
      ],
    );
    const table = await score('games.pgn', '--table', '-m', '1');
    assert.match(table.stdout, /^model +n +exact/);
    assert.equal(table.stderr, '');
  });

  it('takes depth, method, N and seed', async () => {
    const [, line = {}] = jsonLines(
      (await score('games.pgn', '-m', '2', '--method', 'naive', '-n', '50', '--seed', '3')).stdout,
    );
    assert.deepEqual([line['m'], line['method'], line['samples'], line['seed']], [2, 'naive', 50, 3]);
  });

  it('computes what is costly only when asked to', async () => {
    const usual = jsonLines(plain.stdout)[1] ?? {};
    const full =
      jsonLines((await score('games.pgn', '-m', '2', '--set-based', '--list-moves', '--no-conditional')).stdout)[1] ??
      {};
    assert.deepEqual([usual['setBased'], usual['movesLost'], full['conditional']], [null, null, null]);
    assert.notEqual(usual['conditional'], null);
    assert.notEqual(full['setBased'], null);
    assert.ok(Array.isArray(full['movesLost']));
  });

  it('reads standard input and FEN files', async () => {
    const fen = `${AFTER_E4}\n# pfen model ${AFTER_E4}\n`;
    const { status, stdout } = await cli(['score', '-'], { input: fen, cwd: folder });
    assert.equal(status, 0);
    const [line = {}] = jsonLines(stdout);
    assert.deepEqual([line['file'], line['line'], line['verdict'], line['variant']], ['<stdin>', 1, 'exact', 'chess']);
  });

  it('leaves out of the means what has no true state, and says so', async () => {
    file('illegal.pgn', `1. e4 e5 2. Ke3 { [%pfen model ${AFTER_E5}] } *\n`);
    const { status, stdout, stderr } = await score('illegal.pgn');
    assert.equal(status, 0);
    const [line = {}] = jsonLines(stdout);
    assert.equal(line['true'], null);
    assert.equal(line['unscored'], '2.Ke3 above is illegal');
    assert.equal(line['p'], undefined);
    assert.match(stderr, /1 prediction could not be scored/);
    assert.equal((await score('illegal.pgn', '--strict')).status, 3);
  });

  it('says when there is nothing to score', async () => {
    file('bare.pgn', '1. e4 *\n');
    const { status, stdout, stderr } = await score('bare.pgn');
    assert.deepEqual([status, stdout], [0, '']);
    assert.match(stderr, /no predictions in bare\.pgn/);
    file('rated.pgn', `[WhiteElo "2000"]\n\n1. e4 { [%pfen m ${AFTER_E4}] } *\n`);
    const none = await score('rated.pgn', '--where', 'white.elo > 2500', '--summary');
    assert.equal(none.stderr, 'statelens: 0 of 1 game with predictions chosen\n');
  });

  it('takes folders, sorted, and each file once', async () => {
    file('deep/b/x.pgn', `1. e4 { [%pfen b ${AFTER_E4}] } *\n`);
    file('deep/a.fen', `${AFTER_E4}\n# pfen a ${AFTER_E4}\n`);
    file('deep/note.txt', 'no game');
    const { stdout } = await score('deep', 'deep/a.fen');
    assert.deepEqual(
      jsonLines(stdout).map(({ file, label }) => [file, label]),
      [
        ['deep/a.fen', 'a'],
        ['deep/b/x.pgn', 'b'],
      ],
    );
  });

  it('ends silently when its reader goes away', () => {
    const { stdout, stderr } = shell(
      '$CLI score many.pgn -m 1 2>err | head -1 >/dev/null; echo "${PIPESTATUS[0]}"; cat err',
      folder,
    );
    assert.equal(stdout.trim(), '0');
    assert.equal(stderr, '');
  });

  itLong('says in one line that the disk is full, with exit status 3', () => {
    const { status, stderr } = shell('$CLI score many.pgn -m 1 > /dev/full', folder);
    assert.equal(status, 3);
    assert.equal(stderr, 'statelens: cannot write standard output: the disk is full\n');
  });
});
