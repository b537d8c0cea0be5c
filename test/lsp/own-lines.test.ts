import assert from 'node:assert/strict';
import { afterEach, it } from 'node:test';
import type { CodeAction } from 'vscode-languageserver/node';
import { Session } from './session.ts';

const URI = 'file:///a.pgn';
const P = '{ [%pfen a 8/8/8/8/8/8/8/8 w - - 0 1] }';
const TITLE = 'Put each prediction on a line of its own';

let session: Session;
afterEach(() => session.end());

const action = async (line: number): Promise<CodeAction | undefined> => {
  const at = { line, character: 2 };
  const found = await session.client.connection.sendRequest<CodeAction[]>('textDocument/codeAction', {
    textDocument: { uri: URI },
    range: { start: at, end: at },
    context: { diagnostics: [], only: ['refactor'] },
  });
  return found.find(({ title }) => title === TITLE);
};

it('offers lines of their own for predictions between the moves of a line, there alone', async () => {
  session = await Session.start();
  await session.client.open(URI, 'pgn', `1. d4 *\n\n[Event "x"]\n\n1. e4 ${P} e5 *\n`);
  assert.deepEqual((await action(4))?.edit?.changes?.[URI], [
    { range: { start: { line: 4, character: 5 }, end: { line: 4, character: 6 } }, newText: '\n' },
    { range: { start: { line: 4, character: 45 }, end: { line: 4, character: 46 } }, newText: '\n1... ' },
  ]);
  assert.equal(await action(0), undefined);
  assert.equal(await action(2), undefined);
});
