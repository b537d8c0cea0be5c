import { LSPErrorCodes, ResponseError, type SemanticTokens, SemanticTokensBuilder } from 'vscode-languageserver';
import type { Range } from '../../core/base/text/range.ts';
import type { ServerDocument } from '../documents/document.ts';
import type { FeatureContext, ServerFeature } from '../feature.ts';
import { serverPart } from '../languages/parts.ts';
import { LEGEND } from '../languages/tokens.ts';

/**
 * Semantic tokens of PGN, and of the actions in MAV and walks. A large file has none as a whole, which the server
 * refuses: VS Code regards any other answer, even one without tokens, as complete, and never requests the parts that
 * become visible later. A grammar that colors first knows as much about all but moves, and more about the inside of
 * comments.
 */
export const semanticTokensFeature: ServerFeature = {
  name: 'semantic tokens',
  register(context) {
    const { connection, documents, work, client } = context;
    const { semanticTokens } = connection.languages;
    const none: SemanticTokens = { data: [] };
    semanticTokens.on(async ({ textDocument }) => {
      const document = documents.get(textDocument.uri);
      const tokens = document && serverPart(document).tokens;
      if (document === undefined || tokens === undefined || !(await work.whenRead(document))) return none;
      const { length } = document;
      if (length <= tokens.most) return tokensIn(document, context, { start: 0, end: length });
      return client.takesRefusal
        ? new ResponseError<void>(LSPErrorCodes.ServerCancelled, 'request ranges instead')
        : null;
    });
    semanticTokens.onRange(async ({ textDocument, range }) => {
      const document = documents.get(textDocument.uri);
      if (document === undefined || !(await work.whenRead(document, range.end))) return none;
      const { buffer } = document;
      return tokensIn(document, context, { start: buffer.offsetAt(range.start), end: buffer.offsetAt(range.end) });
    });
    context.events.onPrograms(() => {
      // a client that disconnects meanwhile needs no colors
      if (client.refreshesTokens) semanticTokens.refresh().catch(() => {});
    });
    return { semanticTokensProvider: { legend: LEGEND, full: true, range: true } };
  },
};

/** Returns the tokens of a document that touch a span. */
function tokensIn(document: ServerDocument, context: FeatureContext, span: Range): SemanticTokens {
  const builder = new SemanticTokensBuilder();
  serverPart(document).tokens?.add(builder, document, span, context);
  return builder.build();
}
