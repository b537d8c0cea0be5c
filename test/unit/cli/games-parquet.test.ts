import assert from 'node:assert/strict';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { parquetWriteFile } from 'hyparquet-writer';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const { folder, remove } = temporaryFolder();
after(remove);

const inFolder = (name: string): string => path.join(folder, name);
const games = (...args: readonly string[]) => cli(['games', ...args], { cwd: folder });
const rowsOf = async (name: string) => parquetReadObjects({ file: await asyncBufferFromFile(inFolder(name)) });
const jsonOf = async (...args: readonly string[]): Promise<unknown[]> =>
  (await games(...args, '--format', 'jsonl')).stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));

describe('statelens games, Parquet', () => {
  copyFileSync('test/fixtures/lichess-2025-05-excerpt.pgn', inFolder('games.pgn'));

  it('writes the rows of JSON Lines, with types', async () => {
    for (const rows of ['games', 'positions']) {
      const { status, stderr } = await games('games.pgn', '--rows', rows, '--out', `${rows}.parquet`);
      assert.equal(status, 0, stderr);
      assert.deepEqual(await rowsOf(`${rows}.parquet`), await jsonOf('games.pgn', '--rows', rows));
    }
    const { schema } = await parquetMetadataAsync(await asyncBufferFromFile(inFolder('games.parquet')));
    const types = new Map(schema.map(({ name, type, converted_type }) => [name, converted_type ?? type]));
    assert.deepEqual(
      ['white', 'whiteElo', 'legal'].map((name) => types.get(name)),
      ['UTF8', 'INT32', 'BOOLEAN'],
    );
  });

  it('writes a file without rows where no game is chosen', async () => {
    await games('games.pgn', '--where', 'elo > 9000', '--out', 'none.parquet');
    assert.deepEqual(await rowsOf('none.parquet'), []);
    assert.equal((await games('none.parquet', '--count')).stdout, '0\n');
  });

  it('reads games from it: the same moves and ratings', async () => {
    const read = await games('games.parquet', '--out', 'again.pgn');
    assert.equal(read.status, 0, read.stderr);
    const count = async (...args: readonly string[]): Promise<string> => (await games(...args, '--count')).stdout;
    assert.equal(await count('again.pgn', '--not-in', 'games.pgn'), '0\n');
    const where = ['--where', 'elo >= 1500 and castling'];
    assert.equal(await count('games.parquet', ...where), await count('games.pgn', ...where));
    assert.equal((await cli(['check', 'again.pgn'], { cwd: folder })).status, 0);
    const from = await games('games.parquet', '--out', 'm.pgn', '--manifest');
    assert.equal(from.status, 0, from.stderr);
    await games('--from', 'm.manifest.json', '--out', 'm2.pgn');
    assert.deepEqual(readFileSync(inFolder('m2.pgn')), readFileSync(inFolder('m.pgn')));
  });

  it('reads tables of others, row group by row group', async () => {
    const data = Array.from({ length: 25 }, (_, i) => `1. e4 e5 2. Nf3 {${i}} 1-0`);
    parquetWriteFile({
      filename: inFolder('other.parquet'),
      columnData: [
        { name: 'movetext', data, type: 'STRING' },
        { name: 'UTCDate', data: data.map((_, i) => new Date(Date.UTC(2019, 4, i + 1))), type: 'TIMESTAMP' },
        { name: 'White Elo', data: data.map((_, i) => 1500 + i), type: 'INT32' },
      ],
      rowGroupSize: 10,
    });
    const where = 'white.elo >= 1515 and date <= 2019.05.20';
    assert.equal((await games('other.parquet', '--where', where, '--count')).stdout, '5\n');
  });

  it('refuses what holds no games, and what is cut off', async () => {
    const refused = async (pattern: RegExp, name: string) => {
      const { status, stderr } = await games(name);
      assert.equal(status, 2, stderr);
      assert.match(stderr, pattern);
    };
    await refused(/positions\.parquet holds no games: its rows are positions/, 'positions.parquet');
    writeFileSync(inFolder('cut.parquet'), readFileSync(inFolder('games.parquet')).subarray(0, 3000));
    await refused(/cannot read cut\.parquet as Parquet: /, 'cut.parquet');
  });
});
