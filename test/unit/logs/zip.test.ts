import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { crc32, deflateRawSync } from 'node:zlib';
import { ZipWriter } from '../../../src/models/export/node-zip-writer.ts';
import { NodeZip } from '../../../src/models/import/logs/node-zip.ts';
import { cli } from '../../support/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itLong } from '../../support/thorough.ts';

const { folder, remove } = temporaryFolder();
after(remove);

const FEN = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1';
const HEADER = { version: 2, status: 'success', eval: { model: 'm', created: '2026-01-01T00:00:00Z' }, plan: {} };
const sample = (id: number | string, more: object = {}): object => ({
  id,
  epoch: 1,
  input: '1. e4',
  target: FEN,
  output: { model: 'm', choices: [{ message: { role: 'assistant', content: FEN }, stop_reason: 'stop' }] },
  ...more,
});

function archive(entries: readonly (readonly [string, string])[]): Buffer {
  const pieces: Buffer[] = [];
  const zip = new ZipWriter((bytes) => void pieces.push(bytes));
  for (const [name, content] of entries) zip.add(name, content);
  zip.end();
  return Buffer.concat(pieces);
}

const log = (samples: readonly object[], header: object = HEADER): Buffer =>
  archive([
    ['_journal/start.json', JSON.stringify(header)],
    ...samples.map((one, i) => [`samples/${i}_epoch_1.json`, JSON.stringify(one)] as const),
    ['header.json', JSON.stringify(header)],
  ]);

/** Hexadecimal digits, which deflate leaves about half as long. */
const randomText = (size: number, seed: number): string => {
  let text = '';
  for (let i = 0; text.length < size; i++) text += createHash('sha256').update(`${seed} ${i}`).digest('hex');
  return text.slice(0, size);
};

/** An archive whose directory has its entries from the last to the first. */
function reversedDirectory(bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const start = bytes.readUInt32LE(end + 16);
  const records: Buffer[] = [];
  for (let at = start; at < end; ) {
    const length = 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    records.unshift(bytes.subarray(at, at + length));
    at += length;
  }
  return Buffer.concat([bytes.subarray(0, start), ...records, bytes.subarray(end)]);
}

async function importBytes(bytes: Buffer, ...args: string[]) {
  const file = path.join(folder, 'log.eval');
  writeFileSync(file, bytes);
  return await cli(['import', file, ...args]);
}

const samplesIn = (stdout: string): number => (stdout.match(/"kind":"sample"/g) ?? []).length;

