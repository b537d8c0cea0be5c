import { CodeLensRefreshRequest, ErrorCodes, ResponseError } from 'vscode-languageserver';
import {
  SCORE_FILE_COMMAND,
  SCORING_NOTIFICATION,
  VISIBLE_RANGES_NOTIFICATION,
  type VisibleRangesParams,
} from '../../protocol/lsp.ts';
import type { ServerFeature } from '../feature.ts';
import { CodeLenses } from '../lenses/code-lenses.ts';
import { sendOrLog } from '../log.ts';

/** Code lenses, their scoring, and the command that scores a whole file. */
export const lensesFeature: ServerFeature = {
  name: 'code lenses',
  register({ connection, host, log, documents, work, turns, scorer, client, settings, events }) {
    const refresh = (): void => {
      if (client.refreshes)
        sendOrLog(log, 'a refresh of lenses', () => connection.sendRequest(CodeLensRefreshRequest.type));
    };
    const lenses = new CodeLenses({
      clock: host.clock,
      work,
      turns,
      scorer,
      settings,
      refreshes: () => client.refreshes,
      client,
      refresh,
      scoring: (params) =>
        sendOrLog(log, 'scoring progress', () => connection.sendNotification(SCORING_NOTIFICATION, params)),
    });
    connection.onCodeLens(async ({ textDocument }, token) => {
      const document = documents.get(textDocument.uri);
      return document === undefined ? null : lenses.provide(document, token);
    });
    connection.onCodeLensResolve((lens) => lenses.resolve(lens));
    connection.onExecuteCommand(({ command, arguments: args }) => {
      if (command !== SCORE_FILE_COMMAND)
        return new ResponseError(ErrorCodes.InvalidParams, `there is no command "${command}"`);
      const [uri]: readonly unknown[] = args ?? [];
      if (typeof uri !== 'string')
        return new ResponseError(ErrorCodes.InvalidParams, 'the argument must be the URI of a document');
      const document = documents.get(uri);
      if (document !== undefined) lenses.scoreFile(document);
      return null;
    });
    connection.onNotification(VISIBLE_RANGES_NOTIFICATION, ({ uri, ranges }: VisibleRangesParams) => {
      const document = documents.get(uri);
      if (document === undefined) return;
      document.visible = ranges;
      lenses.visibleChanged(document);
    });
    events.onSettings(refresh);
    events.onPrograms(refresh);
    events.onChecked(refresh);
    events.onClose((document) => lenses.drop(document));
    events.onShutdown(() => lenses.dispose());
    return {
      codeLensProvider: { resolveProvider: true },
      executeCommandProvider: { commands: [SCORE_FILE_COMMAND] },
    };
  },
};
