import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { afterEach, describe, it } from 'node:test';
import {
  type CodeActionOptions,
  DefinitionRequest,
  DocumentHighlightRequest,
  DocumentLinkRequest,
  type DocumentSymbol,
  DocumentSymbolRequest,
  FoldingRangeRequest,
  HoverRequest,
  type Location,
  PrepareRenameRequest,
  ReferencesRequest,
  RenameRequest,
  type SelectionRange,
  SelectionRangeRequest,
  type SemanticTokensOptions,
  SemanticTokensRangeRequest,
  SemanticTokensRequest,
  type SymbolInformation,
  WorkspaceSymbolRequest,
} from 'vscode-languageserver/node';
import { systemClock } from '../../src/compute/system-clock.ts';
import { itLong } from '../support/thorough.ts';
import { Client } from './client.ts';
import { startServer, testHost } from './host.ts';
import { ABLE, Session } from './session.ts';

const URI = 'file:///a.pgn';
const FEN = '4k3/8/8/8/8/8/4P3/4K3 b - - 0 1';
const PGN = `[Event "Club"]
[White "Ann \\"A\\" Lee"]
[Black "Bob"]
[Result "1-0"]

1. e4 (1. d4
d5) 1... e5 1-0

[Event "Club"]
[White "Bob"]
[Black "Ann \\"A\\" Lee"]
[Result "*"]

1. Nf3 *
`;
const LINES = PGN.split('\n');
const SEMANTIC = { requests: {}, tokenTypes: [], tokenModifiers: [], formats: [] };
const textDocument = { uri: URI };
const at = (line: number, part: string) => ({ line, character: LINES[line].indexOf(part) });

describe('the language server', () => {
  it('announces what it answers', async () => {
    const [up, down] = [new PassThrough(), new PassThrough()];
    const server = startServer(up, down, testHost(systemClock));
    const client = new Client(down, up);
    const { capabilities } = await client.initialize(ABLE);
    assert.deepEqual(
      {
        symbols: capabilities.documentSymbolProvider,
        folding: capabilities.foldingRangeProvider,
        selection: capabilities.selectionRangeProvider,
        definition: capabilities.definitionProvider,
        references: capabilities.referencesProvider,
        highlight: capabilities.documentHighlightProvider,
        links: capabilities.documentLinkProvider,
        rename: capabilities.renameProvider,
        workspace: capabilities.workspaceSymbolProvider,
      },
      {
        symbols: { label: 'StateLens' },
        folding: true,
        selection: true,
        definition: true,
        references: true,
        highlight: true,
        links: {},
        rename: { prepareProvider: true },
        workspace: true,
      },
    );
    const { legend, range, full } = capabilities.semanticTokensProvider as SemanticTokensOptions;
    assert.ok(legend.tokenTypes.includes('function') && legend.tokenModifiers.includes('variation'));
    const { contributes } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      contributes: { semanticTokenModifiers: readonly { id: string }[] };
    };
    const own = contributes.semanticTokenModifiers.map(({ id }) => id);
    // those that the protocol does not name have to be told to VS Code
    assert.deepEqual(legend.tokenModifiers, ['deprecated', ...own]);
    assert.deepEqual([range, full], [true, true]);
    const { codeActionKinds } = capabilities.codeActionProvider as CodeActionOptions;
    for (const kind of ['quickfix', 'source.fixAll.statelens']) assert.ok(codeActionKinds?.includes(kind), kind);
    client.connection.dispose();
    server.dispose();
  });
});

