import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { Session } from './session.ts';

const URI = 'file:///a.pgn';
const NULL_MOVE = '[Event "x"]\n[Result "*"]\n\n1. e4 -- 2. Nf3\n';

describe('severities of diagnostics', () => {
  let session: Session;
  afterEach(() => {
    session.end();
    last = '';
  });
  let last = '';
  /** The next publication that is not the one before it once more, as a slow machine may have it. */
  const next = async () => {
    for (;;) {
      const { diagnostics } = await session.client.published();
      const found = Object.fromEntries(diagnostics.map(({ code, severity }) => [code, severity]));
      if (JSON.stringify(found) === last) continue;
      last = JSON.stringify(found);
      return found;
    }
  };

  it('follow the settings, and are published again', async () => {
    session = await Session.start({ settings: {} });
    await session.client.open(URI, 'pgn', NULL_MOVE);
    assert.deepEqual(await next(), { PGN_NULL_MOVE: 3, PGN_MISSING_RESULT: 2 });
    await session.configure({ diagnostics: { severity: { PGN_NULL_MOVE: 'error', PGN_MISSING_RESULT: 'off' } } });
    assert.deepEqual(await next(), { PGN_NULL_MOVE: 1 });
    await session.configure({ 'diagnostics.severity': { PGN_MISSING_RESULT: 'hint', PGN_NOTHING: 'error' } });
    assert.deepEqual(await next(), { PGN_NULL_MOVE: 3, PGN_MISSING_RESULT: 4 });
    await session.configure({});
    assert.deepEqual(await next(), { PGN_NULL_MOVE: 3, PGN_MISSING_RESULT: 2 });
  });

  it('are checked anew when the export format is asked for', async () => {
    session = await Session.start({ settings: {} });
    await session.client.open(URI, 'pgn', NULL_MOVE);
    const before = await next();
    await session.configure({ diagnostics: { strictExport: true } });
    const strict = await next();
    for (const code of Object.keys(before)) assert.ok(code in strict, code);
    await session.configure({ diagnostics: { strictExport: false } });
    assert.deepEqual(await next(), before);
  });
});