describe('a zip', () => {
  itLong('is read as it was written, with more entries than 16 bits count', async () => {
    const count = 66_000;
    const file = path.join(folder, 'many.zip');
    writeFileSync(file, archive(Array.from({ length: count }, (_, i) => [`e${i}`, String(i)] as const)));
    const zip = new NodeZip(file);
    let read = 0;
    for await (const entry of zip.entries(() => true)) {
      assert.ok('bytes' in entry && entry.bytes.toString() === entry.name.slice(1));
      read++;
    }
    zip.close();
    assert.equal(read, count);
  });

  itLong(
    'is read wherever its entries are: small and large ones, and in another order than its directory has',
    async () => {
      const sizes = [
        0,
        1,
        20_000,
        3_000_000,
        1 << 20,
        7,
        999_999,
        ...Array.from({ length: 300 }, (_, i) => 10 + i * 31),
      ];
      const entries = sizes.map((size, i) => [`e${i}`, randomText(size, i)] as const);
      const bytes = archive(entries);
      for (const archived of [bytes, reversedDirectory(bytes)]) {
        const file = path.join(folder, 'places.zip');
        writeFileSync(file, archived);
        const zip = new NodeZip(file);
        const read: string[] = [];
        for await (const entry of zip.entries(() => true)) {
          assert.ok('bytes' in entry, JSON.stringify(entry));
          assert.equal(entry.bytes.toString(), entries[Number(entry.name.slice(1))]?.[1]);
          read.push(entry.name);
        }
        zip.close();
        const names = entries.map(([name]) => name);
        assert.deepEqual(read, archived === bytes ? names : names.reverse());
      }
    },
  );

  it('that is cut off at any place gives the samples before it', async () => {
    const bytes = log(Array.from({ length: 8 }, (_, i) => sample(i)));
    let last = 0;
    for (const share of [0.3, 0.5, 0.7, 0.9, 0.97]) {
      const { stdout, stderr } = await importBytes(bytes.subarray(0, Math.floor(share * bytes.length)));
      assert.match(stderr, /the archive has no directory, as one that is cut off; it was read up to byte/);
      assert.ok(samplesIn(stdout) >= last);
      last = samplesIn(stdout);
    }
    assert.equal(last, 8);
    assert.equal((await importBytes(bytes.subarray(0, 20))).status, 2);
  });

  it('whose sizes stand behind the data is read, too', async () => {
    const content = Buffer.from(JSON.stringify(sample(1)));
    const packed = deflateRawSync(content);
    const name = Buffer.from('samples/1_epoch_1.json');
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(8, 6);
    head.writeUInt16LE(8, 8);
    head.writeUInt16LE(name.length, 26);
    const tail = Buffer.alloc(16);
    tail.writeUInt32LE(0x08074b50, 0);
    tail.writeUInt32LE(crc32(content), 4);
    const { stdout } = await importBytes(
      Buffer.concat([head, name, packed, tail, head, name, packed, tail]),
      '--as',
      'inspect',
    );
    assert.equal(samplesIn(stdout), 2);
  });

  it('with entries as zstd packs them is read', async () => {
    // one raw block in a frame whose content size is known
    const content = Buffer.from(JSON.stringify(sample(1)));
    const frame = Buffer.concat([
      Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x60]),
      uint16(content.length - 256),
      uint24((content.length << 3) | 1),
      content,
    ]);
    const bytes = Buffer.from(
      archive([
        ['header.json', JSON.stringify(HEADER)],
        ['samples/1_epoch_1.json', '?'.repeat(content.length)],
      ]),
    );
    const { stdout, stderr } = await importBytes(withMethod(bytes, 'samples/1_epoch_1.json', 93, content, frame));
    assert.equal(samplesIn(stdout), 1, stderr);
  });
});

const uint16 = (value: number): Buffer => Buffer.from([value & 255, value >> 8]);
const uint24 = (value: number): Buffer => Buffer.from([value & 255, (value >> 8) & 255, value >> 16]);

/** An archive of one header and one entry, whose data and method are replaced. */
function withMethod(bytes: Buffer, name: string, method: number, content: Buffer, packed: Buffer): Buffer {
  const local = bytes.indexOf(Buffer.from(name)) - 30;
  const central = bytes.lastIndexOf(Buffer.from(name)) - 46;
  const centralStart = bytes.readUInt32LE(bytes.length - 6);
  const before = bytes.subarray(0, local + 30 + name.length);
  for (const [at, shift] of [
    [local, 8],
    [central, 10],
  ] as const) {
    bytes.writeUInt16LE(method, at + shift);
    bytes.writeUInt32LE(crc32(content), at + shift + 6);
    bytes.writeUInt32LE(packed.length, at + shift + 10);
    bytes.writeUInt32LE(content.length, at + shift + 14);
  }
  const directory = Buffer.from(bytes.subarray(centralStart));
  directory.writeUInt32LE(before.length + packed.length, directory.length - 6);
  return Buffer.concat([before, packed, directory]);
}

