import * as vscode from 'vscode';
import type { Feature } from '../platform/feature.ts';
import { whenOpen } from '../platform/when-open.ts';

/** Audits of transcripts on demand, and the `chess` fences of Markdown files. */
export const audit: Feature = {
  name: 'audit',
  commands: ['statelens.auditTranscript', 'statelens.clearAudit'],
  load: () => import('./commands.ts'),
  register({ lazy }) {
    const fences = lazy(() => import('./fence-diagnostics.ts'));
    return vscode.Disposable.from(
      whenOpen(
        ({ languageId }) => languageId === 'markdown',
        () => void fences().catch(() => undefined),
      ),
    );
  },
};
