import assert from 'node:assert/strict';
import fs from 'node:fs';
import { afterEach, describe, it } from 'node:test';
import {
  type CompletionList,
  CompletionRequest,
  type DocumentSymbol,
  DocumentSymbolRequest,
  FoldingRangeRequest,
  type MarkupContent,
  SemanticTokensRequest,
} from 'vscode-languageserver/node';
import type { ComparePlace } from '../../src/protocol/lsp.ts';
import { itLong } from '../support/thorough.ts';
import { Session, type SessionOptions } from './session.ts';

const URI = 'file:///a.mav';
const EXAMPLE = fs.readFileSync('test/fixtures/mav/published-example.mav', 'utf8');
const TRACE = fs.readFileSync('test/fixtures/mav/published-trace.mav', 'utf8');
const WRONG = EXAMPLE.replace('2ppPpp1/q7', '2ppPpp1/1q6');
const DISCS = `<mav game=connect_four> %prev_state %prev_action %state %top_1 %best_action </mav>
[%prev_state x || ${'. '.repeat(35)}. . . o . . . ||]
[%prev_action x3]
[%state o || ${'. '.repeat(28)}. . . x . . . . . . o . . . ||]
[%top_1 o3:<ctrl3>]
[%best_action o3]
`;
const HEX = '<mav game=hex> %state %top_1 </mav>\n[%state x || . . . . x . o . . ||]\n[%top_1 a1:<ctrl40>]\n';

