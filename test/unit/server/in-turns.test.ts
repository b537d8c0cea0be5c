import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CancellationTokenSource } from 'vscode-languageserver';
import { ServerDocument } from '../../../src/server/documents/document.ts';
import { inTurns, Turns } from '../../../src/server/documents/turns.ts';
import { Work } from '../../../src/server/documents/work.ts';
import { TestClock, testHost } from '../../lsp/host.ts';

const GAME = '[Event "x"]\n\n1. e4 *\n\n';
const MANY = 1000;

/** A document of many games, read, and a way to go through it: every look at the time takes a millisecond. */
async function start() {
  const clock = new TestClock(1);
  const host = testHost(clock);
  const work = new Work(host, { found() {}, failed() {} }, () => {});
  const turns = new Turns(clock, (callback) => host.defer(callback));
  const document = new ServerDocument('file:///a.pgn', 'pgn', 1, GAME.repeat(MANY));
  work.touch(document, false);
  await work.whenRead(document);
  const token = new CancellationTokenSource();
  let made = 0;
  function* games() {
    for (const section of document.sections.list) {
      made++;
      yield section;
    }
  }
  const found = inTurns({ work, turns }, document, token.token, games);
  return { document, work, token, found, made: () => made };
}

/** Lets some turns pass. */
const turn = async (count = 3) => {
  for (let i = 0; i < count; i++) await new Promise<void>((resolve) => setImmediate(resolve));
};

describe('what is made of a document in turns', () => {
  it('is all that there is, with turns for others between', async () => {
    const { document, found, made } = await start();
    await turn();
    const first = made();
    assert.ok(first > 0 && first < MANY, `${first} at first`);
    assert.deepEqual(await found, document.sections.list);
    assert.equal(made(), MANY);
  });

  it('is given up when nobody waits for it', async () => {
    const { token, found, made } = await start();
    await turn();
    token.cancel();
    assert.equal(await found, undefined);
    assert.ok(made() < MANY);
  });

  it('is given up when the document is closed', async () => {
    const { document, found, made } = await start();
    await turn();
    document.close();
    assert.equal(await found, undefined);
    assert.ok(made() < MANY);
  });

  it('is made anew of a document that is edited meanwhile', async () => {
    const { document, work, found } = await start();
    await turn();
    const place = { line: 0, character: 0 };
    document.update([{ range: { start: place, end: place }, text: GAME }], 2);
    work.touch(document, true);
    assert.deepEqual(await found, document.sections.list);
    assert.equal(document.sections.count, MANY + 1);
  });
});
