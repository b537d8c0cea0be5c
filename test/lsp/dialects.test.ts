import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import {
  type Diagnostic,
  DocumentSymbolRequest,
  type Registration,
  RegistrationRequest,
} from 'vscode-languageserver/node';
import { DIALECTS_NOTIFICATION } from '../../src/protocol/lsp.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { ABLE, Session } from './session.ts';

const DIALECT = String.raw`{
  "id": "moves",
  "world": "boxes2x2",
  "none": ["-"],
  "lines": [
    { "event": "generate", "pattern": "#(?<id>\\d+) <- (?<parent>\\d+|-) via (?<action>\\S+) gives (?<state>.*)" },
    { "event": "generate", "pattern": "#(?<id>\\d+) is (?<state>.*)" },
    { "event": "choose", "pattern": "so: (?<actions>.*)", "separator": ", then " }
  ]
}
`;
const TRACE = `#1 is 1: | 2:
#2 <- 1 via put(apple,1) gives 1: apple | 2:
#3 <- 2 via put(book,2) gives 1: apple | 2: apple
so: put(apple,1), then put(book,2)
`;
const URI = 'file:///w/moves.dialect.json';
const TRACE_URI = 'file:///w/a.trace';
/** The place of a finding: line and columns. */
const where = ({ range: { start, end } }: Diagnostic): string => `${start.line}:${start.character}-${end.character}`;

describe('dialect files in the server', () => {
  let session: Session;
  afterEach(() => session.end());

  const messageOf = (diagnostic: Diagnostic | undefined): string =>
    typeof diagnostic?.message === 'string' ? diagnostic.message : '';

  /** What is published of a document, once its codes are these. */
  const until = async (uri: string, ...wanted: string[]): Promise<readonly Diagnostic[]> => {
    for (;;) {
      const { uri: of, diagnostics } = await session.client.published();
      if (of === uri && diagnostics.map(({ code }) => code).join() === wanted.join()) return diagnostics;
    }
  };
  /** Waits until the first finding of a document says something. */
  const untilSays = async (uri: string, wanted: RegExp): Promise<void> => {
    for (;;) {
      const { uri: of, diagnostics } = await session.client.published();
      if (of === uri && wanted.test(messageOf(diagnostics[0]))) return;
    }
  };
  let version = 1;
  const edit = (text: string): Promise<void> => session.client.change(URI, ++version, { text });

  it('are checked while they are edited, each fault at its place', async () => {
    session = await Session.start();
    await session.client.open(URI, 'json', DIALECT.replace('"id": "moves"', '"id": "moves", "wrold": "s5"'));
    const [unknown] = await until(URI, 'DIALECT_FIELD');
    assert.deepEqual([unknown?.message, unknown && where(unknown)], ['wrold: unknown key', '1:18-23']);
    const range = { start: { line: 1, character: 15 }, end: { line: 1, character: 30 } };
    await session.client.change(URI, ++version, { range, text: '' });
    await until(URI);
    await edit(
      DIALECT.replace(
        '(?<state>.*)" },\n    { "event": "choose"',
        '(?:(?<state>\\\\w{1,40}){1,40})" },\n    { "event": "choose"',
      ),
    );
    const [large] = await until(URI, 'DIALECT_PATTERN');
    assert.match(messageOf(large), /counts multiply to more than 1000 steps/);
    await edit(DIALECT.replaceAll('<state>', '<stage>'));
    const groups = await until(URI, 'DIALECT_GROUP', 'DIALECT_GROUP');
    assert.deepEqual(groups.map(where), ['5:99-111', '6:55-67']);
    await edit(DIALECT.replace('"event": "generate", ', '').replace('so: (', 'so: (?=x'));
    const both = await until(URI, 'DIALECT_FIELD', 'DIALECT_PATTERN');
    assert.match(messageOf(both[0]), /event: missing/);
    await edit(DIALECT.slice(0, -3));
    await until(URI, 'DIALECT_JSON');
  });

  it('make traces readable: open ones with their edits, stored ones beside the trace, and those of the client', async () => {
    session = await Session.start();
    await session.client.open(TRACE_URI, 'trace', TRACE);
    const [none] = await until(TRACE_URI, 'TRACE_UNKNOWN_LINE');
    assert.match(
      messageOf(none),
      /^no dialect of traces is recognized: a file NAME\.dialect\.json can describe it \(known: sos, /,
    );
    await session.client.open(URI, 'json', DIALECT);
    const [wrong] = await until(TRACE_URI, 'TRACE_IMPOSSIBLE_STATE');
    assert.equal(wrong && where(wrong), '2:30-49');
    await edit(DIALECT.replace('gives', 'yields'));
    await untilSays(TRACE_URI, /^The dialect does not know "#2 /);
    await edit(DIALECT.slice(0, -3));
    await untilSays(TRACE_URI, /recognized: moves\.dialect\.json has 1 fault \(known/);
    await session.client.connection.sendNotification(DIALECTS_NOTIFICATION, {
      files: [{ uri: 'file:///other/b.dialect.json', text: DIALECT }],
    });
    await until(TRACE_URI, 'TRACE_IMPOSSIBLE_STATE');
    const lenses = await session.lenses(TRACE_URI);
    assert.ok(lenses.some((lens) => JSON.stringify(lens).includes('states wrong')));
    const textDocument = { uri: TRACE_URI };
    const symbols = await session.client.connection.sendRequest(DocumentSymbolRequest.type, { textDocument });
    assert.match(JSON.stringify(symbols), /put\(apple,1\).*put\(book,2\)/);
    await session.client.connection.sendNotification(DIALECTS_NOTIFICATION, { files: [] });
    await until(TRACE_URI, 'TRACE_UNKNOWN_LINE');
  });

  it('are found in the folder of a trace', async () => {
    const { folder, remove } = temporaryFolder();
    try {
      fs.writeFileSync(path.join(folder, 'my moves.dialect.json'), DIALECT);
      const uri = pathToFileURL(path.join(folder, 'a.trace')).href;
      session = await Session.start();
      await session.client.open(uri, 'trace', TRACE);
      await until(uri, 'TRACE_IMPOSSIBLE_STATE');
    } finally {
      remove();
    }
  });

  it('are asked for by their name where an editor can be asked, and nothing else of JSON is', async () => {
    const asked: Registration[] = [];
    let done = (): void => {};
    const all = new Promise<void>((resolve) => (done = resolve));
    const capabilities = {
      ...ABLE,
      textDocument: { ...ABLE.textDocument, synchronization: { dynamicRegistration: true } },
    };
    session = await Session.start({
      capabilities,
      prepare: (connection) =>
        connection.onRequest(RegistrationRequest.type, ({ registrations }) => {
          asked.push(...registrations.filter(({ method }) => method.startsWith('textDocument/')));
          if (asked.length === 3) done();
        }),
    });
    await all;
    assert.deepEqual(
      asked.map(({ method, registerOptions }) => [method, registerOptions.documentSelector]),
      ['didOpen', 'didChange', 'didClose'].map((name) => [`textDocument/${name}`, [{ pattern: '**/*.dialect.json' }]]),
    );
    await session.client.open('file:///w/package.json', 'json', '{"id": 5}');
    await session.client.open(URI, 'json', '{"id": 5}');
    const { uri } = await session.client.published();
    assert.equal(uri, URI);
  });
});
