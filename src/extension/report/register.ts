import * as vscode from 'vscode';
import { REPORT_VIEW } from '../../protocol/views.ts';
import type { Feature } from '../platform/feature.ts';
import { readReportLink } from './link-address.ts';

/** Reports of runs. */
export const report: Feature = {
  name: 'report',
  commands: ['statelens.showReport'],
  panels: [REPORT_VIEW],
  load: () => import('./commands.ts'),
  register: () =>
    vscode.window.registerUriHandler({
      handleUri: async (uri) => {
        const linked = readReportLink(uri);
        if (linked === undefined) return;
        const { runs, query } = linked;
        await vscode.commands.executeCommand('statelens.showReport', runs, undefined, query);
      },
    }),
};
