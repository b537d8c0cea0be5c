import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ServerDocument } from '../../../src/server/documents/document.ts';
import { ServerDocument as Documents } from '../../../src/server/documents/document.ts';
import { Work } from '../../../src/server/documents/work.ts';
import { TestClock, testHost } from '../../lsp/host.ts';
import { itLong } from '../../support/thorough.ts';

const open = (uri: string, text: string) => new Documents(uri, 'pgn', 1, text);

/** A work list, and what it tells. */
function start(clock = new TestClock(0.1)) {
  const found: string[] = [];
  const failed: string[] = [];
  const away: string[] = [];
  const work = new Work(
    testHost(clock),
    {
      found: ({ uri }) => found.push(uri),
      failed: ({ uri }, error) => failed.push(`${uri}: ${String(error)}`),
    },
    (_, text) => away.push(text),
  );
  return { work, found, failed, away, clock };
}

const turns = async (count: number) => {
  for (let i = 0; i < count; i++) await new Promise<void>((resolve) => setImmediate(resolve));
};

describe('the work on documents', () => {
  it('goes on with the others when one has a fault of ours', async () => {
    const { work, found, failed } = start();
    const broken = open('broken', '1. e4 *');
    broken.step = () => {
      throw new Error('a bug');
    };
    const good = open('good', '1. e4 *');
    work.touch(good, false);
    work.touch(broken, false);
    assert.equal(await work.whenRead(broken), false);
    assert.equal(await work.whenRead(good), true);
    await turns(2);
    assert.deepEqual(failed, ['broken: Error: a bug']);
    // On a slow machine it is told of in two parts.
    assert.deepEqual([...new Set(found)], ['good']);
  });

  itLong('lets other events in between', async () => {
    const { work } = start();
    const document = open('large', '[Event "x"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n'.repeat(20_000));
    work.touch(document, false);
    let between = 0;
    while (!document.sections.isRead) {
      await turns(1);
      between++;
    }
    assert.ok(between > 3, `${between} events came in between`);
    work.dispose();
  });

  itLong('says when enough is read for a place, and no later', async () => {
    const { work } = start();
    const game = '[Event "x"]\n\n1. e4 e5 *\n\n';
    const document = open('large', game.repeat(20_000));
    work.touch(document, false);
    const woken: string[] = [];
    const wait = async (name: string, line?: number) => {
      await work.whenRead(document, line === undefined ? undefined : { line, character: 0 });
      woken.push(name);
      return document.sections.list.filter(({ reading }) => reading !== undefined).length;
    };
    const [, middle, first] = await Promise.all([wait('all'), wait('middle', 40_000), wait('first', 2)]);
    assert.deepEqual(woken, ['first', 'middle', 'all']);
    assert.ok(first < 1000, `${first} games were read before the first one was`);
    assert.ok(middle > 10_000 && middle < 15_000, `${middle} games were read before the one in the middle was`);
    work.dispose();
  });

  it('tells what is on the screen and what was edited before all is read', async () => {
    const { work, found } = start();
    const game = '[Event "x"]\n\n1. e4 e5 2. Ke3 *\n\n';
    const document = open('large', game.repeat(20_000));
    document.visible = [{ start: { line: 0, character: 0 }, end: { line: 30, character: 0 } }];
    work.touch(document, false);
    while (found.length === 0) await turns(1);
    assert.equal(document.sections.isRead, false);
    assert.ok(document.findings().length >= 8);
    const place = { line: 2, character: 3 };
    document.update([{ range: { start: place, end: place }, text: 'd4 ' }], 2);
    work.touch(document, true);
    while (found.length === 1) await turns(1);
    assert.equal(document.sections.isRead, false);
    assert.match(document.findings()[0]?.found[0]?.message ?? '', /e4/);
    work.dispose();
  });

  it('waits for quiet after edits of a game too large for a slice', async () => {
    const { work, clock, away, found } = start();
    const document: ServerDocument = open('huge', `1. ${'e4\n'.repeat(100_000)}*`);
    work.touch(document, false);
    await work.whenRead(document);
    await turns(3);
    assert.equal(away.length, 1);
    const place = { line: 0, character: 3 };
    document.update([{ range: { start: place, end: place }, text: 'd4 ' }], 2);
    work.touch(document, true);
    await turns(3);
    assert.equal(document.sections.isRead, false);
    clock.pass(300);
    // a long game is read in steps, however many turns they take
    assert.equal(await work.whenRead(document), true);
    while (away.length === 1) await turns(1);
    assert.equal(document.sections.isRead, true);
    assert.ok(document.isWaiting);
    document.sections.list[0].isInPool = false;
    document.sections.list[0].found = [];
    work.touch(document, false);
    await turns(3);
    assert.equal(found.at(-1), 'huge');
  });

  it('forgets a document that is closed', async () => {
    const { work, found } = start();
    const document = open('closed', '1. e4 *');
    work.touch(document, false);
    const read = work.whenRead(document);
    work.drop(document);
    assert.equal(await read, false);
    await turns(2);
    assert.deepEqual(found, []);
  });
});
