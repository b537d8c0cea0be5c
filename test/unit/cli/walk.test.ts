import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { predictionsIn } from '../../../src/core/languages/predictions.ts';
import { jsonLines } from '../../support/json-lines.ts';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const TABLE = 'state,action,next\nshut,open,ajar\najar,shut,shut\n';
const WALKS = 'world s3\n(12) (23)\n# pstate a 1 3 2\n# pstate b ?\nworld door.csv\nopen\n# pstate a shut\n';

describe('walk files on the command line', () => {
  const { folder, remove } = temporaryFolder();
  after(remove);
  const write = (name: string, text: string): string => {
    const file = path.join(folder, name);
    fs.writeFileSync(file, text);
    return file;
  };

  it('are checked, with the table beside them', async () => {
    write('door.csv', TABLE);
    const right = await cli(['check', write('right.walk', WALKS)]);
    assert.deepEqual([right.status, right.stdout], [0, '']);
    const wrong = await cli(['check', write('wrong.walk', WALKS.replace('open', 'lock'))]);
    assert.equal(wrong.status, 1);
    assert.match(
      wrong.stdout,
      /wrong\.walk:6:1: error WALK_ILLEGAL_ACTION: lock is not legal: it is no action of the table\n$/,
    );
    write('door.csv', `${TABLE}shut,open,shut\n`);
    const broken = await cli(['check', path.join(folder, 'right.walk')]);
    assert.match(broken.stdout, /right\.walk:5:7: error WALK_BAD_WORLD: door\.csv:4:\d+: \S/);
    const missing = await cli(['check', write('missing.walk', 'world none.csv\nopen\n')]);
    assert.match(missing.stdout, /WALK_BAD_WORLD: cannot read none\.csv: there is no such file beside the walk/);
    const far = await cli(['check', write('far.walk', `world ${path.join(folder, 'door.csv')}\nopen\n`)]);
    assert.match(far.stdout, /must be relative to the folder of the walk/);
  });

  it('are one independent game where they are equal or one begins the other, each world for itself', async () => {
    write('door.csv', TABLE);
    write('gate.csv', TABLE.replace('ajar,shut,shut', 'ajar,push,shut'));
    const walks = ['shut', 'ajar', '?'].map((answer) => `world door.csv\nopen\n# pstate a ${answer}\n`);
    const longer = 'world door.csv\nopen shut\n# pstate a shut\n';
    const file = write('equal.walk', [...walks, longer, 'world gate.csv\nopen\n# pstate a ajar\n'].join('\n'));
    const { asked, models } = JSON.parse((await cli(['score', file, '--summary'])).stdout);
    assert.deepEqual(asked, { predictions: 5, positions: 2, clusters: 2 });
    // One of three answers to one prompt, and both of the other two prompts.
    assert.ok(Math.abs(models[0].meanP - (1 / 3 + 2) / 3) < 1e-9);
    assert.deepEqual([models[0].answers, models[0].exact, models[0].verdicts.none], [3, 2.333333, 0.333333]);
  });

  it('have exact states in any order of their parts, beside the distance of the texts as written', async () => {
    const walk = (state: string): string => `world boxes2x3\nput(apple,1) put(book,1)\n# pstate a ${state}\n`;
    const file = write('order.walk', [walk('1: book apple | 2:'), walk('1: apple book | 2:')].join('\n'));
    const { stdout, stderr } = await cli(['score', file, '-m', '2']);
    const lines = jsonLines(stdout);
    assert.deepEqual(
      lines.map(({ verdict, exactMatch, editDistance, kernel }) => [verdict, exactMatch, editDistance, kernel]),
      [
        ['exact', true, 0, 1],
        ['exact', true, 0, 1],
      ],
    );
    assert.ok(Number(lines[0]?.rawEditDistance) > 5);
    assert.equal(lines[1]?.rawEditDistance, 0);
    assert.match(stderr, /^a +2 +1 +1 +1 +1 +0\.0 +100 %/m);
    const { models } = JSON.parse((await cli(['score', file, '--summary'])).stdout);
    assert.deepEqual([models[0].exact, models[0].verdicts.notation], [models[0].answers, 0]);
    const shown = await cli(['compare', '--world', 'boxes2x3', '1: apple book | 2:', '1: book apple | 2:']);
    assert.match(shown.stdout, /edit distance +0 \(as written \d+\) · kernel 1/);
  });

  it('are scored with the world named, all sequences of two actions counted', async () => {
    write('door.csv', TABLE);
    const { status, stdout } = await cli(['score', write('scored.walk', WALKS), '-m', '2']);
    assert.equal(status, 0);
    const lines = jsonLines(stdout);
    assert.deepEqual(
      lines.map(({ line, game, ply, label, variant, world, true: truth, verdict, p, r, editDistance }) => [
        line,
        game,
        ply,
        label,
        variant,
        world,
        truth,
        verdict,
        p,
        r,
        editDistance,
      ]),
      [
        [2, 0, 2, 'a', 's3', 's3', '2 3 1', 'squares', [0.5, 0.25], [0.5, 0.25], 2],
        [3, 0, 2, 'b', 's3', 's3', '2 3 1', 'none', [0, 0], [0, 0], 5],
        // from `shut` the action open is legal, from the true state it is not
        [6, 1, 1, 'a', 'door', 'door.csv', 'ajar', 'squares', [0, 0], [0, 0], 4],
      ],
    );
  });

  it('are formatted, and stripped of one label', async () => {
    const file = write('format.walk', 'world  s3\n (12)  (23)\n# pstate a  2 1 3');
    const formatted = await cli(['format', file]);
    assert.equal(formatted.stdout, 'world s3\n(12) (23)\n# pstate a  2 1 3\n');
    const stripped = await cli(['predictions', 'remove', write('strip.walk', WALKS), '--label', 'a']);
    assert.equal(stripped.stdout, 'world s3\n(12) (23)\n# pstate b ?\nworld door.csv\nopen\n');
  });

  it('become games of a PGN and come back the same, with their predictions', async () => {
    const text =
      'world chess\ne2e4 e7e5\n# pstate gpt-4o?x rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\ng1f3\n# pstate b ?\n\nworld chess\nstart 4k3/P7/8/8/8/8/8/4K3 w - - 0 1\na7a8q e8e7\n';
    const walks = write('a.walk', text);
    const pgn = path.join(folder, 'a.pgn');
    assert.equal((await cli(['convert', walks, '--to', 'pgn', '--out', pgn])).status, 0);
    const written = fs.readFileSync(pgn, 'utf8');
    assert.match(written, /1\. e4 e5\n\{ \[%pfen gpt-4o\?x /);
    assert.equal((await cli(['check', pgn])).stdout, '');
    assert.equal(predictionsIn(written, 'pgn').length, 2);
    const back = await cli(['convert', pgn, '--to', 'walk']);
    assert.equal(back.stdout, text);
    const other = await cli(['convert', write('other.walk', `${text}world s3\n(12)\n`), '--to', 'pgn']);
    assert.equal(other.status, 3);
    assert.match(other.stderr, /\nstatelens: 2 games written, 1 left out\n$/);
  });

  it('are made of the games of real models: every line that can be played, every prediction with its true state', async () => {
    const { stdout, status } = await cli(['convert', 'samples/world-cup.pgn', '--to', 'walk']);
    assert.equal(status, 0);
    const before = predictionsIn(fs.readFileSync('samples/world-cup.pgn', 'utf8'), 'pgn').filter(
      ({ path }) => path.length === 0,
    );
    const after = predictionsIn(stdout, 'walk');
    const facts = (all: typeof after) =>
      all.map(({ game, ply, label, fen, trueFen }) => [game, ply, label.text, fen, trueFen]);
    assert.deepEqual(facts(after), facts(before));
    const checked = await cli(['check', '-', '--language', 'walk'], { input: stdout });
    assert.deepEqual([checked.status, checked.stdout], [0, '']);
  });

  it('are made of a run file', async () => {
    const { stdout, status, stderr } = await cli(['convert', 'samples/whole-game.run.jsonl', '--to', 'walk']);
    assert.match(stderr, /1 walk written/);
    assert.equal(status, 0, stderr);
    const predicted = predictionsIn(stdout, 'walk');
    assert.ok(predicted.length > 100 && predicted.every(({ trueFen }) => trueFen !== undefined));
  });

  it('say at each place what a conversion leaves out', async () => {
    const illegal = '[Event "x"]\n\n1. e4 e5 2. Ke3 {[%pfen m ?]} Nc6 *\n\n';
    const games = `1. e4 -- 2. d4 *\n\n${illegal}[Variant "Antichess"]\n\n1. e3 *\n\n1. e4 (1. d4 {[%pfen m ?]}) *\n`;
    const { status, stdout, stderr } = await cli(['convert', write('gaps.pgn', games), '--to', 'walk']);
    assert.equal(status, 3);
    assert.equal(stdout, 'world chess\ne2e4\n\nworld chess\ne2e4 e7e5\n\nworld chess\ne2e4\n');
    const name = path.join(folder, 'gaps.pgn');
    assert.deepEqual(stderr.split('\n'), [
      `statelens: ${name}:1:7: 1...-- passes the turn, which no action of a walk does: 2 moves left out from there on`,
      `statelens: ${name}:5:13: 2.Ke3 cannot be played: no king of White can reach e3 (e1): 2 moves and 1 prediction left out from there on`,
      `statelens: ${name}:7:1: the game is left out: walks are of chess and Chess960, not Antichess`,
      `statelens: ${name}:11:1: 1 prediction in variations left out`,
      'statelens: 3 walks written, 1 left out',
      '',
    ]);
    const walks = 'world chess\ne2e4 e2e4 e7e5\n\nworld s3\n(12)\n';
    const back = await cli(['convert', write('gaps.walk', walks), '--to', 'pgn']);
    assert.equal(back.status, 3);
    assert.match(back.stderr, /gaps\.walk:2:6: e2e4 is not legal: 2 actions left out from there on\n/);
    assert.match(back.stderr, /gaps\.walk:4:7: the walk is left out: games are of chess and Chess960, not s3\n/);
  });

  it('are refused where they cannot be converted', async () => {
    const { status, stderr } = await cli(['convert', write('b.walk', WALKS), '--to', 'walk']);
    assert.equal(status, 2);
    assert.match(stderr, /cannot be converted to walk/);
  });
});
