import type { CodeAction } from 'vscode-languageserver';
import { deferredFix, fixAll, fixKind, withEdit } from '../actions/fix-all.ts';
import { ownLineActions, variationActions } from '../actions/game-rewrites.ts';
import { programActions } from '../actions/programs.ts';
import { quickFixes } from '../actions/quick-fixes.ts';
import { type ActionSource, isWanted } from '../actions/source.ts';
import type { ServerFeature } from '../feature.ts';

/** Sources of code actions. */
const SOURCES: readonly (ActionSource | typeof quickFixes)[] = [
  quickFixes,
  programActions,
  fixKind,
  fixAll,
  variationActions,
  ownLineActions,
];

/** Code actions: fixes of diagnostics, and rewrites. */
export const actionsFeature: ServerFeature = {
  name: 'actions',
  register(context) {
    const { connection, documents, work } = context;
    connection.onCodeAction(async ({ textDocument, range, context: { only: kinds } }, token) => {
      const document = documents.get(textDocument.uri);
      if (document === undefined || !(await work.whenRead(document))) return null;
      const span = { start: document.buffer.offsetAt(range.start), end: document.buffer.offsetAt(range.end) };
      const only = kinds ?? undefined;
      const { version } = document;
      const cancel = {
        get cancelled() {
          return token.isCancellationRequested;
        },
      };
      const all: CodeAction[] = [];
      for (const source of SOURCES)
        if (isWanted(source.kind, only))
          all.push(...(await source.actions({ document, range: span, only, cancel }, context)));
      return document.version === version && !document.signal.aborted ? all : null;
    });
    connection.onCodeActionResolve(async (action) => {
      const deferred = deferredFix(action);
      const document = deferred === undefined ? undefined : documents.get(deferred.uri);
      if (deferred === undefined || document === undefined || !(await work.whenRead(document))) return action;
      return withEdit(action, document, deferred, context);
    });
    const codeActionKinds = [...new Set(SOURCES.map(({ kind }) => kind))];
    return { codeActionProvider: { codeActionKinds, resolveProvider: true } };
  },
};
