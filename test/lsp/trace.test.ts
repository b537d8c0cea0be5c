import assert from 'node:assert/strict';
import fs from 'node:fs';
import { afterEach, describe, it } from 'node:test';
import {
  DefinitionRequest,
  DocumentHighlightRequest,
  type DocumentSymbol,
  DocumentSymbolRequest,
  FoldingRangeRequest,
  type Location,
  ReferencesRequest,
} from 'vscode-languageserver/node';
import { type LspRange, OPEN_TREE_COMMAND, REVEAL_COMMAND } from '../../src/protocol/lsp.ts';
import { ABLE, Session } from './session.ts';

const URI = 'file:///w/a.trace';
const textDocument = { uri: URI };
const COUNTDOWN = fs.readFileSync('samples/countdown.trace', 'utf8');
const MAZE = fs.readFileSync('samples/maze.trace', 'utf8');
const TEXT = `${COUNTDOWN}\n${MAZE}`;
const LINES = TEXT.split('\n');
/** The line of the slip in the second trace, and the first line of that trace. */
const SLIP = LINES.findIndex((line) => line.startsWith('Exploring Operation: 12+31=44'));
const SECOND = LINES.findIndex((line) => line.startsWith('Current State: 37:'));

const textAt = ({ start, end }: LspRange): string =>
  (LINES[start.line] ?? '').slice(start.character, start.line === end.line ? end.character : undefined);
const place = ({ start }: LspRange): string => `${start.line}:${start.character}`;

