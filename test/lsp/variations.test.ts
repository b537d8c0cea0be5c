import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { type CodeAction, CodeActionRequest } from 'vscode-languageserver/node';
import { LineIndex } from '../../src/core/base/text/lines.ts';
import { applyEdits } from '../../src/core/base/text/range.ts';
import { ABLE, Session } from './session.ts';

const URI = 'file:///games.pgn';

describe('actions on variations', () => {
  let session: Session;
  afterEach(() => session.end());

  /** Titles and resulting texts of the actions at `|`. */
  async function actionsAt(marked: string, only = ['refactor.rewrite']): Promise<Record<string, string>> {
    const text = marked.replace('|', '');
    session = await Session.start({ capabilities: ABLE });
    await session.client.open(URI, 'pgn', text);
    const lines = new LineIndex(text);
    const cursor = lines.positionAt(marked.indexOf('|'));
    const actions = await session.client.connection.sendRequest(CodeActionRequest.type, {
      textDocument: { uri: URI },
      range: { start: cursor, end: cursor },
      context: { diagnostics: [], only },
    });
    const apply = ({ edit }: CodeAction): string =>
      applyEdits(
        text,
        (edit?.changes?.[URI] ?? []).map(({ range, newText }) => ({
          range: { start: lines.offsetAt(range.start), end: lines.offsetAt(range.end) },
          newText,
        })),
      );
    return Object.fromEntries((actions ?? []).map((action) => [action.title, apply(action as CodeAction)]));
  }

  it('promote and delete the one around the cursor', async () => {
    assert.deepEqual(await actionsAt('1. c4 *\n\n1. e4 e5 (1... c5| 2. Nf3) 2. f4 *\n'), {
      'Promote variation 1...c5': '1. c4 *\n\n1. e4 c5 (1... e5 2. f4) 2. Nf3 *\n',
      'Delete variation 1...c5': '1. c4 *\n\n1. e4 e5 2. f4 *\n',
    });
  });

  it('make a nested one the main line', async () => {
    const found = await actionsAt('1. e4 e5 (1... c5 2. Nf3 (2. c3|)) 2. f4 *\n');
    assert.equal(found['Make 2.c3 the main line'], '1. e4 c5 (1... e5 2. f4) 2. c3 (2. Nf3) *\n');
  });

  it('demote the move that is varied', async () => {
    assert.deepEqual(await actionsAt('1. e4 e|5 (1... c5) 2. f4 *\n'), {
      'Demote 1...e5 below 1...c5': '1. e4 c5 (1... e5 2. f4) *\n',
    });
  });

  it('are not offered elsewhere, or when others are wanted', async () => {
    assert.deepEqual(await actionsAt('1. e|4 e5 (1... c5) *\n'), {});
    session.end();
    assert.deepEqual(await actionsAt('1. e4 e5 (1... c|5) *\n', ['source']), {});
  });
});
