import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Connection, DidChangeConfigurationParams, InitializeParams } from 'vscode-languageserver';
import type { ServerSettings } from '../../../src/protocol/settings.ts';
import { ClientSettings } from '../../../src/server/client-settings.ts';
import type { Log } from '../../../src/server/log.ts';

const SECTION = { diagnostics: { severity: { PGN_NULL_MOVE: 'error' } }, mav: { dialect: 'base0' } };

/** Settings of a client that sends them whole, and what each change was from and to. */
function client(section: object) {
  let send: (params: DidChangeConfigurationParams) => void = () => {};
  const onDidChangeConfiguration = (handler: typeof send): void => {
    send = handler;
  };
  const changes: [before: ServerSettings, after: ServerSettings][] = [];
  const settings = new ClientSettings({ onDidChangeConfiguration } as unknown as Connection, {} as Log, (before) => {
    changes.push([before, settings.values]);
  });
  settings.initialize({ capabilities: {} } as InitializeParams, { settings: section });
  return { changes, set: (values: object) => send({ settings: { statelens: values } }) };
}

describe("the client's settings", () => {
  it('are the same objects as before where they say the same, so that nothing is published for them', () => {
    const { changes, set } = client(SECTION);
    set({ ...SECTION, board: { orientation: 'black' } });
    assert.equal(changes.length, 1);
    const [[before, after]] = changes;
    assert.deepEqual([before.orientation, after.orientation], ['white', 'black']);
    assert.equal(after.severities, before.severities);
    assert.equal(after.mavDialect, before.mavDialect);
    assert.deepEqual(after.severities, { PGN_NULL_MOVE: 'error' });
  });

  it('are others where they say something else', () => {
    const { changes, set } = client(SECTION);
    set({ mav: { dialect: 'base1' } });
    const [[before, after]] = changes;
    assert.notEqual(after.severities, before.severities);
    assert.deepEqual([after.severities, before.mavDialect.base, after.mavDialect.base], [{}, 0, 1]);
  });

  it('have not changed when the client sends the same once more', () => {
    const { changes, set } = client(SECTION);
    set(structuredClone(SECTION));
    assert.deepEqual(changes, []);
  });
});
