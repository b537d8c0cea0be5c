import * as vscode from 'vscode';
import { readQueryText, type SampleQuery } from '../../core/evaluation/report/list/sample-query.ts';
import { readKeptReport } from '../../protocol/report-messages.ts';
import { REPORT_VIEW } from '../../protocol/views.ts';
import type { FeatureContext, OpenFeature } from '../platform/feature.ts';
import { findRunFiles, isRunFile, runHome } from '../platform/files/run-files.ts';
import { t } from '../platform/l10n.ts';
import { showMessage } from '../platform/show-message.ts';
import { ReportPanel } from './panel.ts';

/** Opens Show Report…: a panel for each selection of runs. */
export function open(context: FeatureContext): OpenFeature {
  const panels = new Map<string, ReportPanel>();
  return {
    commands: {
      'statelens.showReport': async (first?: unknown, all?: unknown, query?: unknown) => {
        const uris = chosenRuns(first, all) ?? (await pickRuns());
        const wanted = typeof query === 'string' ? readQueryText(query) : null;
        if (uris !== undefined && uris.length > 0) await show(context, panels, uris, wanted);
      },
    },
    restore: {
      [REPORT_VIEW]: async (panel, state) => {
        const uris = readKeptReport(state)?.map((uri) => vscode.Uri.parse(uri));
        if (uris === undefined) panel.dispose();
        else await show(context, panels, uris, null, panel);
      },
    },
    dispose: () => panels.forEach((panel) => panel.dispose()),
  };
}

async function show(
  context: FeatureContext,
  panels: Map<string, ReportPanel>,
  uris: readonly vscode.Uri[],
  query: SampleQuery | null,
  restored?: vscode.WebviewPanel,
): Promise<void> {
  const openReport = await context.platform.loadReports();
  const key = uris.map((uri) => uri.toString()).join('\n');
  const known = panels.get(key);
  if (known !== undefined) {
    restored?.dispose();
    known.reveal(query);
    return;
  }
  const panel = restored ?? vscode.window.createWebviewPanel(REPORT_VIEW, t('Report'), vscode.ViewColumn.Active);
  const made: ReportPanel = new ReportPanel(context, openReport, panel, uris, query, () => {
    if (panels.get(key) === made) panels.delete(key);
  });
  panels.set(key, made);
}

/**
 * Reads the arguments of menus and other commands: a file, several, or both (the Explorer: the clicked one, and all
 * selected).
 */
function chosenRuns(first: unknown, all: unknown): readonly vscode.Uri[] | undefined {
  const several = [all, first].find((item): item is unknown[] => Array.isArray(item));
  const uris = (several ?? [first]).flatMap((item) =>
    item instanceof vscode.Uri ? item : typeof item === 'string' ? vscode.Uri.parse(item) : [],
  );
  const runs = new Map(uris.filter(isRunFile).map((uri) => [runHome(uri).toString(), runHome(uri)]));
  return runs.size > 0 ? [...runs.values()] : undefined;
}

/** Returns the run file of the active tab; for one that is too large for an editor, VS Code knows only the tab. */
function activeRun(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const uri = input instanceof vscode.TabInputText ? input.uri : vscode.window.activeTextEditor?.document.uri;
  return uri !== undefined && isRunFile(uri) ? runHome(uri) : undefined;
}

const sizeText = (bytes: number): string =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;

async function pickRuns(): Promise<readonly vscode.Uri[] | undefined> {
  const active = activeRun();
  // It has no editor, so the user wants its report.
  if (active !== undefined && vscode.window.activeTextEditor === undefined) return [active];
  const found = await findRunFiles();
  if (found.length === 0) {
    if (active !== undefined) return [active];
    await showMessage(
      'info',
      t('there are no run files (*.run.jsonl) in this folder yet; a run of a model writes one.'),
    );
    return undefined;
  }
  const items = found.map(({ uri, name, modified, size }) => ({
    uri,
    label: name,
    description: `${new Date(modified).toLocaleString()} · ${sizeText(size)}`,
    picked: uri.toString() === active?.toString(),
  }));
  const chosen = await vscode.window.showQuickPick(items, {
    title: t('StateLens: Show Report'),
    placeHolder: t('One run, or several to compare them; the newest first'),
    canPickMany: true,
  });
  return chosen?.map(({ uri }) => uri);
}
