import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import {
  DocumentFormattingRequest,
  DocumentRangeFormattingRequest,
  type TextEdit as LspEdit,
} from 'vscode-languageserver/node';
import { systemClock } from '../../src/compute/system-clock.ts';
import { LineIndex } from '../../src/core/base/text/lines.ts';
import { applyEdits } from '../../src/core/base/text/range.ts';
import type { Clock } from '../../src/protocol/clock.ts';
import { itLong } from '../support/thorough.ts';
import { testHost } from './host.ts';
import { ABLE, Session } from './session.ts';

const URI = 'file:///games.pgn';
const TEXT = '1.e4 e5! *\n\n1.d4 d5! *\n';
const options = { tabSize: 2, insertSpaces: true };

function apply(text: string, edits: readonly LspEdit[]): string {
  const lines = new LineIndex(text);
  return applyEdits(
    text,
    edits.map(({ range, newText }) => ({
      range: { start: lines.offsetAt(range.start), end: lines.offsetAt(range.end) },
      newText,
    })),
  );
}

describe('formatting', () => {
  let session: Session;
  afterEach(() => session.end());
  const formatted = async (text: string, uri = URI, languageId = 'pgn'): Promise<string | null> => {
    await session.client.open(uri, languageId, text);
    const edits = await session.client.connection.sendRequest(DocumentFormattingRequest.type, {
      textDocument: { uri },
      options,
    });
    return edits === null ? null : apply(text, edits);
  };

  it('is gentle by default', async () => {
    session = await Session.start({ capabilities: ABLE });
    assert.equal(await formatted(TEXT), '1. e4 e5! *\n\n1. d4 d5! *\n');
  });

  it('follows the setting', async () => {
    session = await Session.start({ capabilities: {}, options: { settings: { format: { style: 'export' } } } });
    assert.equal(await formatted(TEXT), '1. e4 e5 $1 *\n\n1. d4 d5 $1 *\n\n');
  });

  it('leaves what is not replayed as it is written', async () => {
    session = await Session.start({ capabilities: {}, options: { settings: { format: { style: 'export' } } } });
    const text = '1. e4 e5 2. Nf3! 3. Bb5 a6 *\n\n12... Nf6 13. Nf3 *\n\n[Variant "Bughouse"]\n\n1A. e4 1a. e5 *\n\n';
    assert.equal(await formatted(text), text);
  });

  it('writes MAV as published, and of a selection the sections that it touches', async () => {
    session = await Session.start({ capabilities: ABLE });
    const loose = '<mav game=hex %state </mav> [ %state x || . . x o ||]\n';
    const printed = '<mav game=hex> %state </mav>\n[%state x || . . x o ||]\n';
    assert.equal(await formatted(loose + loose, 'file:///a.mav', 'mav'), printed + printed);
    const edits = await session.client.connection.sendRequest(DocumentRangeFormattingRequest.type, {
      textDocument: { uri: 'file:///a.mav' },
      range: { start: { line: 1, character: 2 }, end: { line: 1, character: 3 } },
      options,
    });
    assert.equal(apply(loose + loose, edits ?? []), loose + printed);
  });

  itLong('takes long texts in slices', async () => {
    // every look at this clock is 5 ms later, so that a few games fill a slice on any machine
    let now = 0;
    const clock: Clock = { ...systemClock, now: () => (now += 5) };
    session = await Session.start({ capabilities: ABLE, host: testHost(clock) });
    const text = TEXT.repeat(3000);
    await session.client.open('file:///long.pgn', 'pgn', text);
    const done: string[] = [];
    const long = session.client.connection
      .sendRequest(DocumentFormattingRequest.type, { textDocument: { uri: 'file:///long.pgn' }, options })
      .finally(() => done.push('formatted'));
    const others = Array.from({ length: 20 }, () =>
      session.client.connection.sendRequest('statelens/unknown').catch(() => done.push('another')),
    );
    assert.equal(apply(text, (await long) ?? []), '1. e4 e5! *\n\n1. d4 d5! *\n\n'.repeat(3000).slice(0, -1));
    await Promise.all(others);
    assert.equal(done.indexOf('formatted'), 20, 'other requests are answered meanwhile');
  });

  it('sends little more than the text, however many places change', async () => {
    session = await Session.start({ capabilities: ABLE });
    const game = '[White "Ann"]  [Black "Bob"]\n\n1.e4  e5 2.Nf3  Nc6 3.Bb5  a6 4.Ba4  Nf6 *\n\n';
    const text = game.repeat(2000);
    await session.client.open('file:///many.pgn', 'pgn', text);
    const textDocument = { uri: 'file:///many.pgn' };
    const edits = await session.client.connection.sendRequest(DocumentFormattingRequest.type, {
      textDocument,
      options,
    });
    const neat = '[White "Ann"]\n[Black "Bob"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *\n\n';
    assert.equal(apply(text, edits ?? []), neat.repeat(2000));
    // an edit of each place would take ten times the text
    const { length } = JSON.stringify(edits);
    assert.ok(length < 3 * text.length, `${length} characters for ${text.length}`);
    assert.equal(edits?.length, 2000);
  });

  it('formats the games that a selection touches', async () => {
    session = await Session.start({ capabilities: ABLE });
    await session.client.open(URI, 'pgn', TEXT);
    const edits = await session.client.connection.sendRequest(DocumentRangeFormattingRequest.type, {
      textDocument: { uri: URI },
      range: { start: { line: 2, character: 2 }, end: { line: 2, character: 3 } },
      options,
    });
    assert.equal(apply(TEXT, edits ?? []), '1.e4 e5! *\n\n1. d4 d5! *\n');
  });

  it('puts right the blanks of FEN and EPD files, and of the lines that are selected', async () => {
    session = await Session.start({ capabilities: ABLE });
    const board = '4k3/8/8/8/8/8/8/4K3';
    const epd = `${board}  w -  - id "a  b"; `;
    assert.equal(await formatted(epd, 'file:///a.epd', 'fen'), `${board} w - - id "a  b";\n`);
    const uri = 'file:///a.fen';
    const fen = `  ${board}  w - - 0 1\n${board}  b - - 0 1`;
    assert.equal(await formatted(fen, uri, 'fen'), `${board} w - - 0 1\n${board} b - - 0 1\n`);
    const edits = await session.client.connection.sendRequest(DocumentRangeFormattingRequest.type, {
      textDocument: { uri },
      range: { start: { line: 0, character: 3 }, end: { line: 0, character: 9 } },
      options,
    });
    assert.equal(apply(fen, edits ?? []), `${board} w - - 0 1\n${board}  b - - 0 1`);
  });

  it('gives nothing for what is no document of ours', async () => {
    session = await Session.start({ capabilities: ABLE });
    const edits = await session.client.connection.sendRequest(DocumentFormattingRequest.type, {
      textDocument: { uri: 'file:///unknown.pgn' },
      options,
    });
    assert.equal(edits, null);
  });
});
