import * as vscode from 'vscode';
import { isTemplate } from '../../models/statelens-folder.ts';
import type { Feature } from '../platform/feature.ts';
import { PROMPT_SCHEME } from '../platform/files/uris.ts';
import { whenOpen } from '../platform/when-open.ts';
import type { open } from './commands.ts';

/** Prompts: the preview, and templates. */
export const templates: Feature<ReturnType<typeof open>> = {
  name: 'templates',
  commands: [
    'statelens.previewPrompt',
    'statelens.copyPrompt',
    'statelens.chooseTemplate',
    'statelens.openTemplate',
    'statelens.newTemplate',
  ],
  load: () => import('./commands.ts'),
  register({ lazy }, rest) {
    const faults = lazy(() => import('./faults.ts'));
    const changed = new vscode.EventEmitter<vscode.Uri>();
    let forwarding: vscode.Disposable | undefined;
    rest.onOpen(({ previewer }) => {
      forwarding = previewer.onDidChange((uri) => changed.fire(uri));
    });
    return vscode.Disposable.from(
      changed,
      whenOpen(
        ({ uri }) => isTemplate(uri),
        () => void faults().catch(() => undefined),
      ),
      vscode.workspace.registerTextDocumentContentProvider(PROMPT_SCHEME, {
        onDidChange: changed.event,
        provideTextDocumentContent: async () => {
          return (await rest.open()).previewer.provideTextDocumentContent();
        },
      }),
      { dispose: () => forwarding?.dispose() },
    );
  },
};
