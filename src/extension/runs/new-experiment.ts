import * as vscode from 'vscode';
import { thrownMessage } from '../../core/base/result.ts';
import { decodeText } from '../../models/decode-text.ts';
import { DEFAULT_TEMPLATE } from '../../models/prompts/prompt.ts';
import { pgnTasks } from '../../models/runs/task-list.ts';
import { documentName } from '../platform/documents.ts';
import { baseName, bytesAt } from '../platform/files/uris.ts';
import { workspaceFiles } from '../platform/files/workspace-files.ts';
import { t } from '../platform/l10n.ts';
import { type PredictSettings, readSettings } from '../platform/settings.ts';
import { showMessage } from '../platform/show-message.ts';

/**
 * Runs New Experiment…: writes one beside the PGN that another command passes, that is visible, or that the user picks,
 * and opens it.
 */
export async function newExperiment(given?: unknown): Promise<void> {
  const games = given instanceof vscode.Uri ? given : await chosenGames();
  if (games === undefined) return;
  const folder = vscode.Uri.joinPath(games, '..');
  const bytes = await bytesAt(games);
  const plies = sensiblePlies(bytes === undefined ? '' : decodeText(bytes).text);
  const base = baseName(games).replace(/\.pgn$/i, '');
  // An existing file may contain the user's work.
  const names = ['experiment.jsonc', `${base}.experiment.jsonc`];
  for (let i = 2; i < 100; i++) names.push(`${base}-${i}.experiment.jsonc`);
  for (const name of names) {
    const target = vscode.Uri.joinPath(folder, name);
    if ((await bytesAt(target)) !== undefined) continue;
    try {
      await vscode.workspace.fs.writeFile(
        target,
        new TextEncoder().encode(experimentText(baseName(games), plies, readSettings())),
      );
    } catch (error) {
      void showMessage('error', t('{0} could not be written: {1}', name, thrownMessage(error)));
      return;
    }
    await vscode.window.showTextDocument(target);
    return;
  }
}

async function chosenGames(): Promise<vscode.Uri | undefined> {
  const shown = vscode.window.activeTextEditor?.document;
  if (shown !== undefined && documentName(shown)?.hasGames === true && !shown.isUntitled) return shown.uri;
  const found = await workspaceFiles((name) => /\.pgn$/i.test(name), 500);
  const items = found.map((uri) => ({ label: vscode.workspace.asRelativePath(uri), uri }));
  if (items.length === 0) {
    void showMessage('info', t('an experiment needs games: there is no PGN in this folder.'), {
      [t('Open Samples')]: 'statelens.openSamples',
    });
    return undefined;
  }
  const title = t('StateLens: games of the experiment');
  return (await vscode.window.showQuickPick(items, { title }))?.uri;
}

const MAX_TEXT_LENGTH = 1 << 20;

/** Returns a plan for every tenth ply, or for the ends of games that are all shorter than that. */
export function sensiblePlies(pgn: string): string {
  const plan = { plies: 'every:10', samples: 1, templates: [DEFAULT_TEMPLATE], seed: 0 };
  // The first games suffice, and are read quickly.
  const tasks = pgnTasks(pgn.slice(0, MAX_TEXT_LENGTH), plan);
  return tasks.ok && tasks.value.count > 0 ? '{ "every": 10 }' : '"ends"';
}

/** Formats an experiment with sensible values, and further options as comments. */
export function experimentText(
  games: string,
  plies: string,
  { model, openAiModel, baseUrl }: Pick<PredictSettings, 'model' | 'openAiModel' | 'baseUrl'>,
): string {
  const name = /^openai:(.+)$/s.exec(model === 'openai' ? `openai:${openAiModel}` : model)?.[1];
  const server = baseUrl === '' ? '' : `, "baseUrl": ${JSON.stringify(baseUrl)}`;
  const own = name === undefined ? '' : `,\n    { "model": ${JSON.stringify(`openai:${name}`)}${server} }`;
  const example =
    name === undefined
      ? `\n    // { "model": "openai:llama3.2", "baseUrl": "http://localhost:11434/v1" }`
      : `\n    // With "prices": { "input": 2.5, "output": 10, "currency": "USD", "date": "2026-01-31" } its cost is known.`;
  return `{
  // Main lines of these games are asked about.
  "games": ${JSON.stringify(games)},
  // Where: "ends", { "every": 10 }, [20, 40], or { "lengths": [20, 40], "count": 50 }, drawn by the seed.
  "plies": ${plies},
  // Who: a run file for each is written into .statelens/runs.
  "models": [
    "builtin:mav-small",
    "baseline:naive-tracker"${own}${example}
  ],
  // Each template asks about each position so many times.
  "templates": ["pgn-to-fen"],
  "samples": 1,
  "settings": { "maxTokens": 2000 },
  "seed": 1,
  // The experiment ends in good order at this number of requests.
  "maxRequests": 1000
}
`;
}
