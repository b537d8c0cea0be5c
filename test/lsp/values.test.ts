import assert from 'node:assert/strict';
import { once } from 'node:events';
import { afterEach, describe, it } from 'node:test';
import { ShowMessageNotification } from 'vscode-languageserver/node';
import { JOB_TABLE } from '../../src/compute/jobs/job-table.ts';
import { JOB_VERSIONS, type Jobs } from '../../src/compute/jobs/jobs.ts';
import { Pool } from '../../src/compute/pool/pool.ts';
import { systemClock } from '../../src/compute/system-clock.ts';
import { inThread } from '../../src/compute/worker/job-runner.ts';
import { err, ok, type Result } from '../../src/core/base/result.ts';
import { chess } from '../../src/core/games/chess/chess.ts';
import type { PositionValues } from '../../src/core/games/position-values.ts';
import type { ValuedPosition, ValueSource, ValueSourceFault } from '../../src/core/mav/values.ts';
import { connectFourValueSource } from '../../src/engine/value-sources.ts';
import type { EngineSettings } from '../../src/server/host.ts';
import { testHost } from './host.ts';
import { Session } from './session.ts';

const URI = 'file:///a.mav';
const AFTER_E4 = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
const example = (list: string, fen = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1') =>
  `<mav game=chess> %FEN %top_1 </mav>\n[%FEN ${fen}]\n[%top_1 ${list}]\n\n`;
const TEXT = example('e2e4:<ctrl32>') + example('e7e5:<ctrl40>', AFTER_E4);

type Answer = (
  position: ValuedPosition,
  signal: Parameters<ValueSource['values']>[1],
) => ReturnType<ValueSource['values']>;

/** Every action is a draw. */
const drawn: Answer = ({ state }) => {
  const parsed = chess.parse(state);
  const legal = parsed.ok ? chess.legal(parsed.value) : [];
  const actions = legal.map((action) => ({ action, win: 0.5 }));
  return Promise.resolve(ok({ actions, outcome: undefined, kind: 'engine' }));
};

/** The real solver of Connect Four, in this thread. */
const solved: Answer = async (position, signal) => {
  const pool = new Pool<Jobs>({
    transport: inThread(JOB_TABLE, systemClock, setImmediate),
    versions: JOB_VERSIONS,
    clock: systemClock,
  });
  const source = connectFourValueSource((input, how) => pool.run('connect-four-values', input, how));
  const values = await source.values(position, signal);
  await pool.dispose();
  return values;
};

describe('values of MAV files in the server', () => {
  let session: Session;
  afterEach(() => session.end());
  const opened: EngineSettings[] = [];
  const asked: string[] = [];
  const messages: string[] = [];
  let wake = (): void => {};
  let disposed = 0;

  const start = async (settings: Record<string, unknown>, answer: Answer = drawn, text = TEXT) => {
    opened.length = 0;
    asked.length = 0;
    disposed = 0;
    const openValues = (engine: EngineSettings): ValueSource => {
      opened.push(engine);
      return {
        label: `Engine, depth ${engine.depth}`,
        games: ['chess', 'connect_four'],
        values(position, signal) {
          asked.push(position.state);
          return answer(position, signal);
        },
        dispose() {
          disposed++;
          return Promise.resolve();
        },
      };
    };
    session = await Session.start({ settings, host: { ...testHost(systemClock), openValues } });
    messages.length = 0;
    session.client.connection.onNotification(ShowMessageNotification.type, ({ message }) => {
      messages.push(message);
      wake();
    });
    await session.client.open(URI, 'mav', text);
  };
  const next = async (): Promise<string[]> =>
    (await session.client.published()).diagnostics.map(
      ({ code, range, message }) =>
        `${range.start.line}:${range.start.character} ${String(code)} ${JSON.stringify(message).slice(1, -1)}`,
    );
  /** The first publication that is as it is wanted. */
  const until = async (isWanted: (found: readonly string[]) => boolean): Promise<string[]> => {
    for (;;) {
      const found = await next();
      if (isWanted(found)) return found;
    }
  };
  const APART = '6:13 MAV_VALUE_APART e7e5 has bucket 40, 8 from 32 by Engine, depth 8';

  it('are left alone unless they are to be checked', async () => {
    await start({});
    assert.deepEqual(await next(), []);
    assert.deepEqual(opened, []);
  });

  it('are told behind everything else, each at its place in the file', async () => {
    await start({ mav: { checkValues: true } });
    assert.deepEqual(await next(), []);
    assert.deepEqual(await until((found) => found.length > 0), [APART]);
    assert.deepEqual(opened, [{ path: '', depth: 8, threads: 1 }]);
    assert.equal(asked.length, 2);
  });

  it('are asked for anew where the text was edited, and nowhere else', async () => {
    await start({ mav: { checkValues: true } });
    await until((found) => found.includes(APART));
    const place = { line: 0, character: 0 };
    await session.client.change(URI, 2, { range: { start: place, end: place }, text: '\n' });
    assert.deepEqual(await until((found) => found.some((line) => line.startsWith('7:13'))), [APART.replace('6', '7')]);
    // An edit has its neighbour read again.
    assert.ok(asked.length <= 4);
    const end = { line: 7, character: 21 };
    await session.client.change(URI, 3, { range: { start: { line: 7, character: 18 }, end }, text: '33>' });
    await until((found) => found.length === 0);
  });

  it('go on with the other files when the one that is asked about is closed', async () => {
    let stopped = 0;
    const endless: Answer = (position, signal) =>
      position.state.includes(' w ')
        ? new Promise((resolve) => {
            signal.addEventListener('abort', () => {
              stopped++;
              resolve(err({ code: 'cancelled', message: 'called off' }));
            });
          })
        : drawn(position, signal);
    await start({ mav: { checkValues: true } }, endless, example('e2e4:<ctrl32>'));
    while (asked.length === 0) await session.client.connection.sendRequest('statelens/unknown').catch(() => undefined);
    await session.client.open('file:///b.mav', 'mav', example('e7e5:<ctrl40>', AFTER_E4));
    await until(() => true);
    await session.client.close(URI);
    await until((found) => found.some((line) => line.includes('MAV_VALUE_APART')));
    assert.equal(stopped, 1);
  });

  it('follow the settings: the tolerance, the engine, and whether they are checked at all', async () => {
    await start({ mav: { checkValues: true } });
    await until((found) => found.includes(APART));
    await session.configure({ mav: { checkValues: true, valueTolerance: 8 } });
    await until((found) => found.length === 0);
    assert.equal(opened.length, 1);
    await session.configure({ mav: { checkValues: true }, engine: { path: '/opt/engine', depth: 12, threads: 3 } });
    await until((found) => found.some((line) => line.endsWith('Engine, depth 12')));
    assert.deepEqual(opened[1], { path: '/opt/engine', depth: 12, threads: 3 });
    assert.equal(disposed, 1);
    await session.configure({ mav: { checkValues: false } });
    await until((found) => found.length === 0);
    assert.equal(disposed, 2);
  });

  it('are not asked for any more when the document is closed', async () => {
    const events = new EventTarget();
    const [begun, over] = [once(events, 'asked'), once(events, 'cancelled')];
    await start({ mav: { checkValues: true } }, (_position, signal) => {
      events.dispatchEvent(new Event('asked'));
      return new Promise<Result<PositionValues, ValueSourceFault>>((resolve) => {
        signal.addEventListener('abort', () => {
          events.dispatchEvent(new Event('cancelled'));
          resolve({ ok: false, error: { code: 'cancelled', message: 'cancelled' } });
        });
      });
    });
    await begun;
    await session.client.close(URI);
    await over;
    assert.equal(asked.length, 1);
  });

  it('of positions that take too long are left out, which is said at the list', async () => {
    await start({ mav: { checkValues: true } }, (position, signal) =>
      position.state === AFTER_E4
        ? Promise.resolve({ ok: false, error: { code: 'too-long', message: 'too long' } })
        : drawn(position, signal),
    );
    const found = await until((found) => found.length > 0);
    assert.deepEqual(found, [
      '6:1 MAV_NOT_VALUED not compared with Engine, depth 8: this position would take too long',
    ]);
    assert.deepEqual(messages, []);
  });

  it('of one game are checked though the source of another cannot be used', async () => {
    const four = `<mav game=connect_four> %state %top_1 </mav>\n[%state x || ${'. '.repeat(35)}x x x . o o o ||]\n[%top_1 x3:<ctrl20>]\n`;
    await start(
      { mav: { checkValues: true } },
      (position, signal) =>
        position.game === 'chess'
          ? Promise.resolve({ ok: false, error: { code: 'failed', message: 'engine was not found' } })
          : solved(position, signal),
      TEXT + four + TEXT,
    );
    const found = await until((found) => found.length > 0);
    assert.deepEqual(found, ['10:11 MAV_VALUE_APART x3 has bucket 20, 44 from 64 (a proved win) by Engine, depth 8']);
    assert.deepEqual(messages, ['StateLens: values are not checked: engine was not found']);
  });

  it('have one message when the engine cannot be used, and are tried again with another', async () => {
    let isBroken = true;
    await start({ mav: { checkValues: true } }, (position, signal) =>
      isBroken
        ? Promise.resolve({ ok: false, error: { code: 'failed', message: 'engine was not found' } })
        : drawn(position, signal),
    );
    while (messages.length === 0) await new Promise<void>((resolve) => (wake = resolve));
    assert.deepEqual(messages, ['StateLens: values are not checked: engine was not found']);
    isBroken = false;
    await session.configure({ mav: { checkValues: true }, engine: { path: 'other' } });
    await until((found) => found.includes(APART));
    assert.equal(messages.length, 1);
  });
});
