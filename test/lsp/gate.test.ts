import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, it } from 'node:test';
import * as lsp from 'vscode-languageserver/node';
import { type Connection, ErrorCodes, LSPErrorCodes, StreamMessageReader } from 'vscode-languageserver/node';
import { systemClock } from '../../src/compute/system-clock.ts';
import { itLong } from '../support/thorough.ts';
import { startServer, testHost } from './host.ts';

const URI = 'file:///a.pgn';
const TEXT = '[Event "x"]\n[White "Ann"]\n[Result "*"]\n\n1. e4 e5 {[%pfen m x]} *\n';
const textDocument = { uri: URI };
const at = { line: 4, character: 4 };
const range = { start: { line: 0, character: 0 }, end: at };

/** Right parameters of every request, and of those notifications that have a handler. */
const REQUESTS: Readonly<Record<string, object>> = {
  'textDocument/hover': { textDocument, position: at },
  'textDocument/completion': { textDocument, position: at, context: { triggerKind: 2, triggerCharacter: '[' } },
  'textDocument/definition': { textDocument, position: at },
  'textDocument/references': { textDocument, position: at, context: { includeDeclaration: true } },
  'textDocument/documentHighlight': { textDocument, position: at },
  'textDocument/documentSymbol': { textDocument },
  'textDocument/codeAction': { textDocument, range, context: { diagnostics: [], only: ['quickfix'] } },
  'codeAction/resolve': { title: 'x', kind: 'quickfix', data: { uri: URI, code: 'PGN_NULL_MOVE' } },
  'textDocument/codeLens': { textDocument },
  'codeLens/resolve': { range, data: '1 1 0' },
  'textDocument/documentLink': { textDocument },
  'textDocument/formatting': { textDocument, options: { tabSize: 2, insertSpaces: true } },
  'textDocument/rangeFormatting': { textDocument, range, options: { tabSize: 2, insertSpaces: true } },
  'textDocument/prepareRename': { textDocument, position: { line: 1, character: 9 } },
  'textDocument/rename': { textDocument, position: { line: 1, character: 9 }, newName: 'Bob' },
  'textDocument/foldingRange': { textDocument },
  'textDocument/selectionRange': { textDocument, positions: [at] },
  'textDocument/semanticTokens/full': { textDocument },
  'textDocument/semanticTokens/range': { textDocument, range },
  'textDocument/inlayHint': { textDocument, range },
  'workspace/symbol': { query: 'a' },
  'workspace/executeCommand': { command: 'statelens.scoreFile', arguments: [URI] },
  'statelens/comparison': { uri: URI, game: 0, ply: 2, path: [{ ply: 1, index: 0 }], label: 'm' },
  'statelens/lineComparison': {
    title: 'a',
    history: [{ ply: 0, fen: 'a', san: 'e4' }],
    lastMove: null,
    variant: 'chess',
    labels: 'models',
    m: 1,
    predictions: [{ label: 'm', fen: 'a' }],
  },
  'statelens/position': { uri: URI, position: at },
  'statelens/state': { uri: URI, position: at, known: 'a' },
  'statelens/insertMove': { uri: URI, position: at, version: 1, move: 'd4' },
  'statelens/traceTree': { uri: URI, position: at },
};

const NOTIFICATIONS: Readonly<Record<string, object>> = {
  '$/cancelRequest': { id: 'nobody' },
  'textDocument/didOpen': { textDocument: { uri: 'file:///b.pgn', languageId: 'pgn', version: 1, text: TEXT } },
  'textDocument/didChange': { textDocument: { uri: URI, version: 2 }, contentChanges: [{ range, text: 'x' }] },
  'textDocument/didClose': { textDocument },
  'textDocument/didSave': { textDocument },
  'textDocument/willSave': { textDocument, reason: 1 },
  'statelens/visibleRanges': { uri: URI, ranges: [range] },
};

