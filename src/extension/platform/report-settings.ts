import * as vscode from 'vscode';
import type { ReportSettings } from '../../models/report/report-session.ts';
import { readSettings } from '../../protocol/settings.ts';
import type { BaseContext } from './feature.ts';

/** Number of worst answers per model, as on the command line. */
const WORST = 3;

/** Returns the settings of reports: the options of the command line, so that both find each other's scores. */
export function reportSettings({ extension }: BaseContext): ReportSettings {
  const { version } = extension.extension.packageJSON as { readonly version: string };
  const { m } = readSettings(vscode.workspace.getConfiguration().get('statelens'));
  return {
    options: {
      affordance: { m, method: 'auto', seed: 0, terminal: 'accept', rescale: 'sum' },
      lambda: 0.1,
      enPassant: 'as-written',
    },
    m,
    worst: WORST,
    version,
  };
}
