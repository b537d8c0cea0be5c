import * as vscode from 'vscode';
import { readMavStatsState } from '../../protocol/mav-stats-messages.ts';
import { MAV_STATS_VIEW } from '../../protocol/views.ts';
import { activeEditor } from '../platform/documents.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { t } from '../platform/l10n.ts';
import { createBeside } from '../platform/pages/beside.ts';
import { MavStatsPanel } from './stats-panel.ts';

/** The statistics of MAV files: a panel for each file. */
export class MavStatsPanels {
  readonly #context: FeatureContext;
  readonly #panels = new Map<string, MavStatsPanel>();

  constructor(context: FeatureContext) {
    this.#context = context;
  }

  /** Shows the statistics of the active MAV file beside it. */
  show(): void {
    const editor = activeEditor(({ isAnswer }) => isAnswer === true);
    if (editor !== undefined) this.#open(editor.document.uri);
  }

  /** Takes over a panel that VS Code restores. */
  restore(panel: vscode.WebviewPanel, state: unknown): void {
    const kept = readMavStatsState(state);
    if (kept === undefined) panel.dispose();
    else this.#open(vscode.Uri.parse(kept.uri), panel);
  }

  dispose(): void {
    for (const panel of this.#panels.values()) panel.dispose();
  }

  #open(uri: vscode.Uri, restored?: vscode.WebviewPanel): void {
    const key = uri.toString();
    const known = this.#panels.get(key);
    if (known !== undefined) {
      restored?.dispose();
      known.reveal();
      return;
    }
    const panel = restored ?? createBeside(MAV_STATS_VIEW, t('Statistics of Answers'));
    const made: MavStatsPanel = new MavStatsPanel(this.#context, panel, uri, () => {
      if (this.#panels.get(key) === made) this.#panels.delete(key);
    });
    this.#panels.set(key, made);
  }
}