/** Fields that a handler does not read, or that may be left out or be null. */
const FREE =
  /^(context\.(triggerKind|triggerCharacter|diagnostics|only)|context|options|data|kind|arguments|label|known|history\.0\.san|predictions\.0\.fen|reason)$|^(options|data|arguments|context\.(diagnostics|only))\./;

type Mutation = readonly [path: string, params: unknown];

/** Parameters with one field left out, null, or of a type that is wrong. */
function* mutations(value: unknown, path = ''): Generator<Mutation> {
  const wrong = (...values: unknown[]): Mutation[] => values.map((each) => [path, each]);
  if (typeof value === 'number')
    yield* wrong(null, 0.5, 1e300, '1', {}, [], true, ...(path.endsWith('version') ? [] : [-1]));
  else if (typeof value === 'string') yield* wrong(null, {}, [], false, ...(path === 'id' ? [] : [1]));
  else if (typeof value === 'boolean') yield* wrong(null, 1, 'true', {});
  else if (Array.isArray(value)) {
    yield* wrong(null, 1, 'x', {});
    if (value.length > 0) for (const [inner, each] of mutations(value[0], `${path}.0`)) yield [inner, [each]];
  } else if (typeof value === 'object' && value !== null) {
    yield* wrong(null, 1, 'x', []);
    for (const [name, own] of Object.entries(value)) {
      const { [name]: _, ...others } = value as Record<string, unknown>;
      const inner = path === '' ? name : `${path}.${name}`;
      yield [inner, others];
      for (const [where, each] of mutations(own, inner)) yield [where, { ...value, [name]: each }];
    }
  }
}

interface Answer {
  readonly id?: number | string | null;
  readonly method?: string;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
  readonly params?: { readonly message?: string };
}

