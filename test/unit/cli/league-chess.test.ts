import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { QUICK, quickGames } from '../../../src/cli/league/league-plan.ts';
import { readLeague } from '../../../src/core/league/league-file.ts';
import { readPlayer } from '../../../src/core/league/players.ts';
import { knownGame } from '../../../src/core/mav/author/prompt-position.ts';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong } from '../../support/thorough.ts';

const BOOK = `[Event "a"]
[ECO "C50"]
[Opening "Italian Game"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 *

[Event "b"]

1. e4 c5 2. Nf6 *

[Event "c"]

1. d4 d5 2. c4 *
`;

async function inFolder(use: (folder: string, book: string) => Promise<void>): Promise<void> {
  const { folder, remove } = temporaryFolder();
  try {
    const book = path.join(folder, 'book.pgn');
    fs.writeFileSync(book, BOOK);
    await use(folder, book);
  } finally {
    remove();
  }
}

/** Copies an engine that misbehaves as its name says. */
function engineOf(folder: string, manner: string): string {
  const file = path.join(folder, `${manner}.mjs`);
  fs.copyFileSync('test/support/fake-uci.mjs', file);
  return file;
}

const chess = (...args: readonly string[]): string[] => ['league', '--game', 'chess', ...args];
const engines = (...players: readonly string[]): string[] => players.flatMap((player) => ['--player', player]);

