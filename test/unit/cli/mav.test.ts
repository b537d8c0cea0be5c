import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong } from '../../support/thorough.ts';
import { findingsOf } from '../mav/author-support.ts';

const { folder, remove } = temporaryFolder();
after(remove);
const at = (name: string, text?: string): string => {
  const file = path.join(folder, name);
  if (text !== undefined) fs.writeFileSync(file, text);
  return file;
};

const AFTER_E4 = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
const KINGS = '8/8/8/8/8/2k5/8/K7 w - - 0 1';

describe('statelens mav make', () => {
  const games = at('games.pgn', '[Event "a"]\n\n1. e4 e5 2. Nf3 *\n\n[Event "b"]\n\n1. d4 *\n');

  it('prints prompts for the plies and commands that are asked for, with a comment where they come from', async () => {
    const commands = ['--commands', '%prev_FEN %prev_action %FEN %top_2', '--k', 'all'];
    const { status, stdout, stderr } = await cli(['mav', 'make', games, '--plies', 'ply:0,2', ...commands]);
    assert.equal(status, 0);
    assert.equal(
      stdout,
      `# ${games} game 1 ply 2\n<mav game=chess> %prev_FEN %prev_action %FEN %top_all </mav>\n[%prev_FEN ${AFTER_E4}]\n[%prev_action e7e5]\n`,
    );
    assert.match(stderr, /2 positions left out: the move that led to this position is unknown/);
    assert.match(stderr, /1 prompt written/);
    const bare = await cli(['mav', 'make', games, '--plies', 'ply:0,2', ...commands, '--no-comments']);
    assert.equal(bare.stdout, stdout.slice(stdout.indexOf('<mav')));
  });

  it('asks of the ends of games by itself, of records and of the positions of MAV files', async () => {
    const { stdout } = await cli(['mav', 'make', games, at('one.fen', `${KINGS}\n`), '--commands', '%FEN %top_1']);
    assert.deepEqual(stdout.match(/(?<=\[%FEN )[^ ]+/g), [
      'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R',
      'rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR',
      '8/8/8/8/8/2k5/8/K7',
    ]);
    const again = await cli(['mav', 'make', '-', '--language', 'mav', '--commands', '%FEN %top_1'], { input: stdout });
    assert.equal(again.stdout, stdout);
  });

  it('makes random games and boards, the same for the same seed', async () => {
    const args = [
      'mav',
      'make',
      '--random',
      'hex:2',
      '--random',
      'connect_four:3',
      '--random-boards',
      '4',
      '--hex-size',
      '3',
    ];
    const { stdout } = await cli(args);
    assert.equal((await cli(args)).stdout, stdout);
    assert.notEqual((await cli([...args, '--seed', '2'])).stdout, stdout);
    assert.deepEqual(stdout.match(/(?<=game=)\w+/g), [
      'hex',
      'hex',
      ...Array<string>(3).fill('connect_four'),
      ...Array<string>(4).fill('chess'),
    ]);
  });

  it('refuses what cannot be meant', async () => {
    for (const [args, line] of [
      [[], /missing input; specify files, --random or --random-boards/],
      [[games, '--commands', '%top_1'], /They must be commands of a header: the first command gives no state/],
      [[games, '--k', '0'], /It must be a whole number from 1 to 9999, or all/],
      [['--random', 'go:5'], /GAME:COUNT, where GAME is one of chess, chess960, connect_four, hex, othello; see/],
    ] as const) {
      const { status, stderr } = await cli(['mav', 'make', ...args]);
      assert.equal(status, 2);
      assert.match(stderr, line);
    }
  });
});

describe('statelens mav answer', () => {
  const states = `<mav game=chess> %prev_FEN %prev_action %FEN </mav>\n[%prev_FEN ${KINGS}]\n[%prev_action a1b1]\n`;
  const list = `<mav game=chess> %FEN %top_all %best_action %FEN </mav>\n[%FEN ${KINGS}]\n`;

  it('writes states by rule, and without values says what is not answered', async () => {
    const { status, stdout, stderr } = await cli(['mav', 'answer', '-', '--values', 'none'], {
      input: `${states}\n${list}`,
    });
    assert.equal(status, 3);
    assert.equal(stdout, `${states}[%FEN 8/8/8/8/8/2k5/8/1K6 b - - 1 1]\n\n${list}`);
    assert.match(stderr, /1 answer written by the rules/);
    assert.match(stderr, /1 prompt not answered: lists and best actions require values; use --values engine/);
  });

  it('asks the engine that is carried along, and leaves in place what is answered', async () => {
    const file = at('prompts.mav', `${states}\n${list}`);
    const first = await cli(['mav', 'answer', file, '--engine-depth', '1', '--in-place']);
    assert.equal(first.status, 0, first.stderr);
    assert.match(first.stderr, /2 answers written by Stockfish/);
    const text = fs.readFileSync(file, 'utf8');
    assert.deepEqual(findingsOf(text), []);
    assert.match(
      text,
      /\[%top_all a1\w\w:<ctrl\d+> a1\w\w:<ctrl\d+>\]\n\[%best_action a1\w\w\]\n\[%FEN \S+ b - - 1 1\]\n$/,
    );
    const again = await cli(['mav', 'answer', file, '--engine-depth', '1', '--in-place']);
    assert.match(again.stderr, /0 answers written by the rules, 2 already present/);
    assert.equal(fs.readFileSync(file, 'utf8'), text);
  });

  it('names what gave values, and nothing else', async () => {
    // eight cells from the end, so that the solver is done at once
    const stones = 'x || o...x.xo.x.x.oxoo.oxooxoooxxoxoxxooxxxooxx ||';
    for (const [input, who] of [
      [`<mav game=connect_four> %state %top_all </mav>\n[%state ${stones}]\n`, 'Connect Four solver, exact'],
      [states, 'the rules'],
    ] as const) {
      const { stderr } = await cli(['mav', 'answer', '-'], { input });
      assert.match(stderr, new RegExp(`1 answer written by ${who}\n`));
    }
  });

  it('says that an engine is not there, and keeps the file', async () => {
    const file = at('no-engine.mav', list);
    const { status, stderr } = await cli(['mav', 'answer', file, '--engine', at('no-such-engine'), '--in-place']);
    assert.equal(status, 3);
    assert.match(stderr, /1 prompt not answered: .*no-such-engine/);
    assert.equal(fs.readFileSync(file, 'utf8'), list);
  });
});

describe('statelens mav stats', () => {
  const right = `<mav game=chess> %FEN %top_all </mav>\n[%FEN ${KINGS}]\n[%top_all a1b1:<ctrl32> a1a2:<ctrl32>]\n`;
  const wrong = right.replace('a1a2', 'a1b2');
  const good = at('good.mav', `# game: 1\n${right}`.repeat(3));
  const bad = at('bad.mav', `# game: 1\n${right}\n# game: 2\n${wrong}`);

  it('prints a table, and the numbers behind it as JSON', async () => {
    const table = await cli(['mav', 'stats', good, bad]);
    assert.equal(table.status, 0);
    assert.match(table.stdout, /^chess +on the true state +on the printed state\n/);
    // five answers about one position: how they spread says nothing of other positions
    assert.match(table.stdout, /^%top_all precision +0\.900 +0/m);
    assert.match(table.stdout, /^%top_all exact +0\.800 of 5 /m);
    assert.match(table.stdout, /^5 examples of 1 independent game \(fewer than ten: no intervals\)$/m);
    const { schema, groups } = JSON.parse((await cli(['mav', 'stats', good, bad, '--json'])).stdout) as {
      schema: number;
      groups: { split: string; game: string; truth: { all: { exact: object } } }[];
    };
    assert.deepEqual([schema, groups.map(({ split, game }) => `${split} ${game}`)], [2, ['all chess']]);
    const { right: exact, n } = groups[0].truth.all.exact as { right: number; n: number };
    assert.deepEqual([exact, n], [4, 5]);
  });

  it('has intervals over independent games where there are ten', async () => {
    const squares = ['a3', 'b3', 'c3', 'd3', 'e3', 'f3', 'g3', 'h3', 'a4', 'b4', 'c4', 'd4'];
    const about = (square: string, i: number): string => {
      const file = 'abcdefgh'.indexOf(square[0] ?? '');
      const rank = `${file || ''}p${7 - file || ''}`;
      const rows = Array.from({ length: 8 }, (_, row) => (row === 8 - Number(square[1]) ? rank : '8'));
      const fen = `k7/${rows.slice(1, 7).join('/')}/7K w - - 0 60`;
      return `# games.pgn game ${i + 1} ply 119\n<mav game=chess> %FEN %best_action </mav>\n[%FEN ${fen}]\n[%best_action ${i === 0 ? 'h1a8' : 'h1g1'}]\n\n`;
    };
    const { stdout } = await cli(['mav', 'stats', at('twelve.mav', squares.map(about).join(''))]);
    assert.match(stdout, /^%best_action legal +0\.917 \[0\.646, 0\.985\] of 12 /m);
    assert.match(stdout, /^12 examples of 12 independent games$/m);
    const all = squares.map((square, i) => about(square, i));
    const nameless = all.map((one, i) => (i === 3 ? one.replace(/^#.*\n/, '') : one));
    const unknown = await cli(['mav', 'stats', at('nameless.mav', nameless.join(''))]);
    assert.match(unknown.stdout, /^%best_action legal +0\.917 of 12 /m);
    assert.match(unknown.stdout, /^12 examples, games of 1 unknown: no intervals$/m);
    const together = await cli([
      'mav',
      'stats',
      at(
        'six.mav',
        all.join('').replace(/game (\d+)/g, (_, n) => `game ${Math.ceil(Number(n) / 2)}`),
      ),
    ]);
    assert.match(together.stdout, /^12 examples of 6 independent games \(fewer than ten: no intervals\)$/m);
  });

  it('counts files out of distribution by themselves', async () => {
    const { stdout } = await cli(['mav', 'stats', good, '--ood', bad]);
    assert.match(
      stdout,
      /^chess, in distribution [^]*exact +1\.000 [^]*^chess, out of distribution [^]*exact +0\.500 /m,
    );
  });

  itLong('gives the same numbers with threads as without', async () => {
    const many = at('many.mav', right.repeat(2500) + wrong.repeat(500));
    const [one, several] = await Promise.all(
      ['1', '3'].map((jobs) => cli(['mav', 'stats', many, '--jobs', jobs, '--json'])),
    );
    assert.equal(one?.stdout, several?.stdout);
    assert.match(one?.stdout ?? '', /"examples": 3000/);
  });

  it('says that there is nothing to judge', async () => {
    const { status, stderr } = await cli(['mav', 'stats', at('empty.mav', '# nothing\n')]);
    assert.equal(status, 2);
    assert.match(stderr, /the files have no examples/);
  });
});