describe('the language server answers about a PGN with', () => {
  let session: Session;
  afterEach(() => session.end());
  const open = async (text = PGN, uri = URI, settings?: unknown) => {
    session = await Session.start({ capabilities: ABLE, options: { settings } });
    await session.client.open(uri, uri.endsWith('pgn') ? 'pgn' : 'fen', text);
    await session.client.published();
    return session.client.connection;
  };
  const starts = (places: readonly { range: Location['range'] }[] | null) =>
    (places ?? []).map(({ range: { start } }) => [start.line, start.character]);

  it('document symbols', async () => {
    const connection = await open();
    const symbols = (await connection.sendRequest(DocumentSymbolRequest.type, { textDocument })) as DocumentSymbol[];
    assert.deepEqual(
      symbols.map(({ name, detail }) => [name, detail]),
      [
        ['Ann "A" Lee – Bob, 1-0', 'Club'],
        ['Bob – Ann "A" Lee, *', 'Club'],
      ],
    );
    assert.deepEqual(symbols[1].range, { start: { line: 8, character: 0 }, end: { line: 13, character: 8 } });
    assert.deepEqual(
      symbols[0].children?.map(({ name, detail, children }) => [name, detail, children?.map((c) => c.name)]),
      [
        ['Tags', undefined, undefined],
        ['Moves', "C20 King's Pawn Game", ['1. d4']],
      ],
    );
  });

  it('document symbols as a list, to a client that shows no trees', async () => {
    session = await Session.start({ capabilities: { ...ABLE, textDocument: {} } });
    await session.client.open(URI, 'pgn', PGN);
    const symbols = (await session.client.connection.sendRequest(DocumentSymbolRequest.type, {
      textDocument,
    })) as SymbolInformation[];
    assert.deepEqual(
      symbols.map(({ name, containerName, location }) => [name, containerName, location.range.start.line]),
      [
        ['Ann "A" Lee – Bob, 1-0', undefined, 0],
        ['Tags', 'Ann "A" Lee – Bob, 1-0', 0],
        ['Moves', 'Ann "A" Lee – Bob, 1-0', 5],
        ['1. d4', 'Moves', 5],
        ['Bob – Ann "A" Lee, *', undefined, 8],
        ['Tags', 'Bob – Ann "A" Lee, *', 8],
        ['Moves', 'Bob – Ann "A" Lee, *', 13],
      ],
    );
  });

  it('document symbols of records', async () => {
    const uri = 'file:///a.epd';
    const connection = await open('4k3/8/8/8/8/8/4P3/4K3 w - - id "one";\n\n4k3/8/8/8/8/8/8/R3K3 b - -\n', uri);
    const symbols = (await connection.sendRequest(DocumentSymbolRequest.type, {
      textDocument: { uri },
    })) as DocumentSymbol[];
    assert.deepEqual(
      symbols.map(({ name, detail }) => [name, detail]),
      [
        ['one', 'White to move, 6 moves'],
        ['4k3/8/8/8/8/8/8/R3K3 b', 'Black to move, 5 moves'],
      ],
    );
  });

  it('folding ranges, over lines only', async () => {
    const connection = await open();
    const folds = (await connection.sendRequest(FoldingRangeRequest.type, { textDocument })) ?? [];
    assert.deepEqual(
      folds.map(({ startLine, endLine }) => [startLine, endLine]),
      [
        [0, 6],
        [1, 3],
        [5, 6],
        [5, 6],
        [8, 13],
        [9, 11],
      ],
    );
  });

  it('folding ranges of records with their predictions', async () => {
    const uri = 'file:///a.fen';
    const connection = await open(`${FEN}\n# pfen a ?\n# pfen b ?\n\n${FEN}\n`, uri);
    const folds = (await connection.sendRequest(FoldingRangeRequest.type, { textDocument: { uri } })) ?? [];
    assert.deepEqual(
      folds.map(({ startLine, endLine }) => [startLine, endLine]),
      [[0, 2]],
    );
  });

  it('selection ranges up to the file', async () => {
    const connection = await open();
    const params = { textDocument, positions: [at(6, 'd5')] };
    const [first] = (await connection.sendRequest(SelectionRangeRequest.type, params)) ?? [];
    const lengths: number[][] = [];
    for (let s: SelectionRange | undefined = first; s !== undefined; s = s.parent)
      lengths.push([s.range.start.line, s.range.start.character, s.range.end.line, s.range.end.character]);
    assert.deepEqual(lengths, [
      [6, 0, 6, 2],
      [5, 7, 6, 2],
      [5, 6, 6, 3],
      [5, 0, 6, 15],
      [0, 0, 6, 15],
      [0, 0, 14, 0],
    ]);
  });

  it('semantic tokens of all and of a range', async () => {
    const connection = await open();
    const all = await connection.sendRequest(SemanticTokensRequest.type, { textDocument });
    assert.equal((all?.data.length ?? 0) / 5, 8 + 8 + 8 + 3);
    const range = { start: at(6, 'd5'), end: at(6, ' 1...') };
    const some = await connection.sendRequest(SemanticTokensRangeRequest.type, { textDocument, range });
    // line, character, length, function, in a variation
    assert.deepEqual(some?.data, [6, 0, 2, 6, 4]);
  });

  // An editor takes what it gets for all of the file, and would never color what is further down.
  itLong('semantic tokens of a range of a large file, and none of all', async () => {
    const many = `${PGN}\n`.repeat(6000);
    const connection = await open(many);
    assert.equal(await connection.sendRequest(SemanticTokensRequest.type, { textDocument }), null);
    const range = { start: { line: 15_000, character: 0 }, end: { line: 15_100, character: 0 } };
    const some = await connection.sendRequest(SemanticTokensRangeRequest.type, { textDocument, range });
    assert.ok((some?.data.length ?? 0) > 0);
    session.end();
    const semanticTokens = { ...SEMANTIC, serverCancelSupport: true, augmentsSyntaxTokens: true };
    session = await Session.start({
      capabilities: { ...ABLE, textDocument: { ...ABLE.textDocument, semanticTokens } },
    });
    await session.client.open(URI, 'pgn', many);
    await session.client.published();
    const { connection: picky } = session.client;
    await assert.rejects(picky.sendRequest(SemanticTokensRequest.type, { textDocument }), { code: -32802 });
    const moves = await picky.sendRequest(SemanticTokensRangeRequest.type, { textDocument, range });
    assert.ok(moves?.data.every((type, i) => i % 5 !== 3 || type === 6));
    assert.equal((moves?.data.length ?? 0) > 0, true);
  });

  it('definitions, references and highlights of variations', async () => {
    const connection = await open();
    const params = { textDocument, position: at(5, 'd4') };
    assert.deepEqual(starts((await connection.sendRequest(DefinitionRequest.type, params)) as Location[]), [[5, 3]]);
    const back = { textDocument, position: at(5, 'e4') };
    assert.deepEqual(starts((await connection.sendRequest(DefinitionRequest.type, back)) as Location[]), [[5, 10]]);
    const context = { includeDeclaration: true };
    assert.deepEqual(starts(await connection.sendRequest(ReferencesRequest.type, { ...params, context })), [
      [5, 3],
      [5, 10],
    ]);
    assert.equal((await connection.sendRequest(DocumentHighlightRequest.type, params))?.length, 2);
    const nowhere = { textDocument, position: at(0, 'Club') };
    assert.equal(await connection.sendRequest(DefinitionRequest.type, nowhere), null);
  });

  it('links to final positions, unless they are off', async () => {
    const connection = await open();
    const links = (await connection.sendRequest(DocumentLinkRequest.type, { textDocument })) ?? [];
    assert.deepEqual(starts(links), [
      [6, 12],
      [13, 7],
    ]);
    assert.match(links[1].target ?? '', /^https:\/\/lichess\.org\/analysis\/standard\/rnbqkbnr\/.*_b_.*\?color=black$/);
    assert.match(links[1].tooltip ?? '', /lichess\.org/);
    session.end();
    const silent = await open(PGN, URI, { links: 'off' });
    assert.equal(await silent.sendRequest(DocumentLinkRequest.type, { textDocument }), null);
  });

  it('links of FEN lines', async () => {
    const uri = 'file:///a.fen';
    const connection = await open(`${FEN}\nno position\n`, uri);
    const links = (await connection.sendRequest(DocumentLinkRequest.type, { textDocument: { uri } })) ?? [];
    assert.deepEqual(
      links.map(({ target }) => target),
      ['https://lichess.org/analysis/standard/4k3/8/8/8/8/8/4P3/4K3_b_-_-_0_1?color=black'],
    );
  });

  it('no links of the states of MAV examples, which would hide what is wrong with them: the hover has them', async () => {
    const uri = 'file:///a.mav';
    const example = `<mav game=chess> %FEN %top_1 </mav>\n[%FEN ${FEN}]\n[%top_1 e8d8:<ctrl2>]\n`;
    const connection = await open(example + example, uri);
    assert.deepEqual((await connection.sendRequest(DocumentLinkRequest.type, { textDocument: { uri } })) ?? [], []);
    const hover = async (line: number): Promise<string> => {
      const place = { textDocument: { uri }, position: { line, character: 8 } };
      const found = await connection.sendRequest(HoverRequest.type, place);
      return JSON.stringify(found?.contents ?? '');
    };
    const link =
      /\[Analysis board\]\(https:\/\/lichess\.org\/analysis\/standard\/4k3\/8\/8\/8\/8\/8\/4P3\/4K3_b_-_-_0_1\?color=black\)/;
    assert.match(await hover(4), link);
    assert.doesNotMatch(await hover(5), link);
  });

  it('a player renamed in every game, and a refusal with its reason', async () => {
    const connection = await open();
    const params = { textDocument, position: at(1, 'Lee') };
    const prepared = await connection.sendRequest(PrepareRenameRequest.type, params);
    assert.equal((prepared as { placeholder: string }).placeholder, 'Ann "A" Lee');
    const edit = await connection.sendRequest(RenameRequest.type, { ...params, newName: 'A\\L "x"' });
    const edits = edit?.changes?.[URI] ?? [];
    assert.deepEqual(
      edits.map(({ range, newText }) => [range.start.line, newText]),
      [
        [1, 'A\\\\L \\"x\\"'],
        [10, 'A\\\\L \\"x\\"'],
      ],
    );
    await assert.rejects(connection.sendRequest(RenameRequest.type, { ...params, newName: 'A\nB' }), /line break/);
    const event = { textDocument, position: at(0, 'Club') };
    assert.equal(await connection.sendRequest(PrepareRenameRequest.type, event), null);
  });

  it('players and events of the open files', async () => {
    const connection = await open();
    const find = async (query: string) =>
      ((await connection.sendRequest(WorkspaceSymbolRequest.type, { query })) as SymbolInformation[]).map(
        ({ name }) => name,
      );
    assert.deepEqual(await find(''), ['Club', 'Ann "A" Lee', 'Bob']);
    assert.deepEqual(await find('lee ann'), ['Ann "A" Lee']);
    assert.deepEqual(await find('nobody'), []);
  });

  it('null or nothing in other languages and in an empty file', async () => {
    const connection = await open('');
    assert.deepEqual(await connection.sendRequest(DocumentSymbolRequest.type, { textDocument }), []);
    assert.deepEqual(await connection.sendRequest(FoldingRangeRequest.type, { textDocument }), []);
    const position = { line: 0, character: 0 };
    assert.equal(await connection.sendRequest(DefinitionRequest.type, { textDocument, position }), null);
    assert.equal(await connection.sendRequest(PrepareRenameRequest.type, { textDocument, position }), null);
    const [chain] =
      (await connection.sendRequest(SelectionRangeRequest.type, { textDocument, positions: [position] })) ?? [];
    assert.deepEqual(chain.range, { start: position, end: position });
  });
});