describe('statelens league of chess', () => {
  itLong(
    'begins with the lines of a book, names illegal ones, and writes the games as PGN, also of a continued file',
    async () => {
      await inFolder(async (folder, book) => {
        const [file, pgn] = [path.join(folder, 'a.league.jsonl'), path.join(folder, 'a.pgn')];
        const players = [...engines('stockfish:0:20n', 'random'), '--max-plies', '12'];
        const begun = await cli(chess(...players, '--book', book, '--openings', '1', '--out', file));
        assert.equal(begun.status, 0, begun.stderr);
        assert.match(begun.stdout, /^Chess, 1 opening of book\.pgn, 2 players, 2 games\n/);
        const all = await cli(['league', '--resume', file, '--book', book, '--pgn', pgn, '--json']);
        assert.equal(all.status, 0, all.stderr);
        assert.match(all.stderr, /book\.pgn:9:13: game 2: Nf6 is illegal; left out\n/);
        const { games, book: named } = JSON.parse(all.stdout) as { readonly games: number; readonly book: string };
        assert.deepEqual([games, named], [4, 'book.pgn']);
        const text = fs.readFileSync(pgn, 'utf8');
        assert.deepEqual(text.match(/\[(?:Round|White) "[^"]*"\]/g), [
          '[Round "1"]',
          '[White "stockfish:0:20n"]',
          '[Round "1"]',
          '[White "random"]',
          '[Round "2"]',
          '[White "stockfish:0:20n"]',
          '[Round "2"]',
          '[White "random"]',
        ]);
        assert.match(text, /\[Opening "C50 Italian Game"\]\n/);
        assert.match(text, /\n1\. e4 e5 2\. Nf3 Nc6 3\. Bc4 /);
        const checked = await cli(['check', pgn]);
        assert.equal(checked.status, 0, checked.stdout);
        const read = readLeague(fs.readFileSync(file, 'utf8'));
        assert.ok(read.ok);
        assert.match(String(read.value.header.settings['playingEngine']), /^Stockfish /);
        // The file holds its openings: no book is needed to continue it, and another book is refused.
        const again = await cli(['league', '--resume', file, '--json']);
        assert.equal(again.stdout, all.stdout);
        fs.writeFileSync(book, BOOK.replace('1. e4 e5', '1. e4 e6').replace('3. Bc4', '3. d4'));
        const other = await cli(['league', '--resume', file, '--book', book]);
        assert.equal(other.status, 2);
        assert.match(other.stderr, /was played with --book book\.pgn, not book\.pgn \(its lines differ\)/);
      });
    },
  );

  it('says so where no line is an opening, and where a file has fewer lines than it is continued with', async () => {
    await inFolder(async (folder, book) => {
      fs.writeFileSync(book, '[Event "x"]\n\n1. e5 *\n');
      const none = await cli(chess(...engines('random', 'rollouts:1'), '--book', book));
      assert.equal(none.status, 2);
      assert.match(
        none.stderr,
        /book\.pgn:3:4: game 1: e5 is illegal; left out\n.*none of 1 game is an opening of chess/,
      );
      const wrong = await cli(['league', ...engines('random', 'rollouts:1'), '--book', book]);
      assert.match(wrong.stderr, /--book has openings of chess, and the league is of connect_four; add --game chess/);
      const file = path.join(folder, 'a.league.jsonl');
      fs.writeFileSync(book, BOOK);
      const few = ['--book', book, '--openings', '1', '--max-plies', '8', '--out', file];
      assert.equal((await cli(chess(...engines('random', 'rollouts:1'), ...few))).status, 0);
      const more = await cli(['league', '--resume', file, '--openings', '3']);
      assert.match(more.stderr, /the file has 1 of the openings of book\.pgn; for more, name the book with --book/);
    });
  });

  it('names an engine that is missing, has no levels, or dies', async () => {
    await inFolder(async (folder, book) => {
      const missing = await cli(chess(...engines('stockfish:0', 'random'), '--engine', 'no-such-engine'));
      assert.equal(missing.status, 2);
      assert.match(missing.stderr, /no engine can play: no-such-engine was not found; name a UCI engine with --engine/);
      const plain = await cli(chess(...engines('stockfish:3', 'random'), '--engine', engineOf(folder, 'normal')));
      assert.match(plain.stderr, /Fake 2 has no levels \(no option Skill Level\); use engine:TIME/);
      const file = path.join(folder, 'dies.league.jsonl');
      const args = chess(...engines('engine:10ms', 'random'), '--book', book, '--engine', engineOf(folder, 'dies'));
      const dies = await cli([...args, '--out', file]);
      assert.equal(dies.status, 3);
      assert.match(
        dies.stderr,
        /4 games could not be played to the end; gave up \(the last: engine:10ms: dies\.mjs ended with status 3/,
      );
      const other = await cli(['league', ...engines('stockfish:0', 'random')]);
      assert.match(
        other.stderr,
        /stockfish:0 plays chess alone, and the league is of connect_four; choose --game chess/,
      );
    });
  });

  it('never replaces the games of another PGN', async () => {
    await inFolder(async (folder, book) => {
      const pgn = path.join(folder, 'mine.pgn');
      fs.writeFileSync(pgn, BOOK);
      const args = chess(
        ...engines('random', 'rollouts:1'),
        '--max-plies',
        '2',
        '--openings',
        '1',
        '--opening-plies',
        '0',
      );
      const refused = await cli([...args, '--pgn', pgn]);
      assert.match(refused.stderr, /mine\.pgn has other games; specify another file, or use --overwrite/);
      assert.equal(fs.readFileSync(pgn, 'utf8'), BOOK);
      for (const more of [['--overwrite'], []]) assert.equal((await cli([...args, '--pgn', pgn, ...more])).status, 0);
      assert.match(fs.readFileSync(pgn, 'utf8'), /^\[Event "StateLens league"\]/);
      assert.match((await cli([...args, '--pgn', book, '--book', book, '--overwrite'])).stderr, /is the input/);
      const stones = await cli(['league', ...engines('random', 'rollouts:1'), '--pgn', path.join(folder, 'x.pgn')]);
      assert.match(stones.stderr, /--pgn writes games of chess, and these are of connect_four/);
    });
  });
});

describe('statelens league --quick', () => {
  type Flags = Parameters<typeof quickGames>[0];
  const flagsOf = (flags: object): Flags => ({ game: 'connect_four', ...flags }) as unknown as Flags;

  it('plays each game that has a preset, or the chosen one', () => {
    assert.deepEqual(
      quickGames(flagsOf({}), () => false),
      ['connect_four', 'chess'],
    );
    assert.deepEqual(
      quickGames(flagsOf({ out: 'x' }), (name) => name === 'game'),
      ['connect_four'],
    );
    assert.throws(() => quickGames(flagsOf({ out: 'x' }), () => false), /--out is of one: choose it with --game/);
    assert.throws(
      () => quickGames(flagsOf({ game: 'hex' }), (name) => name === 'game'),
      /--quick has no preset of hex/,
    );
  });

  it('has raw, external and internal search in both games, and in chess positions with a mate in one', () => {
    for (const preset of Object.values(QUICK)) {
      const kinds = preset.players.map((text) => {
        const read = readPlayer(text);
        return read.ok ? read.value.kind : read.error;
      });
      assert.deepEqual(kinds, ['random', 'raw', 'search', 'internal']);
      assert.ok(preset.openings >= 10, 'fewer openings have no intervals');
    }
    const begin = QUICK.chess?.begin;
    assert.ok(begin !== undefined && 'book' in begin);
    const { automaton } = knownGame('chess');
    for (const { start } of begin.book.lines) {
      const state = automaton.parse(start);
      assert.ok(state.ok, start);
      const ends = automaton.legal(state.value).map((move) => automaton.outcome(automaton.step(state.value, move)));
      assert.ok(
        ends.some((end) => end === '1-0' || end === '0-1'),
        start,
      );
    }
  });
});
