import * as vscode from 'vscode';
import { type MainLine, mainLines } from '../../models/predict/main-lines.ts';
import type { SamplePlace } from '../../models/report/report-session.ts';
import type { GamesByName, PgnLine, RunPgn } from '../../models/report/sample-game.ts';
import { SHOW_STATE_COMMAND, type StandaloneLine } from '../../protocol/state.ts';
import { rangeIn } from '../platform/documents.ts';
import { documentAt, showRange } from '../platform/files/open-document.ts';
import { baseName } from '../platform/files/uris.ts';
import { workspaceFiles } from '../platform/files/workspace-files.ts';
import { t } from '../platform/l10n.ts';
import { besideColumn } from '../platform/pages/beside.ts';

/**
 * Shows the move of a sample in its PGN, which is searched beside the run and then in the workspace. It opens beside
 * the report, which keeps the keyboard focus, for the next failure.
 *
 * @returns the reason why it cannot be shown; undefined if it can
 */
export async function openSample(place: SamplePlace, run: vscode.Uri): Promise<string | undefined> {
  const { games, game, ply } = place;
  if (games === undefined) return t('The run does not say which PGN it was made of.');
  const document = await gamesOf(games, run);
  if (document === undefined) return t('{0} is neither beside {1} nor in the workspace.', games, baseName(run));
  const line = lineOf(document, game);
  if (line === undefined || line.moves.length < ply || line.fenAt(ply) !== place.trueFen)
    return t('{0} does not hold this position any more: game {1}, ply {2}.', games, game + 1, ply);
  const range = line.rangeOf(ply) ?? line.rangeOf(1) ?? { start: 0, end: 0 };
  const { start, end } = rangeIn(document, ply === 0 ? { start: range.start, end: range.start } : range);
  await showRange(document, { start, end }, false, besideColumn());
  return undefined;
}

/** Returns the PGNs of samples that are found beside their runs and in the workspace, by their names in runs. */
export async function sampleGames(
  samples: readonly { readonly place: SamplePlace; readonly run: vscode.Uri }[],
): Promise<GamesByName> {
  const found = new Map<string, RunPgn>();
  for (const { place, run } of samples) {
    if (place.games === undefined || found.has(place.games)) continue;
    const document = await gamesOf(place.games, run);
    if (document === undefined) continue;
    const file = vscode.workspace.asRelativePath(document.uri);
    const link = linkTo(document.uri);
    found.set(place.games, { file, text: document.getText(), ...(link !== undefined && { link }) });
  }
  return found;
}

/**
 * Returns a link that opens a file in this VS Code from elsewhere; undefined for one that is not on the user's machine.
 */
function linkTo(uri: vscode.Uri): string | undefined {
  const { uriScheme, remoteName, uiKind } = vscode.env;
  const isHere = uri.scheme === 'file' && remoteName === undefined && uiKind === vscode.UIKind.Desktop;
  return isHere ? uri.toString().replace(/^file:\/\//, `${uriScheme}://file`) : undefined;
}

/**
 * Shows the answer of a sample in the state view, in its game with all questions of the runs about it. The game is that
 * of its PGN, if that is found and contains the position, otherwise that of the run. The report keeps the keyboard
 * focus.
 *
 * @returns the reason why it cannot be shown; undefined if it can
 */
export async function compareSample(
  place: SamplePlace,
  run: vscode.Uri,
  stateOf: (found: PgnLine | undefined) => Promise<StandaloneLine | undefined>,
): Promise<string | undefined> {
  const { games, game, ply, trueFen } = place;
  const document = games === undefined ? undefined : await gamesOf(games, run);
  const line = document && lineOf(document, game);
  const isKnown = line !== undefined && line.moves.length >= ply && line.fenAt(ply) === trueFen;
  const given = await stateOf(
    isKnown ? { startFen: line.startFen, moves: line.moves, title: gameTitle(line) } : undefined,
  );
  if (given === undefined) return t('This answer is not in the report any more.');
  await vscode.commands.executeCommand(SHOW_STATE_COMMAND, given);
  return undefined;
}

function lineOf(document: vscode.TextDocument, wanted: number): MainLine | undefined {
  for (const line of mainLines(document.getText(), new Set([wanted]))) return line;
  return undefined;
}

async function gamesOf(name: string, run: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  const plain = name.slice(name.lastIndexOf('/') + 1);
  const beside = vscode.Uri.joinPath(run, '..', plain);
  return (await opened(beside)) ?? (await opened((await workspaceFiles((item) => item === plain, 1))[0]));
}

async function opened(uri: vscode.Uri | undefined): Promise<vscode.TextDocument | undefined> {
  if (uri === undefined) return undefined;
  try {
    return await documentAt(uri);
  } catch {
    return undefined;
  }
}

/** Formats `Nepomniachtchi – Riazantsev, 2011` from the tags of a game; undefined if they name neither player. */
export function gameTitle(line: Pick<MainLine, 'tag'>): string | undefined {
  const [white = '?', black = '?'] = ['White', 'Black'].map((name) => line.tag(name)?.trim() || '?');
  if (white === '?' && black === '?') return undefined;
  const year = /^\d{4}/.exec(line.tag('Date')?.trim() ?? '')?.[0];
  return `${white} – ${black}${year === undefined ? '' : `, ${year}`}`;
}
