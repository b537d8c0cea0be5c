import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { systemClock } from '../../../src/compute/system-clock.ts';
import type { Result } from '../../../src/core/base/result.ts';
import type { PositionValues } from '../../../src/core/games/position-values.ts';
import type { ValueSourceFault } from '../../../src/core/mav/values.ts';
import { nodeProgram } from '../../../src/engine/node-program.ts';
import { openValueSource } from '../../../src/engine/node-value-source.ts';
import { PATIENCE } from '../../../src/engine/watchdog.ts';
import { itLong } from '../../support/thorough.ts';

const never = new AbortController().signal;
/** All that the program in test/support knows. */
const STATE = 'k7/8/K7/8/8/8/8/7R w - - 0 1';

describe('an engine as a process', () => {
  let folder: string;
  before(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'statelens engines $(touch x) '));
  });
  after(() => fs.rmSync(folder, { recursive: true, force: true }));

  const copy = (manner: string): string => {
    const file = path.join(folder, `${manner}.mjs`);
    fs.copyFileSync('test/support/fake-uci.mjs', file);
    return file;
  };
  const ask = async (file: string, patience = PATIENCE): Promise<Result<PositionValues, ValueSourceFault>> => {
    const source = openValueSource({ path: file, bundle: import.meta.url, clock: systemClock, patience });
    const result = await source.values({ game: 'chess', state: STATE }, never);
    await source.dispose();
    return result;
  };
  const fault = (result: Result<PositionValues, ValueSourceFault>): ValueSourceFault => {
    assert.ok(!result.ok);
    return result.error;
  };

  it('values a position, and its path is never read by a shell', async () => {
    const result = await ask(copy('normal'));
    assert.ok(result.ok);
    assert.equal(result.value.actions.length, 17);
    assert.deepEqual(result.value.actions[0], { action: 'a6b6', win: 0.5 });
    assert.deepEqual(
      fs.readdirSync(folder).filter((name) => name === 'x'),
      [],
    );
  });

  itLong('is started again when it dies once, and told with its last words when it dies again', async () => {
    assert.ok((await ask(copy('dies-once'))).ok);
    const { code, message } = fault(await ask(copy('dies')));
    assert.equal(code, 'failed');
    assert.equal(message, 'Fake 2 ended with status 3: network file not found');
  });

  itLong('is ended when it never greets, whether it is silent or babbles', async () => {
    for (const manner of ['silent', 'babbles']) {
      const { code, message } = fault(await ask(copy(manner), { ...PATIENCE, answerMs: 300 }));
      assert.equal(code, 'failed');
      assert.match(message, /did not answer within 0\.3 s$/);
    }
  });

  it('may be no engine, and then it says so', async () => {
    assert.equal(fault(await ask(path.join(folder, 'nowhere'))).message, 'nowhere was not found');
    assert.equal(fault(await ask(path.join(folder, 'nowhere.js'))).message, 'nowhere.js was not found');
    const text = path.join(folder, 'text');
    fs.writeFileSync(text, 'no program');
    assert.match(fault(await ask(text)).message, /^text cannot be run/);
    assert.match(fault(await ask('a\0b')).message, /could not be run/);
    assert.match(fault(await ask(folder)).message, /cannot be run|is a folder/);
  });

  it('is ended by force when it does not go', async () => {
    let greet = (): void => {};
    const greeted = new Promise<void>((resolve) => {
      greet = resolve;
    });
    const told: string[] = [];
    const running = nodeProgram(copy('stays')).start({
      line: (line) => {
        told.push(line);
        if (line === 'uciok') greet();
      },
      ended: (reason) => told.push(reason),
    });
    running.send('uci');
    await greeted;
    running.send('quit');
    await running.end();
    running.send('uci');
    assert.deepEqual(told.at(-1), 'uciok');
  });
});
