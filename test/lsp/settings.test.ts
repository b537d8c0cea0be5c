import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { MessageType, ShowMessageNotification, type ShowMessageParams } from 'vscode-languageserver/node';
import { ABLE, Session, type SessionOptions } from './session.ts';

describe('settings that are out of range', () => {
  let session: Session;
  afterEach(() => session.end());

  /** Starts a session; what it shows comes one by one. */
  async function begin(options: SessionOptions): Promise<() => Promise<ShowMessageParams>> {
    const shown: ShowMessageParams[] = [];
    let wake: (() => void) | undefined;
    session = await Session.start({
      ...options,
      prepare: (connection) =>
        connection.onNotification(ShowMessageNotification.type, (params) => {
          shown.push(params);
          wake?.();
        }),
    });
    return async () => {
      while (shown.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      return shown.shift() as ShowMessageParams;
    };
  }

  it('are said once, with the value, the range and what counts instead, and again when they change', async () => {
    const next = await begin({ settings: { engine: { depth: 99 } } });
    const depth = (value: number): string =>
      `StateLens: the setting statelens.engine.depth is ${value}, and must be a whole number from 1 to 40: 8 is used.`;
    assert.deepEqual(await next(), { type: MessageType.Warning, message: depth(99) });
    await session.configure({ engine: { depth: 99 }, lens: { m: 3 } });
    await session.configure({ engine: { depth: 41 } });
    assert.equal((await next()).message, depth(41));
  });

  it('are said of the options of a client without settings of its own, too', async () => {
    const next = await begin({ capabilities: {}, options: { settings: { lens: { mode: 'loud' } } } });
    assert.match(
      (await next()).message,
      /statelens\.lens\.mode is "loud", and must be one of all, summary, worst, off/,
    );
  });

  it('are listed in one message, with a bound', async () => {
    const severity = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`NO_SUCH_${i}`, 'error']));
    const next = await begin({ capabilities: ABLE, settings: { diagnostics: { severity } } });
    assert.match((await next()).message, /NO_SUCH_0.*NO_SUCH_4.*; and 4 more\.$/);
  });
});
