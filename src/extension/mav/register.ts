import * as vscode from 'vscode';
import { EXAMPLE_COMMAND } from '../../protocol/lsp.ts';
import { MAV_STATS_VIEW } from '../../protocol/views.ts';
import type { Feature } from '../platform/feature.ts';
import { MAV_SCHEME, RECORDS_SCHEME } from '../platform/files/uris.ts';
import { whenOpen } from '../platform/when-open.ts';
import type { open } from './commands.ts';
import { RecordsDocuments } from './records-documents.ts';

/** MAV: prompts, answers, references, traces, and logs of records. */
export const mav: Feature<ReturnType<typeof open>> = {
  name: 'mav',
  commands: [
    'statelens.makeMav',
    'statelens.makeMavFile',
    'statelens.runMav',
    'statelens.runMavModels',
    'statelens.runMavFile',
    'statelens.insertReference',
    'statelens.makeTrace',
    'statelens.compareReference',
    'statelens.openReferenceText',
    EXAMPLE_COMMAND,
    'statelens.openTraces',
    'statelens.openRecords',
    'statelens.goToRecord',
    'statelens.showMavStats',
  ],
  panels: [MAV_STATS_VIEW],
  load: () => import('./commands.ts'),
  register({ lazy }, rest) {
    const heat = lazy(() => import('./heat.ts'));
    const documents = new RecordsDocuments(async (uri) => (await rest.open()).recordsDocument(uri));
    const selector = { scheme: RECORDS_SCHEME };
    return vscode.Disposable.from(
      documents,
      whenOpen(
        ({ languageId }) => languageId === 'mav',
        () => void heat().catch(() => undefined),
      ),
      vscode.workspace.registerFileSystemProvider(RECORDS_SCHEME, documents, { isReadonly: true }),
      vscode.workspace.registerTextDocumentContentProvider(MAV_SCHEME, {
        provideTextDocumentContent: async (uri) => (await rest.open()).comparisons.textOf(uri),
      }),
      vscode.languages.registerDefinitionProvider(selector, {
        provideDefinition: async (document, position) => (await rest.open()).recordOf(document, position),
      }),
      vscode.languages.registerDocumentLinkProvider(selector, {
        provideDocumentLinks: async (document) => (await rest.open()).recordLinks(document),
      }),
    );
  },
};