describe('the protocol', () => {
  let server: Connection;
  let input: PassThrough;
  let answers: Answer[];
  let wake: () => void;
  let last = 0;

  const send = (message: unknown): void => {
    const body = Buffer.from(typeof message === 'string' ? message : JSON.stringify(message));
    input.write(`Content-Length: ${body.length}\r\n\r\n`);
    input.write(body);
  };
  const answer = async (wanted: (one: Answer) => boolean): Promise<Answer> => {
    for (;;) {
      const found = answers.findIndex(wanted);
      if (found >= 0) return answers.splice(found, 1)[0];
      await new Promise<void>((resolve) => (wake = resolve));
    }
  };
  const request = (method: string, params?: unknown, id: number | string = ++last): Promise<Answer> => {
    send({ jsonrpc: '2.0', id, method, params });
    return answer((one) => one.id === id && one.method === undefined);
  };
  const code = async (method: string, params?: unknown): Promise<number | undefined> =>
    (await request(method, params)).error?.code;

  beforeEach(() => {
    input = new PassThrough();
    const output = new PassThrough();
    answers = [];
    wake = () => {};
    new StreamMessageReader(output).listen((message) => {
      answers.push(message as Answer);
      wake();
    });
    server = startServer(input, output, testHost(systemClock));
  });
  afterEach(() => server.dispose());

  const start = async (): Promise<void> => {
    await request('initialize', { processId: null, rootUri: null, capabilities: {} });
    send({ jsonrpc: '2.0', method: 'initialized', params: {} });
    const opened = { uri: URI, languageId: 'pgn', version: 1, text: TEXT };
    send({ jsonrpc: '2.0', method: 'textDocument/didOpen', params: { textDocument: opened } });
  };

  it('has parameters for everything that is answered', async () => {
    await start();
    const known = new Set<string>();
    for (const one of Object.values(lsp) as unknown[]) {
      const { method, messageDirection } = (one ?? {}) as { readonly method?: unknown; messageDirection?: string };
      if (typeof method === 'string' && messageDirection !== 'serverToClient') known.add(method);
    }
    const answered: string[] = [];
    for (const method of known) {
      if (['initialize', 'shutdown', 'textDocument/willSaveWaitUntil'].includes(method)) continue;
      const { error } = await request(method, {});
      if (error?.code === ErrorCodes.MethodNotFound) continue;
      assert.equal(error?.code, ErrorCodes.InvalidParams, method);
      answered.push(method);
    }
    const wanted = Object.keys(REQUESTS).filter((method) => !method.startsWith('statelens/'));
    const names = answered.filter((method) => !(method in NOTIFICATIONS));
    assert.deepEqual(names.sort(), wanted.sort());
  });

  it('answers right parameters, of a document that is not open, too', async () => {
    await start();
    for (const [method, params] of Object.entries(REQUESTS)) {
      assert.equal((await request(method, params)).error, undefined, method);
      const other = JSON.parse(JSON.stringify(params).replaceAll(URI, 'file:///none.pgn')) as object;
      assert.equal((await request(method, other)).error, undefined, method);
      const far = JSON.parse(JSON.stringify(params).replaceAll('"line":4', '"line":900719925474099')) as object;
      assert.equal((await request(method, far)).error, undefined, method);
    }
  });

  itLong('refuses wrong parameters of every request, and stays well', async () => {
    await start();
    for (const [method, params] of Object.entries(REQUESTS)) {
      assert.equal(await code(method), ErrorCodes.InvalidParams, method);
      assert.equal(await code(method, [params]), ErrorCodes.InvalidParams, method);
      for (const [path, wrong] of mutations(params)) {
        const what = `${method} ${path} ${JSON.stringify(wrong)}`;
        const { error } = await request(method, wrong);
        if (FREE.test(path)) assert.ok(error === undefined || error.code === ErrorCodes.InvalidParams, what);
        else assert.equal(error?.code, ErrorCodes.InvalidParams, what);
      }
    }
    assert.ok((await request('textDocument/hover', REQUESTS['textDocument/hover'])).result);
  });

  it('says what is wrong with parameters', async () => {
    await start();
    const wrong = { textDocument, position: { line: 'x', character: 1 } };
    const { error } = await request('textDocument/hover', wrong);
    assert.equal(error?.message, 'params.position.line must be number, not "x"');
    const part = await request('textDocument/hover', { textDocument, position: { line: 0.5, character: 1 } });
    assert.equal(part.error?.message, 'params.position.line must be a whole number, not 0.5');
    const unknown = await request('workspace/executeCommand', { command: 'rm' });
    assert.deepEqual(unknown.error, { code: ErrorCodes.InvalidParams, message: 'there is no command "rm"' });
  });

  it('logs wrong parameters of every notification, and leaves documents as they are', async () => {
    await start();
    for (const [method, params] of Object.entries(NOTIFICATIONS))
      for (const [path, wrong] of mutations(params)) {
        if (FREE.test(path)) continue;
        // A change without a range is one of the whole text.
        if (path === 'contentChanges.0.range') continue;
        send({ jsonrpc: '2.0', method, params: wrong });
        const { params: logged } = await answer((one) => one.method === 'window/logMessage');
        assert.ok(
          logged?.message?.startsWith(`${method} was ignored: params`),
          `${method} ${path}: ${logged?.message}`,
        );
      }
    assert.ok((await request('textDocument/hover', REQUESTS['textDocument/hover'])).result);
  });

  it('logs changes and ends of documents that are not open', async () => {
    await start();
    const none = { uri: 'file:///none.pgn', version: 2 };
    const logged = () => answer((one) => one.method === 'window/logMessage');
    const changed = { textDocument: none, contentChanges: [{ text: 'x' }] };
    send({ jsonrpc: '2.0', method: 'textDocument/didChange', params: changed });
    assert.match(
      (await logged()).params?.message ?? '',
      /a change of file:\/\/\/none\.pgn was ignored: it is not open/,
    );
    send({ jsonrpc: '2.0', method: 'textDocument/didClose', params: { textDocument: none } });
    assert.match((await logged()).params?.message ?? '', /cannot be closed/);
  });

  it('has a time for each request', async () => {
    assert.equal(await code('textDocument/hover', REQUESTS['textDocument/hover']), ErrorCodes.ServerNotInitialized);
    assert.equal(await code('statelens/unknown'), ErrorCodes.ServerNotInitialized);
    assert.equal(await code('initialize'), ErrorCodes.InvalidParams);
    assert.equal(await code('initialize', { capabilities: 1 }), ErrorCodes.InvalidParams);
    await start();
    assert.equal(await code('initialize', { capabilities: {} }), ErrorCodes.InvalidRequest);
    assert.equal(await code('statelens/unknown'), ErrorCodes.MethodNotFound);
    assert.equal(await code('toString'), ErrorCodes.MethodNotFound);
    assert.deepEqual(await request('shutdown'), { jsonrpc: '2.0', id: last, result: null });
    assert.equal(await code('textDocument/hover', REQUESTS['textDocument/hover']), ErrorCodes.InvalidRequest);
    assert.equal(await code('shutdown'), ErrorCodes.InvalidRequest);
  });

  it('answers messages that are none', async () => {
    await start();
    const refused = async (message: unknown, id: unknown = null): Promise<number | undefined> => {
      send(message);
      return (await answer((one) => one.id === id && one.error !== undefined)).error?.code;
    };
    assert.equal(await refused('{"jsonrpc":'), ErrorCodes.ParseError);
    assert.equal(await refused(''), ErrorCodes.ParseError);
    for (const message of [[], [{ id: 1 }], 7, 'null', { jsonrpc: '2.0' }, { method: 7 }])
      assert.equal(await refused(message), ErrorCodes.InvalidRequest, JSON.stringify(message));
    for (const id of [null, {}, true, 0.5, [1]])
      assert.equal(await refused({ id, method: 'shutdown' }), ErrorCodes.InvalidRequest, JSON.stringify(id));
    assert.equal(await refused({ id: 'x', method: 7 }, 'x'), ErrorCodes.InvalidRequest);
    assert.equal(await refused({ id: 'y' }, 'y'), ErrorCodes.InvalidRequest);
    assert.ok((await request('textDocument/hover', REQUESTS['textDocument/hover'])).result);
  });

  it('answers an id once, and again when it is free', async () => {
    await start();
    const hover = { jsonrpc: '2.0', id: 'same', method: 'textDocument/hover', params: REQUESTS['textDocument/hover'] };
    send(hover);
    send(hover);
    const both = [await answer((one) => one.id === 'same'), await answer((one) => one.id === 'same')];
    assert.deepEqual(new Set(both.map(({ error }) => error?.code)), new Set([ErrorCodes.InvalidRequest, undefined]));
    assert.ok((await request(hover.method, hover.params, 'same')).result);
  });

  it('answers a cancelled request at once, and no request twice', async () => {
    await start();
    const hover = { jsonrpc: '2.0', id: 'mine', method: 'textDocument/hover', params: REQUESTS['textDocument/hover'] };
    send(hover);
    for (let i = 0; i < 2; i++) send({ jsonrpc: '2.0', method: '$/cancelRequest', params: { id: 'mine' } });
    const { error } = await answer((one) => one.id === 'mine');
    assert.equal(error?.code, LSPErrorCodes.RequestCancelled);
    await request('statelens/unknown');
    assert.ok(!answers.some(({ id }) => id === 'mine'));
    send({ jsonrpc: '2.0', method: '$/cancelRequest', params: { id: 'later' } });
    assert.ok((await request(hover.method, hover.params, 'later')).result);
  });

  it('answers all that is open when it is shut down', async () => {
    await start();
    const ids = Array.from({ length: 50 }, (_, i) => `open ${i}`);
    for (const id of ids) send({ jsonrpc: '2.0', id, method: 'textDocument/codeLens', params: { textDocument } });
    assert.equal((await request('shutdown')).result, null);
    for (const id of ids) {
      const { error } = await answer((one) => one.id === id);
      assert.ok(error === undefined || error.code === LSPErrorCodes.RequestCancelled);
    }
  });
});