describe('MAV files', () => {
  let session: Session;
  afterEach(() => session.end());

  const open = async (text: string, options: SessionOptions = {}) => {
    session = await Session.start({ options: { images: true }, ...options });
    await session.client.open(URI, 'mav', text);
  };
  /** Hovers at the first `part` behind `after`. */
  const hover = async (text: string, part: string, after = '') => {
    const lines = text.slice(0, text.indexOf(part, text.indexOf(after))).split('\n');
    const found = await session.hover(URI, lines.length - 1, lines.at(-1)?.length ?? 0);
    return (found?.contents as MarkupContent | undefined)?.value;
  };

  it('have boards in hovers, of the second section as of the first', async () => {
    const text = `${EXAMPLE}\n${HEX}`;
    await open(text);
    const chess = (await hover(text, 'f6f5')) ?? '';
    const [title, picture, state] = chess.split('\n\n');
    assert.equal(title, '**f6f5 (f5)** · White to move, 42 legal moves · bucket 33 of 64: about 51 % to win for Black');
    assert.match(picture, /^!\[board\]\(data:image\/svg\+xml,[^() ]*\)$/);
    assert.match(state, /^`r1b1nr2\/.* w - - 0 14`$/);
    const hex = (await hover(text, 'x || .')) ?? '';
    assert.match(hex, /^\*\*%state, the current position\*\* · x to move, 7 legal actions\n\n!\[board\]\(data:/);
    assert.ok(hex.endsWith('`x || . . . . x . o . . ||`'));
    assert.equal(await hover(text, '\n\n[%FEN'), undefined);
  });

  it('have text boards in hovers where no pictures are shown', async () => {
    await open(HEX, { capabilities: {}, options: {} });
    assert.ok((await hover(HEX, 'a1'))?.includes('\n    a  b  c\n 1 (x) .  . \n  2  .  x  . \n   3  o  .  . \n'));
  });

  it('explain a wrong state as a prediction', async () => {
    await open(WRONG);
    const [verdict, , facts] = ((await hover(WRONG, 'r1b1nr2', '[%FEN')) ?? '').split('\n\n');
    assert.match(verdict, /^\*\*%FEN: thinks the black queen on a5 is on b5\*\*$/);
    assert.match(facts, /^2 never-true squares|^[^]*moves lost/);
    assert.match((await hover(WRONG, 'b || R')) ?? '', /^\*\*%state, the current position · right\*\*/);
  });

  it('read actions by the dialect that is set', async () => {
    const cells = '. '.repeat(42);
    const text = `<mav game=connect_four> %state %top_2 %best_action %state </mav>
[%state x || ${cells}||]
[%top_2 7:<ctrl2> 1:<ctrl3>]
[%best_action 1]
[%state o || ${cells.slice(0, 70)}x ${cells.slice(72)}||]
`;
    await open(text);
    const codes = async () => (await session.client.published()).diagnostics.map(({ code }) => code);
    assert.deepEqual(await codes(), ['MAV_ILLEGAL_ACTION', 'MAV_WRONG_FINAL_STATE']);
    await session.configure({ mav: { connectFour: 'digit1' } });
    while ((await codes()).includes('MAV_ILLEGAL_ACTION'));
    assert.match((await hover(text, '7:')) ?? '', /^\*\*7 \(x6\)\*\* · o to move/);
    const titles = await session.scored(URI);
    assert.ok(
      titles.some((title) => title?.includes(' · best action legal · state exact')),
      titles.join('; '),
    );
  });

  it('read values by the dialect that is set', async () => {
    const text = TRACE.replace('<ctrl35>', '<ctrl0>');
    await open(text, { options: { settings: { mav: { dialect: 'base0' } } }, settings: { mav: { dialect: 'base0' } } });
    const codes = async () => (await session.client.published()).diagnostics.map(({ code }) => code);
    assert.ok(!(await codes()).includes('MAV_BUCKET'));
    await session.configure({ mav: { dialect: 'base1' } });
    while (!(await codes()).includes('MAV_BUCKET'));
    assert.match((await hover(text, '<ctrl0>')) ?? '', /^0 is not a bucket from 1 to 64$/);
    await session.configure({ mav: { dialect: 'base0' } });
    while ((await codes()).includes('MAV_BUCKET'));
    assert.match((await hover(TRACE, '<ctrl33>')) ?? '', /^bucket 33 of 0 to 63: about 52 % to win for Black; /);
  });

  it('have lenses above examples, states and traces', async () => {
    const text = WRONG + TRACE;
    await open(text);
    const line = (part: string): number => text.slice(0, text.indexOf(part)).split('\n').length - 1;
    await session.scored(URI);
    const lenses = await session.lenses(URI);
    const at = (n: number) => lenses.filter(({ range }) => range.start.line === n).map(({ command }) => command?.title);
    assert.deepEqual(at(0), [
      'first error: state · %top_5: precision 1 (5 of 5 legal); on the printed board precision 0.80 (4 of 5 legal) · best action legal · 2 of 3 states exact',
      'whole file · mean p₄, r₄: %state 1, 1',
    ]);
    assert.match(at(line('[%FEN'))[0] ?? '', /^p₄ 0\.\d\d · r₄ 0\.\d\d · edit 2 · %FEN: \w+ .*$/);
    assert.deepEqual(at(line('[%state b')), [], 'exact states are told above their example');
    assert.deepEqual(at(line('Minimax')), [
      'first error: <root> decision · shape wrong (1 fault)',
      'this example · mean p₄, r₄: %state 1, 1',
    ]);
    const clicks = lenses.map(({ command }) => command?.command).filter((command) => command !== '');
    assert.equal(clicks.filter((command) => command === 'statelens.reveal').length, 1);
    assert.equal(clicks.length, lenses.length, 'each has something to show');
  });

  it('score states of Connect Four as those of chess, through the same words', async () => {
    const text = DISCS.replace('. . . x . . . .', '. . x . . . . .');
    await open(text);
    await session.scored(URI);
    const titles = await session.titles(URI);
    assert.equal(
      titles[1],
      'p₄ and r₄ 0 by convention · edit 2 · %state: thinks the x disc on c3r2 is on c2r2; impossible: a disc floats in column 2, row 2 from the bottom',
    );
    const side = DISCS.replace('[%state o', '[%state x');
    await session.client.change(URI, 2, { text: side });
    await session.scored(URI);
    assert.equal(
      (await session.scored(URI))[1],
      'p₄ 0 (true side: 1) · r₄ 0 (1) · edit 1 · %state: right board, wrong side to move',
    );
    const value = (await hover(side, 'x || ', '[%state')) ?? '';
    assert.match(value, /^\*\*%state: right board, wrong side to move\*\*\n/);
    const picture = decodeURIComponent(/data:image[^)]*/.exec(value)?.[0] ?? '');
    assert.match(picture, /aria-label="Believed board: x \|\|/);
    assert.equal(picture.match(/<circle/g)?.length, 42 + 2, 'holes and stones');
  });

  it('are compared where a lens is clicked', async () => {
    await open(`${WRONG}\n${TRACE}`);
    await session.scored(URI);
    const lens = (await session.lenses(URI)).find(({ command }) => command?.title.includes('%top_5: '));
    const [uri, place] = (lens?.command?.arguments ?? []) as [string, ComparePlace];
    assert.deepEqual([uri, place], [URI, { game: 0, ply: 0, path: [], label: '%top_5' }]);
    const { label: _, ...position } = place;
    const found = await session.comparison({ uri, ...position });
    assert.equal(found?.title, 'Example 1, the current position');
    assert.deepEqual([found.variant, found.labels, found.lastMove], ['chess', 'states', ['e5', 'e6']]);
    const [list] = found.lists;
    assert.deepEqual(
      list.judged.map(({ on, illegal, missing }) => [on, illegal, missing]),
      [
        ['true position', [], []],
        ['printed board', ['a5f5'], []],
      ],
    );
    assert.equal(
      list.range.start.line,
      WRONG.split('\n').findIndex((line) => line.startsWith('[%top_5')),
    );
    assert.equal(list.best, 'best action f5 legal');
    const [wrong, right] = found.predictions;
    assert.deepEqual([wrong.label, wrong.text.verdict, right.text.verdict], ['%FEN', 'squares', 'exact']);
    assert.ok(wrong.comparison?.movesLost?.some(({ san }) => san === 'Qxa2'));
    assert.deepEqual(wrong.moveRanges[1]?.start, { line: 3, character: 14 });

    const after = await session.comparison({ uri, game: 0, ply: 1, path: [] });
    assert.deepEqual([after?.title, after?.lists.length], ['Example 1, after the best action f6f5', 0]);
    assert.equal(after?.history.length, 3);
    const node = await session.comparison({ uri, game: 1, ply: 2, path: [] });
    assert.equal(node?.title, 'Trace 2, node <root g3d6>, the current position');
    assert.equal(await session.comparison({ uri, game: 1, ply: 40, path: [] }), null);
    assert.equal(await session.comparison({ uri, game: 7, ply: 0, path: [] }), null);
  });

  it('count the findings that an editor has no room for, as other files do', async () => {
    const cells = Array.from({ length: 1100 }, (_, i) => `${'nopqrstuvwxyz'.charAt(i % 13)}${1 + Math.floor(i / 13)}`);
    const bad = HEX.replace('a1:<ctrl40>', `a1:<ctrl40> ${cells.map((cell) => `${cell}:<ctrl1>`).join(' ')}`);
    await open(bad);
    const all = async () => {
      for (;;) {
        const { diagnostics } = await session.client.published();
        if (diagnostics.length > 900) return diagnostics;
      }
    };
    const diagnostics = await all();
    assert.equal(diagnostics.length, 901);
    const message = diagnostics.at(-1)?.message;
    assert.ok(typeof message === 'string');
    assert.match(message, /^\d+ more: "statelens check" lists all 1\d\d\d$/);
    assert.ok(diagnostics.some(({ code }) => code === 'MAV_ACTION_COUNT' || code === 'MAV_ILLEGAL_ACTION'));
  });

  it('have as many lenses as the settings say', async () => {
    await open(WRONG + TRACE, { settings: { lens: { mode: 'worst' } } });
    await session.refreshed(0);
    const worst = await session.scored(URI);
    assert.ok(worst.includes('first error: <root> decision · shape wrong (1 fault)'));
    assert.ok(!worst.some((title) => title?.startsWith('%top_5')));
    /** Scores may ask for lenses once more before the setting is read. */
    const until = async (count: number): Promise<void> => {
      for (let before = session.refreshes; (await session.titles(URI)).length !== count; before = session.refreshes)
        await session.refreshed(before);
    };
    await session.configure({ lens: { mode: 'summary' } });
    await until(3);
    await session.configure({ lens: { mode: 'off' } });
    await until(0);
  });

  itLong('have the words of very many lenses where one looks, and elsewhere when they are asked for', async () => {
    const text = `${EXAMPLE}\n`.repeat(600);
    await open(text);
    const worded = async (): Promise<number[]> =>
      (await session.lenses(URI)).flatMap(({ command, range }) => (command === undefined ? [] : [range.start.line]));
    const above = await worded();
    assert.ok(above.length > 0 && above.every((line) => line < 300), String(above));
    const [start, end] = [1000, 1040].map((line) => ({ line, character: 0 }));
    await session.client.connection.sendNotification('statelens/visibleRanges', {
      uri: URI,
      ranges: [{ start, end }],
    });
    // The line of the file is always there.
    const [file, ...there] = (await worded()).filter((line, i) => i === 0 || line > 0);
    assert.equal(file, 0);
    assert.ok(there.includes(1001) && there.every((line) => line > 900 && line < 1140), String(there));
    const lenses = await session.lenses(URI);
    const last = lenses.filter(({ command }) => command === undefined).at(-1);
    assert.ok(last !== undefined && last.range.start.line > 6500);
    assert.match((await session.resolve(last)).command?.title ?? '', /· states exact$/);
    await session.client.change(URI, 2, { text: `${text}\n` });
    assert.equal((await session.resolve(last)).command, undefined);
  });

  it('have an outline and folds, each at its place in the file', async () => {
    await open(EXAMPLE + TRACE);
    const { connection } = session.client;
    const symbols = (await connection.sendRequest(DocumentSymbolRequest.type, {
      textDocument: { uri: URI },
    })) as DocumentSymbol[];
    assert.deepEqual(
      symbols.map(({ name, range }) => [name, range.start.line, range.end.line]),
      [
        ['Example 1', 0, 9],
        ['Trace 2', 10, 49],
      ],
    );
    const [root] = symbols[1].children ?? [];
    assert.equal(root.name, '<root>');
    assert.deepEqual(root.selectionRange.start, { line: 11, character: 21 });
    const folds = await connection.sendRequest(FoldingRangeRequest.type, { textDocument: { uri: URI } });
    assert.deepEqual(folds?.slice(0, 3), [
      { startLine: 0, endLine: 9 },
      { startLine: 10, endLine: 49 },
      { startLine: 11, endLine: 48 },
    ]);
  });

  it('have completion and tokens', async () => {
    const text = `${TRACE}${EXAMPLE.replace('%best_action f6f5]', '%best_action f')}`;
    await open(text);
    const { connection } = session.client;
    const line = text.split('\n').findIndex((written) => written === '[%best_action f');
    const place = { textDocument: { uri: URI }, position: { line, character: 15 } };
    const list = (await connection.sendRequest(CompletionRequest.type, place)) as CompletionList;
    const [first] = list.items;
    assert.equal(first.label, 'f6f5');
    const edit = { start: { line, character: 14 }, end: { line, character: 15 } };
    assert.deepEqual(first.textEdit, { range: edit, newText: 'f6f5' });
    const tokens = await connection.sendRequest(SemanticTokensRequest.type, { textDocument: { uri: URI } });
    // 28 actions of the trace, 7 of the example; the first is g3g6 in the list of the root.
    assert.equal(tokens?.data.length, 35 * 5);
    assert.deepEqual(tokens.data.slice(0, 5), [4, TRACE.split('\n')[4].indexOf('g3g6'), 4, 6, 0]);
  });
});
