import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { ErrorCodes, ResponseError } from 'vscode-languageserver/node';
import { LineIndex } from '../../src/core/base/text/lines.ts';
import { EXPLANATIONS } from '../../src/core/notation/explanations/explanations.ts';
import { itLong, thoroughly } from '../support/thorough.ts';
import { Session } from './session.ts';

const EXAMPLES = Object.entries(EXPLANATIONS).flatMap(([code, { example }]) =>
  example === undefined || ['transcript', 'log', 'table'].includes(example.language) ? [] : [{ code, ...example }],
);

/** Languages of examples that an editor opens as another one. */
const OPENED_AS: Readonly<Record<string, string>> = { epd: 'fen', rookworld: 'mav' };

/** The requests about a place, with all that each of them reads besides. */
const AT_A_PLACE = [
  'textDocument/hover',
  'textDocument/completion',
  'textDocument/definition',
  'textDocument/references',
  'textDocument/documentHighlight',
  'textDocument/prepareRename',
  'textDocument/rename',
  'textDocument/selectionRange',
  'textDocument/codeAction',
  'textDocument/rangeFormatting',
  'textDocument/inlayHint',
  'textDocument/semanticTokens/range',
  'statelens/position',
  'statelens/state',
  'statelens/insertMove',
  'statelens/traceTree',
  'statelens/marks',
];

/** Those about a whole file. */
const OF_A_FILE = [
  'textDocument/documentSymbol',
  'textDocument/foldingRange',
  'textDocument/documentLink',
  'textDocument/codeLens',
  'textDocument/formatting',
  'textDocument/semanticTokens/full',
  'statelens/markedLines',
  'statelens/predictionFolds',
];

/** Where a word or sign starts, and the end. */
function placesOf(text: string): number[] {
  const all = [...[...text.matchAll(/\w+|[^\w\s]|\n/g)].map(({ index }) => index), text.length];
  const stride = thoroughly(8, Math.ceil(all.length / 4));
  return all.filter((_place, i) => (all.length - 1 - i) % stride === 0);
}

describe('the server', () => {
  itLong('has an answer to every request at every word of every example of the page of diagnostics', async () => {
    const session = await Session.start();
    const { connection } = session.client;
    const faults: string[] = [];
    const ask = async (what: string, method: string, params: object): Promise<void> => {
      try {
        await connection.sendRequest(method, params);
      } catch (error) {
        const code = error instanceof ResponseError ? error.code : undefined;
        // a name that cannot be given is refused
        if (code !== ErrorCodes.InvalidParams && code !== -32803) faults.push(`${what}: ${method}: ${String(error)}`);
      }
    };
    for (const { code, language, text } of EXAMPLES) {
      const uri = `file:///${code}.${language}`;
      const lines = new LineIndex(text);
      await session.client.open(uri, OPENED_AS[language] ?? language, text);
      const textDocument = { uri };
      const common = { textDocument, uri, options: { tabSize: 2, insertSpaces: true } };
      for (const method of OF_A_FILE) await ask(code, method, common);
      const places = placesOf(text).map((offset) => lines.positionAt(offset));
      const asked = places.flatMap((position, i) => {
        const range = { start: position, end: places[i + 1] ?? position };
        const params = {
          ...common,
          position,
          positions: [position],
          range,
          ranges: [range],
          context: { diagnostics: [], includeDeclaration: true },
          newName: 'other',
          version: 1,
          move: 'e2e4',
        };
        const what = `${code} ${position.line}:${position.character}`;
        return AT_A_PLACE.map((method) => ask(what, method, params));
      });
      await Promise.all(asked);
      await session.client.close(uri);
    }
    session.end();
    assert.deepEqual(faults.slice(0, 20), []);
  });
});
