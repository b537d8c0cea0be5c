import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const { folder, remove } = temporaryFolder();
after(remove);
const at = (name: string): string => path.join(folder, name);
const run = (...args: string[]) => cli(args, { cwd: folder });

describe('statelens annotate', () => {
  it('writes at no position but the one that was asked about', async () => {
    const sampleOf = (game: number, ply: number, trueFen: string, over = {}) => ({
      kind: 'sample',
      id: `m#${game}.${ply}.0`,
      label: 'm',
      index: 0,
      game,
      ply,
      variant: 'chess',
      trueFen,
      raw: 'x',
      extraction: { fen: 'x', by: 'source' },
      ...over,
    });
    const header = {
      kind: 'run',
      schema: 1,
      tool: { name: 't', version: '1' },
      origin: { type: 'predict' },
      models: [],
    };
    const write = (name: string, ...samples: object[]): void =>
      writeFileSync(
        at(name),
        [{ ...header, settings: {} }, ...samples].map((one) => `${JSON.stringify(one)}\n`).join(''),
      );
    const [start, e4, d4] = ['PPPPPPPP/RNBQKBNR w', '4P3/8/PPPP1PPP/RNBQKBNR b', '3P4/8/PPP1PPPP/RNBQKBNR b'].map(
      (end) => `rnbqkbnr/pppppppp/8/8/${end.startsWith('P') ? '8/8/' : ''}${end} KQkq - 0 1`,
    ) as [string, string, string];
    writeFileSync(at('e4.pgn'), '[Event "a"]\n\n1. e4 *\n');
    write('two.run.jsonl', sampleOf(0, 1, e4.replace('KQkq', '-')), sampleOf(0, 0, e4), sampleOf(0, 2, e4));
    const pgn = await run('annotate', 'two.run.jsonl', '--in', 'e4.pgn');
    assert.equal(pgn.status, 3);
    assert.match(
      pgn.stderr,
      /1 prediction written, 1 for games or plies that e4\.pgn does not contain, 1 for other positions/,
    );
    assert.equal(pgn.stdout.match(/pfen/g)?.length, 1);
    writeFileSync(at('two.fen'), `${e4}\n${start.split(' ')[0]}\n${start}\n`);
    write('fen.run.jsonl', sampleOf(0, 1, d4), sampleOf(1, 0, start), sampleOf(2, 0, start));
    const fens = await run('annotate', 'fen.run.jsonl', '--in', 'two.fen');
    assert.match(fens.stderr, /2 predictions written, 1 for other positions than two\.fen has there/);
    writeFileSync(at('s5.walk'), 'world s5\n(12) (23)\n');
    const world = { variant: 'world:s5' };
    const [there, elsewhere] = [['(12)'], ['(23)']].map((moves) => sampleOf(0, 1, '', { ...world, moves }));
    write('s5.run.jsonl', there, { ...elsewhere, id: 'm#0.1.1', index: 1 });
    const walks = await run('annotate', 's5.run.jsonl', '--in', 's5.walk');
    assert.match(walks.stderr, /1 prediction written, 1 for other positions than s5\.walk has there/);
  });
});
