import assert from 'node:assert/strict';
import fs from 'node:fs';
import { afterEach, describe, it } from 'node:test';
import { type CodeAction, CodeActionRequest, type Diagnostic } from 'vscode-languageserver/node';
import { LineIndex } from '../../src/core/base/text/lines.ts';
import { applyEdits } from '../../src/core/base/text/range.ts';
import { Session } from './session.ts';

const URI = 'file:///a.pgn';
const EXAMPLE = fs.readFileSync('test/fixtures/mav/published-example.mav', 'utf8');
/**
 * A check sign of another form, another sign for a capture, zeros for castling; a capture without `x`, which may come from
 * another mistake; and a move that nothing repairs surely.
 */
const TEXT = '1. e4 d5 2. e:d5 Nf6 3. Bb5ch c6 4. dc6 Bd7 5. Nf3 Ne4 6. 0-0 Qh1 *\n';

describe('repairs', () => {
  let session: Session;
  afterEach(() => session.end());

  const actions = async (only: string[], character = 0, length = 0): Promise<CodeAction[]> => {
    const range = { start: { line: 0, character }, end: { line: 0, character: character + length } };
    const params = { textDocument: { uri: URI }, range, context: { diagnostics: [], only } };
    return ((await session.client.connection.sendRequest(CodeActionRequest.type, params)) ?? []) as CodeAction[];
  };
  const repaired = (text: string, { edit }: CodeAction): string => {
    const lines = new LineIndex(text);
    const edits = (edit?.changes?.[URI] ?? []).map(({ range, newText }) => ({
      range: { start: lines.offsetAt(range.start), end: lines.offsetAt(range.end) },
      newText,
    }));
    return applyEdits(text, edits);
  };
  const codes = (diagnostics: readonly Diagnostic[]) => diagnostics.map(({ code }) => code);
  const change = async (text: string): Promise<Diagnostic[]> => {
    await session.client.change(URI, 2, { text });
    for (;;) {
      const { version, diagnostics } = await session.client.published();
      if (version === 2) return diagnostics;
    }
  };

  it('that are safe are made all at once, and leave what they cannot decide', async () => {
    session = await Session.start({ capabilities: {} });
    await session.client.open(URI, 'pgn', TEXT);
    const before = codes((await session.client.published()).diagnostics);
    assert.ok(before.includes('PGN_WRONG_CHECK_SIGN') && before.includes('PGN_ILLEGAL_MOVE'), before.join(' '));
    assert.deepEqual(await actions(['']), await actions(['quickfix', 'refactor', 'source']), 'the kind of all of them');
    const [all, ...others] = await actions(['source.fixAll']);
    assert.equal(others.length, 0);
    const text = repaired(TEXT, all);
    assert.equal(text, '1. e4 d5 2. exd5 Nf6 3. Bb5+ c6 4. dc6 Bd7 5. Nf3 Ne4 6. O-O Qh1 *\n');
    assert.deepEqual(codes(await change(text)), ['PGN_WRONG_CAPTURE_SIGN', 'PGN_ILLEGAL_MOVE']);
    assert.deepEqual(await actions(['source.fixAll']), []);
  });

  it('say which finding holds them back, to a client that shows it', async () => {
    session = await Session.start({ capabilities: { textDocument: { codeAction: { disabledSupport: true } } } });
    await session.client.open(URI, 'pgn', '1. e4 e5 2. Nf3 Nc6 3. Qh5 *\n');
    await session.client.published();
    const [none, ...others] = await actions(['source.fixAll']);
    assert.deepEqual([none.edit, others], [undefined, []]);
    assert.match(
      none.disabled?.reason ?? '',
      /^Nothing fixed\. Line 1 holds it back: PGN_ILLEGAL_MOVE, illegal move 3\. Qh5: /,
    );
    assert.deepEqual(
      (await actions([''])).filter(({ kind }) => kind?.startsWith('source')),
      [],
    );
    await change('1. e4 e5 2. Nf3 Nc6 *\n');
    assert.deepEqual(await actions(['source.fixAll']), []);
  });

  it('stand at their diagnostics, the likeliest first', async () => {
    session = await Session.start({ capabilities: {} });
    await session.client.open(URI, 'pgn', TEXT);
    const [first] = await actions(['quickfix'], TEXT.indexOf('e:d5'), 4);
    assert.deepEqual(
      [first.title, first.isPreferred, codes(first.diagnostics ?? [])],
      ['Write exd5', true, ['PGN_WRONG_CAPTURE_SIGN']],
    );
    assert.equal(repaired(TEXT, first), TEXT.replace('e:d5', 'exd5'));
  });

  it('of a wrong move are those with which the rest of its line can be played, with the proof', async () => {
    const game = '1. e4 e5 2. Nf3 Nc6 3. Bb6 a6 4. Ba4 Nf6 (4... b5 5. Bc3 Na5 6. O-O Nxb3) 5. O-O Be7 *\n';
    const text = `1. e4 *\n\n${game}`;
    session = await Session.start({ capabilities: {} });
    await session.client.open(URI, 'pgn', text);
    await session.client.published();
    const at = async (word: string): Promise<CodeAction[]> => {
      const range = {
        start: { line: 2, character: game.indexOf(word) },
        end: { line: 2, character: game.indexOf(word) },
      };
      const params = { textDocument: { uri: URI }, range, context: { diagnostics: [], only: ['quickfix'] } };
      return ((await session.client.connection.sendRequest(CodeActionRequest.type, params)) ?? []) as CodeAction[];
    };
    const [first, ...others] = await at('Bb6');
    assert.deepEqual(
      [first.title, first.isPreferred, codes(first.diagnostics ?? [])],
      ['3.Bb5 (not Bb6): all 5 moves behind it are legal', true, ['PGN_ILLEGAL_MOVE']],
    );
    assert.ok(others.every(({ isPreferred }) => isPreferred !== true));
    const fixed = text.replace('Bb6', 'Bb5');
    assert.equal(repaired(text, first), fixed);
    await change(fixed);
    const [inVariation] = await at('Bc3');
    assert.equal(inVariation.title, '5.Bb3 (not Bc3): all 3 moves behind it are legal');
    assert.equal(repaired(fixed, inVariation), fixed.replace('Bc3', 'Bb3'));
  });

  it('say where their search ended, to a client that shows it', async () => {
    const moves = ['Nf3', 'Nf6', 'Ng1', 'Ng8'];
    const there = Array.from({ length: 6000 }, (_, i) => moves[i % 4]);
    // two faults at the end, for which no small edit is enough
    const text = `${there.join(' ')} Qh8 Qa1 Kd5 Kd4 Qh8 Qa1 Kd5 Kd4 *\n`;
    session = await Session.start({ capabilities: { textDocument: { codeAction: { disabledSupport: true } } } });
    await session.client.open(URI, 'pgn', text);
    await session.client.published();
    const last = (await actions(['quickfix'], text.indexOf('Qh8'))).at(-1);
    assert.equal(last?.title, 'No repair found');
    assert.match(last.disabled?.reason ?? '', /^edits before \d+\.(?:\.\.)? were not tried/);
    assert.equal(last.edit, undefined);
  });

  it('say that too many fit, to a client that shows it', async () => {
    const text = '1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 5. d3 d6 6. h3 h6 7. a3 a6 8. Nbd2 Nf6 *\n';
    session = await Session.start({ capabilities: { textDocument: { codeAction: { disabledSupport: true } } } });
    await session.client.open(URI, 'pgn', text);
    await session.client.published();
    const found = await actions(['quickfix'], text.indexOf('5. d3'));
    assert.match(found[0]?.title ?? '', /^Renumber/);
    assert.ok(found.every(({ title }) => !title.startsWith('Insert')));
    assert.match(found.at(-1)?.disabled?.reason ?? '', /^one move pair may be missing here \([\d,]+ fit\)/);
    session.end();
    session = await Session.start({ options: { html: true } });
    await session.client.open(URI, 'pgn', text);
    await session.client.published();
    const shown = (await actions(['quickfix'], text.indexOf('5. d3'))).at(-1);
    assert.match(shown?.title ?? '', /^One move pair may be missing here \([\d,]+ fit\)$/);
    assert.equal(shown?.command?.command, 'statelens.reveal');
  });

  it('of text around a MAV answer remove both sides, though each is a section of its own', async () => {
    const text = `Sure:\n\n${EXAMPLE}That is all.\n`;
    session = await Session.start({ capabilities: {} });
    await session.client.open(URI, 'mav', text);
    assert.deepEqual(codes((await session.client.published()).diagnostics), ['MAV_TEXT_AROUND']);
    const [first, ...others] = await actions(['quickfix'], 0, 2);
    assert.deepEqual([first.title, others.length], ['Remove Text Around the Answer', 0]);
    assert.equal(repaired(text, first), EXAMPLE);
    assert.deepEqual(codes(await change(EXAMPLE)), []);
    session.end();
    session = await Session.start({ capabilities: {} });
    await session.client.open(URI, 'mav', EXAMPLE);
    let found = await change(`${EXAMPLE}That is all.\n`);
    // on a busy machine what is known so far comes first
    while (found.length === 0) found = (await session.client.published()).diagnostics;
    assert.deepEqual(codes(found), ['MAV_TEXT_AROUND']);
  });

  it('put a game into export form where the settings ask for it', async () => {
    const text = '[Event "x"]\n[White "x"]\n\n1. e4 e5 2. Nf3 *\n';
    session = await Session.start({ capabilities: {} });
    await session.client.open(URI, 'pgn', text);
    assert.deepEqual((await session.client.published()).diagnostics, []);
    session.end();
    const settings = { diagnostics: { strictExport: true } };
    session = await Session.start({ capabilities: {}, options: { settings } });
    await session.client.open(URI, 'pgn', text);
    const { diagnostics } = await session.client.published();
    assert.deepEqual(codes(diagnostics), ['PGN_MISSING_ROSTER']);
    const [all] = await actions(['source.fixAll.statelens']);
    const fixed = repaired(text, all);
    assert.match(fixed, /^\[Event "x"\]\n\[Site "\?"\]\n\[Date "\?{4}\.\?\?\.\?\?"\]\n[^]*2\. Nf3 \*\n$/);
    assert.deepEqual(await change(fixed), []);
  });
});
