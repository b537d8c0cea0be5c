import * as vscode from 'vscode';
import { SERVER_ID } from '../../protocol/lsp.ts';
import type { FeatureContext } from '../platform/feature.ts';

const LAST_MODE = 'statelens.lastLensMode';

/** Toggle Prediction Lenses: off, and back to the mode that was on. */
export async function toggleLenses({ globalState }: FeatureContext): Promise<void> {
  const section = vscode.workspace.getConfiguration(SERVER_ID);
  const mode = section.get<string>('lens.mode') ?? 'all';
  const found = section.inspect('lens.mode');
  const inWorkspace = (found?.workspaceFolderValue ?? found?.workspaceValue) !== undefined;
  const next = mode === 'off' ? (globalState.get<string>(LAST_MODE) ?? 'all') : 'off';
  if (mode !== 'off') await globalState.update(LAST_MODE, mode);
  const target = inWorkspace ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global;
  await section.update('lens.mode', next, target);
  vscode.window.setStatusBarMessage(`StateLens: prediction lenses ${next === 'off' ? 'off' : `on (${next})`}`, 3000);
}
