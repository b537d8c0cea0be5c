import * as vscode from 'vscode';
import { REPORT_VIEW } from '../../protocol/views.ts';
import type { Feature } from '../platform/feature.ts';
import { SAMPLE_SCHEME } from '../platform/schemes.ts';

/** Reports of runs. */
export const report: Feature = {
  name: 'report',
  commands: ['statelens.showReport'],
  panels: [REPORT_VIEW],
  load: () => import('./commands.ts'),
  register: () =>
    vscode.workspace.registerTextDocumentContentProvider(SAMPLE_SCHEME, {
      provideTextDocumentContent: ({ query }) => query,
    }),
};