describe('a hostile log', () => {
  it('that is a bomb is read no further than its bounds', async () => {
    const bomb = ' '.repeat(70_000_000);
    const { status, stdout, stderr } = await importBytes(
      archive([
        ['header.json', JSON.stringify(HEADER)],
        ['samples/1_epoch_1.json', bomb],
        ['samples/2_epoch_1.json', JSON.stringify(sample(2))],
      ]),
    );
    assert.equal(status, 0);
    assert.match(stderr, /samples\/1_epoch_1\.json: it unpacks to more than 67,108,864 bytes; skipped/);
    assert.equal(samplesIn(stdout), 1);
  });

  it('that lies about its sizes is found out, and the next entry is read', async () => {
    const bytes = Buffer.from(log([sample(1), sample(2)]));
    const name = Buffer.from('samples/0_epoch_1.json');
    bytes.writeUInt32LE(10, bytes.lastIndexOf(name) - 46 + 24);
    const { stdout, stderr } = await importBytes(bytes);
    assert.match(stderr, /samples\/0_epoch_1\.json: it unpacks to more than the archive states/);
    assert.equal(samplesIn(stdout), 1);
  });

  it('whose entries are damaged gives the others', async () => {
    const bytes = Buffer.from(log([sample(1), sample(2)]));
    const at = bytes.indexOf(Buffer.from('samples/0_epoch_1.json')) + 40;
    bytes.fill(0xff, at, at + 4);
    const { stdout, stderr } = await importBytes(bytes);
    assert.match(stderr, /samples\/0_epoch_1\.json: it (?:is damaged|unpacks)/);
    assert.equal(samplesIn(stdout), 1);
  });

  it('of a later version is read, and says so', async () => {
    const { status, stdout, stderr } = await importBytes(
      log([sample(1, { tomorrow: [1] })], { ...HEADER, version: 7, novelty: {} }),
    );
    assert.equal(status, 0);
    assert.match(stderr, /the log has version 7, and versions up to 2 are known/);
    assert.match(stdout, /"tomorrow":\[1\]/);
  });

  it('with hostile text in every field shows none of it raw, and goes nowhere', async () => {
    const evil = '\u001b]0;owned\u0007\u001b[2J</script><script>alert(1)</script>\u202e../../x';
    const header = {
      ...HEADER,
      eval: { model: evil, created: evil, metadata: { statelens: { header: evil } } },
      plan: evil,
    };
    const samples = [
      sample(evil, {
        output: { model: evil, choices: [{ message: { role: 'assistant', content: `${evil} ${FEN}` } }] },
      }),
      sample('../../../tmp/evil', { target: evil, input: evil, metadata: { [evil]: evil, __proto__: { x: 1 } } }),
      { [evil]: evil },
    ];
    const bytes = archive([
      ['header.json', JSON.stringify(header)],
      ...samples.map((one, i) => [`samples/..%2f${evil.replaceAll('/', '')}${i}.json`, JSON.stringify(one)] as const),
      ['../../evil.txt', 'evil'],
      ['samples/null.json', 'null'],
      ['samples/deep.json', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ]);
    const { status, stdout, stderr } = await importBytes(bytes);
    // less than half of it can be read
    assert.equal(status, 1, stderr);
    assert.equal(samplesIn(stdout), 1);
    for (const control of ['\u0007', '\u001b']) assert.ok(!(stdout + stderr).includes(control));
    assert.ok(!stderr.includes('\u202e'));
  });

  it('that is a large document is read in pieces, a sample that is broken among others', async () => {
    const file = path.join(folder, 'large.json');
    const samples = Array.from({ length: 300 }, (_, i) => JSON.stringify(sample(i)));
    samples[7] = '{"id":7,"epoch":1,oops}';
    writeFileSync(file, `${JSON.stringify(HEADER).slice(0, -1)},"samples":[${samples.join(',')}`);
    const { stdout, stderr } = await cli(['import', file]);
    assert.equal(samplesIn(stdout), 299);
    assert.match(stderr, /samples\[7\]: not JSON/);
    assert.match(stderr, /the file is cut off/);
  });

  itLong('of any kind never ends the program', async () => {
    for (const name of [
      'inspect.json',
      'promptfoo.json',
      'chess-arena.json',
      'openai-evals.jsonl',
      'eee_samples.jsonl',
      'chess-world-model.jsonl',
      'llm-chess-output.txt',
    ]) {
      const whole = readFileSync(`test/fixtures/logs/${name}`, 'utf8');
      for (let step = 1; step < 12; step++) {
        const at = Math.floor((whole.length * step) / 12);
        for (const broken of [
          whole.slice(0, at),
          whole.slice(0, at) + whole.slice(at + 9),
          whole.replaceAll('"', step % 2 ? "'" : '"').replace(/\d/g, '9'),
        ]) {
          const file = path.join(folder, `broken-${name}`);
          writeFileSync(file, broken);
          const { status, stderr } = await cli(['import', file]);
          assert.ok(status !== null && status <= 3, `${name}, ${step}: ${status} ${stderr}`);
        }
      }
    }
  });
});
