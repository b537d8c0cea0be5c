import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { importText, runBeside } from '../../../src/extension/import/commands.ts';
import { importLogFile } from '../../../src/models/import/logs/node-import-file.ts';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const { folder, remove } = temporaryFolder();
after(remove);

const LOGS = path.resolve('test/fixtures/logs');

const importFile = (
  file: string,
  out: string,
  signal = new AbortController().signal,
  given: Partial<Parameters<typeof importLogFile>[0]> = {},
) =>
  importLogFile({
    file,
    out: path.join(folder, out),
    tool: { name: 'statelens', version: '1' },
    created: '2026-01-31T10:00:00Z',
    signal,
    map: {},
    approve: () => Promise.resolve(true),
    onSamples: () => undefined,
    ...given,
  });

describe('a log that the editor opens as a run', () => {
  for (const log of ['inspect.eval', 'inspect.json', 'eee_samples.jsonl', 'promptfoo.json', 'llm-chess-output.txt'])
    it(`has the samples that the command line finds in ${log}`, async () => {
      const imported = await importFile(path.join(LOGS, log), 'editor.run.jsonl');
      assert.ok(imported.ok);
      const { stdout } = await cli(['import', path.join(LOGS, log)]);
      const [, ...samples] = readFileSync(path.join(folder, 'editor.run.jsonl'), 'utf8').split('\n');
      assert.deepEqual(samples, stdout.split('\n').slice(1));
      assert.equal(imported.value.samples, samples.length - 1);
    });

  it('leaves nothing behind where it is no log, holds no sample or is canceled', async () => {
    const before = readdirSync(folder).length;
    const nothing = path.join(folder, 'notes.txt');
    writeFileSync(nothing, 'nothing to see\n');
    const refused = await importFile(nothing, 'none.run.jsonl');
    assert.deepEqual(refused, {
      ok: false,
      error: { message: 'notes.txt looks like no log that is known', choices: [] },
    });
    const empty = await importFile(path.join(LOGS, 'llm-chess.json'), 'none.run.jsonl');
    assert.match(
      empty.ok ? '' : empty.error.message,
      /^no sample of it could be read as a position with an answer: .*import its output\.txt/,
    );
    const canceled = await importFile(path.join(LOGS, 'inspect.eval'), 'none.run.jsonl', AbortSignal.abort());
    assert.ok(!canceled.ok && canceled.error.isCanceled === true);
    assert.ok(!existsSync(path.join(folder, 'none.run.jsonl')));
    assert.equal(readdirSync(folder).length, before + 1);
  });

  it('is shown as it will be read, and written only if that is wanted', async () => {
    const file = path.resolve('test/fixtures/edges/24b-fen.jsonl');
    const plans: unknown[] = [];
    const approve = (plan: unknown): Promise<boolean> => {
      plans.push(plan);
      return Promise.resolve(false);
    };
    const unwanted = await importFile(file, 'unwanted.run.jsonl', undefined, { approve });
    assert.ok(!unwanted.ok && unwanted.error.isCanceled === true);
    assert.ok(!existsSync(path.join(folder, 'unwanted.run.jsonl')));
    assert.deepEqual(Object(plans[0]).fits, { records: 1, of: 1 });
    assert.ok((await importFile(file, 'wanted.run.jsonl')).ok);
  });

  it('of which two readings fit says both, and is read by the one that is chosen', async () => {
    const file = path.join(folder, 'echo.jsonl');
    const fen = 'rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 2 2';
    writeFileSync(file, JSON.stringify({ fen, move: 'Nc3', response: fen }));
    const open = await importFile(file, 'echo.run.jsonl');
    assert.ok(!open.ok);
    assert.deepEqual(
      open.error.choices.map(({ map }) => map),
      [{ asked: 'before' }, { asked: 'after' }],
    );
    const chosen = await importFile(file, 'echo.run.jsonl', undefined, { map: open.error.choices[1]?.map ?? {} });
    assert.ok(chosen.ok);
    assert.match(readFileSync(path.join(folder, 'echo.run.jsonl'), 'utf8'), /"moves":\["Nc3"\]/);
  });

  it('is told of with what was skipped', async () => {
    const imported = await importFile(path.join(LOGS, 'inspect.eval'), 'told.run.jsonl');
    assert.ok(imported.ok);
    assert.match(
      importText('inspect.eval', imported.value),
      /^inspect\.eval was read as an Inspect AI log: 4 samples\. 1 skipped: samples\/three_epoch_1\.json: the field metadata\.moves holds no moves/,
    );
    assert.equal(runBeside('/a/b.c/log.eval'), '/a/b.c/log.run.jsonl');
    assert.equal(runBeside('/a/b.c/log'), '/a/b.c/log.run.jsonl');
  });
});
