import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe } from 'node:test';
import { type PackedSamples, unpackSamples } from '../../../src/protocol/exported-samples.ts';
import { games, readLog } from '../../support/pgn2fen.ts';
import { takenText } from '../../support/readings.ts';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong } from '../../support/thorough.ts';

describe('the HTML report of the command line', () => {
  const { folder, remove } = temporaryFolder();
  const at = (name: string): string => path.join(folder, name);
  const run = at('nano.run.jsonl');
  before(async () => {
    writeFileSync(at('games.pgn'), games());
    const lines = readLog('openai_gpt-4.1-nano-2025-04-14').filter((_, i) => i % 80 === 0);
    writeFileSync(at('nano.jsonl'), lines.join('\n'));
    const made = await cli(['import', 'pgn2fen', at('nano.jsonl'), '--games', at('games.pgn'), '--out', run]);
    assert.equal(made.status, 0, made.stderr);
  });
  after(remove);

  const page = async (...flags: string[]): Promise<string> => {
    const made = await cli(['report', run, '-m', '2', '--format', 'html', '--no-baselines', ...flags]);
    assert.equal(made.status, 0, made.stderr);
    return made.stdout;
  };
  const samplesIn = (html: string) => {
    const data = /<script type="application\/json" id="samples-data">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null';
    return unpackSamples(JSON.parse(data) as PackedSamples)?.details ?? [];
  };

  itLong('holds the failures with their raw answers, and says of how many', async () => {
    const html = await page();
    const found = samplesIn(html);
    const raw = readFileSync(run, 'utf8')
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => JSON.parse(line) as { id: string; raw: string });
    assert.ok(found.length > 5);
    assert.match(html, new RegExp(`What the models got wrong: ${found.length} of ${raw.length} answers\\.`));
    for (const { listed, answer, verdictText, lastMove } of found) {
      assert.equal(answer?.raw, raw.find(({ id }) => id === listed.id)?.raw);
      assert.notEqual(listed.status, 'exact');
      assert.notEqual(listed.sentence, '');
      assert.match(verdictText, /p₂/);
      assert.ok(listed.ply === 0 || lastMove !== null);
    }
    assert.equal(takenText(found[0]?.answer), found[0]?.listed.predicted);
  });

  itLong('holds all answers, or none and then no script', async () => {
    const all = await page('--answers', 'all');
    const count = readFileSync(run, 'utf8').trimEnd().split('\n').length - 1;
    assert.equal(samplesIn(all).length, count);
    assert.ok(all.includes(`All ${count} of ${count} answers.`));
    const none = await page('--answers', 'none');
    assert.doesNotMatch(none, /<script|script-src|Answers<\/a>/);
    assert.equal((await cli(['report', run, '--answers', 'some'])).status, 2);
  });
});
