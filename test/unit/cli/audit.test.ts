import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { crc32, gzipSync } from 'node:zlib';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const { folder, remove } = temporaryFolder();
after(remove);

const file = (name: string, content: string | Buffer): string => {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  writeFileSync(path.join(folder, name), content);
  return name;
};
const audit = (...args: string[]) => cli(['audit', ...args], { cwd: folder });

const STALE = 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 3 3';
const NOTES = `The game: 1. e4 e5 2. Nf3 Nc6 3. Bb5.\n\nSo the position is \`${STALE}\`, Black to move.\n`;
const CLEAN = 'The game: 1. e4 e5 2. Nf3 Nc6 3. Bb5. Black is to move.\n';
file('notes.md', NOTES);
file('clean.md', CLEAN);

/** A zip whose entries are stored as they are. */
function storedZip(entries: Readonly<Record<string, string>>): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(entries)) {
    const bytes = Buffer.from(text);
    const sizes = Buffer.alloc(26);
    // version, flags, method, time and date, then the checksum, both sizes and the length of the name
    sizes.writeUInt16LE(20, 0);
    sizes.writeUInt32LE(crc32(bytes), 10);
    sizes.writeUInt32LE(bytes.length, 14);
    sizes.writeUInt32LE(bytes.length, 18);
    sizes.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), sizes, Buffer.from(name), bytes]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), sizes, place, Buffer.from(name)]));
    locals.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length, 4);
  end.writeUInt16LE(directory.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, central, Buffer.from('PK\x05\x06'), end]);
}

describe('statelens audit', () => {
  it('exits with 0 for a clean transcript and with 1 for a finding', async () => {
    const clean = await audit('clean.md');
    assert.deepEqual([clean.status, clean.stdout, clean.stderr], [0, '', 'statelens: no findings in 1 file\n']);
    const { status, stdout, stderr } = await audit('notes.md');
    assert.equal(status, 1);
    assert.match(stdout, /^notes\.md:3:21: error AUDIT_WRONG_STATE: .*missed 3\.Bb5/);
    assert.equal(stderr, 'statelens: 1 error in 1 file\n');
  });

  it('honors --fail-on and --severity', async () => {
    assert.equal((await audit('notes.md', '--fail-on', 'never')).status, 0);
    assert.equal((await audit('notes.md', '--severity', 'AUDIT_WRONG_STATE=info')).status, 0);
    assert.equal((await audit('notes.md', '--severity', 'AUDIT_WRONG_STATE=off')).stdout, '');
  });

  it('writes JSON and SARIF with the range in the transcript', async () => {
    const [{ message, ...finding }] = JSON.parse((await audit('notes.md', '--format', 'json')).stdout);
    assert.match(message, /b5|f1/);
    assert.deepEqual(finding, {
      file: 'notes.md',
      range: { start: { line: 2, character: 20 }, end: { line: 2, character: 20 + STALE.length } },
      severity: 'error',
      code: 'AUDIT_WRONG_STATE',
      game: null,
      ply: 5,
    });
    const sarif = JSON.parse((await audit('notes.md', 'clean.md', '--format', 'sarif')).stdout);
    assert.equal(sarif.runs[0].results[0].ruleId, 'AUDIT_WRONG_STATE');
    assert.equal(sarif.runs[0].tool.driver.rules[0].id, 'AUDIT_WRONG_STATE');
  });

  it('reads folders, archives and standard input', async () => {
    file('logs/a.jsonl', `${JSON.stringify({ role: 'assistant', content: NOTES })}\n`);
    file('logs/b.json', JSON.stringify([{ role: 'assistant', content: CLEAN }]));
    file('logs/c.pgn', '1. e4 e5 2. Ke3');
    assert.equal((await audit('logs')).stderr, 'statelens: 1 error in 2 files\n');
    file('notes.md.gz', gzipSync(NOTES));
    assert.equal((await audit('notes.md.gz')).status, 1);
    const piped = await cli(['audit', '-'], { cwd: folder, input: NOTES });
    assert.match(piped.stdout, /^<stdin>:3:21/);
  });

  it('reads what it can of damaged and newer logs, and says so', async () => {
    file('cut.jsonl', `${JSON.stringify({ role: 'assistant', content: NOTES })}\n{"role":"assistant","content":"I pl`);
    const cut = await audit('cut.jsonl');
    assert.equal(cut.status, 1);
    assert.match(cut.stdout, /info AUDIT_UNREAD: a JSON string is cut off/);
    file('new.json', JSON.stringify({ version: 7, samples: [{ messages: [{ role: 'assistant', content: NOTES }] }] }));
    assert.match((await audit('new.json')).stdout, /version 7 of the log is newer/);
  });

  it('reads zipped logs of Inspect AI, a conversation a sample, and says where one is damaged', async () => {
    copyFileSync('test/fixtures/logs/inspect.eval', path.join(folder, 'fixture.eval'));
    const fixture = await audit('fixture.eval');
    assert.equal(fixture.stderr, 'statelens: 1 error in 1 file\n');
    assert.match(fixture.stdout, /^fixture\.eval\/samples\/\w+\.json:\d+:\d+: error AUDIT_WRONG_STATE/);
    const sample = JSON.stringify({ id: 1, epoch: 1, messages: [{ role: 'assistant', content: NOTES }] });
    const whole = storedZip({ 'header.json': '{"version":2}', 'samples/1_epoch_1.json': sample, 'other.json': sample });
    file('logs.d/run.eval', whole);
    const found = await audit('logs.d');
    assert.equal(found.status, 1);
    const column = sample.indexOf(STALE) + 1;
    assert.match(
      found.stdout,
      new RegExp(`^logs\\.d/run\\.eval/samples/1_epoch_1\\.json:1:${column}: error AUDIT_WRONG_STATE`),
    );
    assert.equal(found.stdout.trim().split('\n').length, 1);
    const broken = Buffer.from(whole);
    broken[broken.indexOf('"messages"')] = 0x27;
    file('broken.eval', broken);
    const damaged = await audit('broken.eval');
    assert.equal(damaged.status, 3);
    assert.match(damaged.stderr, /broken\.eval: samples\/1_epoch_1\.json: /);
    file('none.eval', 'no archive');
    const none = await audit('none.eval');
    assert.deepEqual([none.status, none.stdout], [3, '']);
  });

  it('lets nothing of a hostile transcript reach the terminal', async () => {
    const hostile = `1. e4 e5 2. Nf3\u001b[31m Nc6 3. Bb5 \u001b]0;x\u0007. I play Na1\u001b[0m. Now: ${STALE.replace('3 3', '\u001b[2J')}`;
    file('hostile.jsonl', JSON.stringify({ role: '<script>', content: hostile, file: '../../../etc/passwd' }));
    for (const format of ['text', 'json', 'sarif']) {
      const { stdout, stderr } = await audit('hostile.jsonl', '--format', format);
      assert.doesNotMatch(stdout + stderr, /\p{Cc}(?<!\n)/u);
    }
  });

  it('is a wrong call without files, or with one that is not there', async () => {
    assert.equal((await audit()).status, 2);
    assert.equal((await audit('missing.md')).status, 2);
  });
});