describe('traces in the server', () => {
  let session: Session;
  afterEach(() => session.end());
  const open = async (text: string, options: Parameters<typeof Session.start>[0] = {}): Promise<void> => {
    session = await Session.start({ options: { trees: true }, ...options });
    await session.client.open(URI, 'trace', text);
  };
  const symbols = async (): Promise<readonly DocumentSymbol[]> =>
    ((await session.client.connection.sendRequest(DocumentSymbolRequest.type, { textDocument })) ??
      []) as DocumentSymbol[];
  const texts = (found: unknown): string[] => (found as readonly Location[]).map(({ range }) => textAt(range));

  it('publishes what is wrong, and after an edit what is wrong then', async () => {
    await open(TEXT);
    const { diagnostics } = await session.client.published();
    assert.deepEqual(
      diagnostics.map(({ code, severity, range }) => [code, severity, place(range), textAt(range)]),
      [['TRACE_ARITHMETIC', 1, `${SLIP}:27`, '44']],
    );
    const character = (LINES[1] ?? '').indexOf('44');
    const range = { start: { line: 1, character }, end: { line: 1, character: character + 2 } };
    await session.client.change(URI, 2, { range, text: '45' });
    let edited = diagnostics;
    while (edited.length === 1) edited = (await session.client.published()).diagnostics;
    assert.deepEqual([edited[0]?.code, edited[0]?.range.start], ['TRACE_ARITHMETIC', range.start]);
    assert.equal(edited.filter((found) => found.range.start.line === SLIP).length, 1);
  });

  it('lists the tree as the outline, with what is notable of each node', async () => {
    await open(TEXT);
    const found = await symbols();
    assert.deepEqual(
      found.map(({ name }) => name),
      ['31:[11, 16, 4]', '37:[18, 12, 31]', '2 3 to 4 1', '8 9 to 9 0'],
    );
    assert.match(found[1]?.detail ?? '', /12\+31=44/);
    const [root] = found[1]?.children ?? [];
    assert.deepEqual(
      root?.children?.map(({ name, detail, children = [] }) => [name, detail, children.map((child) => child.name)]),
      [
        ['18+12=30', '37:[31, 30]', ['31+30=61', '31-30=1']],
        ['12+31=44', '37:[18, 44] · wrong state', ['44-18=26', '18+44=62']],
        ['18-12=6', '37:[31, 6]', ['31+6=37']],
      ],
    );
  });

  it('folds traces and their subtrees', async () => {
    await open(TEXT);
    const folds = await session.client.connection.sendRequest(FoldingRangeRequest.type, { textDocument });
    const lines = folds?.map(({ startLine, endLine }) => `${startLine} ${endLine}`) ?? [];
    assert.ok(lines.includes(`${SECOND} ${SECOND + 30}`), 'the second trace');
    assert.ok(lines.includes(`${SLIP} ${SLIP + 9}`), 'the subtree of the slip');
    assert.equal(new Set(lines).size, lines.length, lines.join(', '));
  });

  it('leads from a node to its parent, its children and all its places', async () => {
    await open(TEXT);
    const { connection } = session.client;
    const position = { line: SLIP, character: 10 };
    const parents = await connection.sendRequest(DefinitionRequest.type, { textDocument, position });
    assert.deepEqual(texts(parents), ['Current State: 37:[18, 12, 31]']);
    const context = { includeDeclaration: false };
    const children = await connection.sendRequest(ReferencesRequest.type, { textDocument, position, context });
    assert.deepEqual(texts(children), [
      'Exploring Operation: 44-18=26, Resulting Numbers: [26]',
      'Exploring Operation: 18+44=62, Resulting Numbers: [62]',
    ]);
    const own = await connection.sendRequest(ReferencesRequest.type, {
      textDocument,
      position,
      context: { includeDeclaration: true },
    });
    assert.equal(texts(own)[0], 'Exploring Operation: 12+31=44, Resulting Numbers: [18, 44]');
    const highlights = await connection.sendRequest(DocumentHighlightRequest.type, { textDocument, position });
    assert.ok((highlights?.length ?? 0) >= 3);
    const visit = { line: SLIP + 2, character: 3 };
    const introduced = await connection.sendRequest(DefinitionRequest.type, { textDocument, position: visit });
    assert.deepEqual(texts(introduced), ['Exploring Operation: 12+31=44, Resulting Numbers: [18, 44]']);
    const nowhere = { line: SECOND - 1, character: 0 };
    assert.deepEqual(await connection.sendRequest(DefinitionRequest.type, { textDocument, position: nowhere }), []);
  });

  it('shows the stated and the true state of a node beside each other, and one of them if they are equal', async () => {
    await open(TEXT);
    const wrong = JSON.stringify(await session.hover(URI, SLIP, 10));
    assert.match(wrong, /\*\*12\+31=44\*\* · wrong state/);
    assert.match(wrong, /stated +true/);
    assert.match(wrong, /by the rules: 37: 18 43/);
    const right = JSON.stringify(await session.hover(URI, SLIP + 12, 10));
    assert.match(right, /\*\*18-12=6\*\*/);
    assert.doesNotMatch(right, /by the rules|stated +true/);
    assert.equal(await session.hover(URI, SECOND - 1, 0), null);
  });

  it('draws both states as one image for a client that shows images', async () => {
    await open(TEXT, { options: { trees: true, images: true, html: true } });
    const hover = JSON.stringify(await session.hover(URI, SLIP, 10));
    const svg = decodeURIComponent(/svg\+xml,([^"\\]+)/.exec(hover)?.[1] ?? '');
    assert.match(svg, /Stated: 37:\[18, 44\]; true: 37: 18 43/);
  });

  it('has a lens for the verdict and the tree of each trace, and one at its first error', async () => {
    await open(TEXT);
    const lenses = await session.lenses(URI);
    const trees = lenses.filter(({ command }) => command?.title === 'Open tree');
    assert.deepEqual(
      trees.map(({ command }) => [command?.command, command?.arguments?.[0]]),
      Array.from({ length: 4 }, () => [OPEN_TREE_COMMAND, URI]),
    );
    assert.match(lenses[0]?.command?.title ?? '', /^Solves 31 from 11 16 4 with a valid plan/);
    const verdict = lenses.find(({ command }) => command?.command === REVEAL_COMMAND);
    assert.match(verdict?.command?.title ?? '', /12\+31=44/);
    assert.deepEqual([verdict?.range.start.line, verdict?.command?.arguments?.[1].start.line], [SECOND, SLIP]);
    const error = lenses.find(({ command }) => command?.title.startsWith('first error:'));
    assert.deepEqual([error?.range.start.line, error?.command?.command], [SLIP, OPEN_TREE_COMMAND]);
  });

  it('offers no tree to a client that opens none, and only errors or a sum where the setting says so', async () => {
    await open(TEXT, { options: { trees: false } });
    const commands = new Set((await session.lenses(URI)).map(({ command }) => command?.command));
    assert.deepEqual(commands, new Set(['', REVEAL_COMMAND]));
    session.end();
    await open(TEXT, { settings: { lens: { mode: 'summary' } } });
    await session.refreshed(0);
    assert.deepEqual(await session.titles(URI), ['4 traces, 1 with errors']);
    session.end();
    await open(TEXT, { settings: { lens: { mode: 'worst' } }, options: {} });
    await session.refreshed(0);
    assert.deepEqual(
      (await session.titles(URI)).map((title) => title?.slice(0, 11)),
      ['Solves 37 f', 'first error'],
    );
  });

  it('checks a long trace in the pool, and its lens waits for what that finds', async () => {
    const [first = ''] = COUNTDOWN.split('\n\n');
    const again = 'Moving to Node #0\nCurrent State: 31:[11, 16, 4], Operations: []\n';
    await open(`${first}\n${again.repeat(4500)}`, { capabilities: ABLE });
    const { refreshes } = session;
    const [title] = await session.titles(URI);
    if (title === 'checking…') await session.refreshed(refreshes);
    assert.match((await session.titles(URI))[0] ?? '', /^\d+ errors?$/);
    assert.deepEqual(
      (await symbols()).map(({ children }) => children?.length ?? 0),
      [0],
    );
  });

  it('is found by the first line of a file with another ending', async () => {
    session = await Session.start();
    const uri = 'file:///w/answer.txt';
    await session.client.open(uri, 'plaintext', COUNTDOWN);
    assert.deepEqual(
      (await session.client.published()).diagnostics.map(({ code }) => code),
      ['TRACE_ARITHMETIC'],
    );
  });
});
