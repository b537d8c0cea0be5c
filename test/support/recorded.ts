import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { seeded } from '../../src/core/base/random.ts';
import { eachFourth, thoroughly } from './thorough.ts';

/** A value that is compared with its record. */
export interface RecordedValue {
  /** Name of the input. */
  readonly key: string;
  /** What a reader of a difference wants to see first. */
  readonly summary: string;
  /** Everything that is compared, as JSON. */
  readonly value: unknown;
}

const isWriting = process.env['STATELENS_WRITE'] === '1';

/** The inputs of a record: all in a thorough run and where the record is written, otherwise a slice. */
export const recordedInputs = <T>(all: readonly T[]): readonly T[] =>
  isWriting ? all : thoroughly(all, eachFourth(all));

/**
 * Compares values with the records in `test/fixtures/recorded/NAME.txt`: a line for each with its key, its summary and a digest of the
 * whole value. The records hold behavior that was examined when it was written, in more detail than a test can spell out; after an
 * intended change, `STATELENS_WRITE=1` writes them again, and their difference is read.
 *
 * @param from `slice` if the inputs are those of `recordedInputs`: only a thorough run has a value for each record
 */
export function assertRecorded(name: string, values: Iterable<RecordedValue>, from: 'all' | 'slice' = 'all'): void {
  const file = `test/fixtures/recorded/${name}.txt`;
  const lines: string[] = [];
  const found = new Map<string, unknown>();
  for (const { key, summary, value } of values) {
    const digest = createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 8);
    found.set(key, value);
    lines.push(`${key}\t${summary}\t${digest}`);
  }
  assert.equal(found.size, lines.length, 'keys are unique');
  if (isWriting) fs.writeFileSync(file, `${lines.join('\n')}\n`);
  const recorded = fs.readFileSync(file, 'utf8').trimEnd().split('\n');
  const known = new Set(recorded);
  const changed = lines.filter((text) => !known.has(text));
  const [line] = changed;
  if (line !== undefined) {
    const key = line.split('\t', 1)[0] ?? '';
    assert.fail(
      `${changed.length} of ${lines.length} values differ from ${file}; the first:\n` +
        `recorded: ${recorded.find((text) => text.startsWith(`${key}\t`)) ?? 'nothing'}\nnow:      ${line}\n` +
        `${JSON.stringify(found.get(key), undefined, 1).slice(0, 4000)}\n` +
        `If the change is intended, write them with STATELENS_WRITE=1 node test/run.mjs unit/recorded, and read git diff test/fixtures/recorded.`,
    );
  }
  assert.ok(lines.length > 0);
  if (from === 'slice' && thoroughly(false, true)) return;
  assert.equal(
    recorded.length,
    lines.length,
    `${file} has more values than there are: write them with STATELENS_WRITE=1 node test/run.mjs unit/recorded`,
  );
}

const INSERTED = Array.from('()[]{}"\\;%$/.,:-*#=+ \n\t0123456789aegkBNRQKOoxw|<>~…');

/** Yields a text, parts of it, and the text with single characters replaced, removed and inserted, from its seed. */
export function* variants(text: string, seed: number, edits: number): Iterable<readonly [name: string, text: string]> {
  yield ['whole', text];
  for (const share of [0.4, 0.7, 0.9]) yield [`cut-${share}`, text.slice(0, Math.floor(text.length * share))];
  const random = seeded(seed);
  for (let i = 0; i < edits; i++) {
    const at = uniformInt(random, 0, Math.max(0, text.length - 1));
    const inserted = INSERTED[uniformInt(random, 0, INSERTED.length - 1)] ?? '';
    const [removed, added] = [
      [1, inserted],
      [1, ''],
      [0, inserted],
    ][i % 3] as [number, string];
    yield [`edit-${i}`, text.slice(0, at) + added + text.slice(at + removed)];
  }
}
