import * as vscode from 'vscode';
import { thrownMessage } from '../../core/base/result.ts';
import { gameText, PgnSink, type Rows, type TextFormat, textHead } from '../../core/datasets/game-output.ts';
import { readExperimentText } from '../../models/runs/experiment-text.ts';
import type { Platform } from '../platform/feature.ts';
import { type FileReplacement, startReplacement } from '../platform/files/bytes.ts';
import { parentFolder } from '../platform/files/save.ts';
import { baseName } from '../platform/files/uris.ts';
import { workspaceFiles } from '../platform/files/workspace-files.ts';
import { t } from '../platform/l10n.ts';
import { besideColumn } from '../platform/pages/beside.ts';
import { showMessage } from '../platform/show-message.ts';
import type { GameSession } from './game-session.ts';
import type { GameSourceFile } from './game-sources.ts';

/** Number of bytes written at a time. */
const PIECE = 1 << 20;

interface WrittenFormat {
  readonly format: 'pgn' | TextFormat;
  readonly rows: Rows;
}

const FORMATS: readonly (vscode.QuickPickItem & WrittenFormat)[] = [
  { label: 'PGN', description: t('the games as they are in their files'), format: 'pgn', rows: 'games' },
  {
    label: t('JSON Lines, a game a line'),
    description: t('tags, moves in UCI and SAN'),
    format: 'jsonl',
    rows: 'games',
  },
  {
    label: t('JSON Lines, a position a line'),
    description: t('FEN, moves, clock'),
    format: 'jsonl',
    rows: 'positions',
  },
  { label: t('CSV, a game a line'), description: t('the same fields'), format: 'csv', rows: 'games' },
  { label: t('CSV, a position a line'), description: t('the same fields'), format: 'csv', rows: 'positions' },
  {
    label: t('EPD, a position a line'),
    description: t('with the move that was played'),
    format: 'epd',
    rows: 'positions',
  },
];

/** Games to write. */
export interface Selection {
  readonly session: GameSession;
  readonly sources: readonly GameSourceFile[];
  readonly games: readonly number[];
}

/**
 * Asks for a format and a file, and writes games there; returns the file, or undefined if that was canceled or failed.
 */
export async function exportGames(selection: Selection, platform: Platform): Promise<vscode.Uri | undefined> {
  const title =
    selection.games.length === 1
      ? t('StateLens: Export 1 game')
      : t('StateLens: Export {0} games', selection.games.length.toLocaleString('en-US'));
  const chosen = await vscode.window.showQuickPick([...FORMATS], { title, placeHolder: t('Which format?') });
  return chosen === undefined ? undefined : writeGames(selection, chosen, platform);
}

/** Asks for a file and writes games to it as PGN. */
const saveAsPgn = (selection: Selection, platform: Platform): Promise<vscode.Uri | undefined> =>
  writeGames(selection, { format: 'pgn', rows: 'games' }, platform);

function selectionName({ sources }: Selection): string {
  const [only] = sources;
  const base = sources.length === 1 && only !== undefined ? baseName(only.uri).replace(/\.[^.]*$/, '') : 'games';
  return `${base}.selection`;
}

async function writeGames(
  selection: Selection,
  written: WrittenFormat,
  platform: Platform,
): Promise<vscode.Uri | undefined> {
  const { format } = written;
  const [first] = selection.sources;
  const isHome = first !== undefined && first.uri.scheme !== 'untitled';
  const folder = isHome ? vscode.Uri.joinPath(first.uri, '..') : parentFolder();
  const name = `${selectionName(selection)}.${format}`;
  const target = await vscode.window.showSaveDialog({
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, name) }),
    filters: { [format.toUpperCase()]: [format] },
  });
  if (target === undefined) return undefined;
  if (selection.sources.some(({ uri }) => uri.toString() === target.toString())) {
    void showMessage('error', t('{0} is one of the files that are queried; choose another name.', baseName(target)));
    return undefined;
  }
  const { Notification } = vscode.ProgressLocation;
  const options = { location: Notification, title: t('Writing {0}', baseName(target)), cancellable: true };
  try {
    const isWhole = await vscode.window.withProgress(options, async (progress, token) => {
      const file = await startReplacement(platform, target);
      return fill(file, selection, written, (percent) => progress.report({ increment: percent }), token);
    });
    return isWhole ? target : undefined;
  } catch (error) {
    const reason = thrownMessage(error);
    void showMessage('error', t('{0} could not be written: {1}', baseName(target), reason));
    return undefined;
  }
}

/** Writes games into a file; false if that was canceled, and the file is unchanged. */
async function fill(
  file: FileReplacement,
  { session, games }: Selection,
  { format, rows }: WrittenFormat,
  shown: (percent: number) => void,
  token: vscode.CancellationToken,
): Promise<boolean> {
  const encoder = new TextEncoder();
  let pieces: Uint8Array[] = [];
  let waiting = 0;
  const push = (bytes: Uint8Array): void => {
    pieces.push(bytes);
    waiting += bytes.length;
  };
  const flush = async (): Promise<void> => {
    const written = pieces;
    pieces = [];
    waiting = 0;
    for (const piece of written) await file.write(piece);
  };
  try {
    const sink = new PgnSink(push);
    if (format !== 'pgn') push(encoder.encode(textHead(format, rows)));
    let unsaid = 0;
    for (const game of games) {
      if (token.isCancellationRequested) {
        await file.discard();
        return false;
      }
      const read = await session.read(game);
      if (read === undefined) throw new Error('the games were queried again meanwhile');
      const { file: source, place, facts, bytes } = read;
      const name = source.slice(source.lastIndexOf('/') + 1);
      if (format === 'pgn') sink.add({ file: source, number: place.number }, bytes);
      else push(encoder.encode(gameText(format, rows, { file: name, game: place.number, facts })));
      unsaid++;
      if (waiting < PIECE) continue;
      await flush();
      shown((100 * unsaid) / games.length);
      unsaid = 0;
    }
    await flush();
    await file.commit();
    return true;
  } catch (error) {
    await file.discard();
    throw error;
  }
}

const EXPERIMENT = /^(?:experiment|.*\.experiment)\.jsonc$/;
const MAX_EXPERIMENTS = 100;

/**
 * Uses games in an experiment, a new one or one of the workspace. All games of one file are used in place; others are
 * saved first.
 *
 * @returns a description of the change; undefined if it was canceled or failed
 */
export async function useInExperiment(
  selection: Selection,
  isWholeFile: boolean,
  platform: Platform,
): Promise<string | undefined> {
  const found = await workspaceFiles((name) => EXPERIMENT.test(name), MAX_EXPERIMENTS);
  const items = [
    { label: t('$(add) New experiment'), description: t('beside the games'), uri: undefined },
    ...found.map((uri) => ({ label: vscode.workspace.asRelativePath(uri), description: t('with these games'), uri })),
  ];
  const title = t('StateLens: Use in Experiment');
  const chosen = await vscode.window.showQuickPick(items, { title, placeHolder: t('Which experiment?') });
  if (chosen === undefined) return undefined;
  const [source] = selection.sources;
  const isHome = isWholeFile && source !== undefined && source.uri.scheme !== 'untitled';
  const games = isHome ? source.uri : await saveAsPgn(selection, platform);
  if (games === undefined) return undefined;
  if (chosen.uri !== undefined) return setGames(chosen.uri, games);
  await vscode.commands.executeCommand('statelens.newExperiment', games);
  return t('The new experiment asks about {0}.', baseName(games));
}

/** Names the games in an existing experiment; the change is one undo step, and not saved. */
async function setGames(experiment: vscode.Uri, games: vscode.Uri): Promise<string> {
  const document = await vscode.workspace.openTextDocument(experiment);
  const read = readExperimentText(document.getText());
  await vscode.window.showTextDocument(document, { viewColumn: besideColumn() });
  const name = baseName(experiment);
  if (!read.ok) return t('{0} has mistakes, and its games stay: {1}.', name, read.error[0]?.message ?? t('unknown'));
  const { offset, length } = read.value.placeOf(['games']);
  const range = new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
  const path = relativePath(vscode.Uri.joinPath(experiment, '..').path, games.path);
  const edit = new vscode.WorkspaceEdit();
  edit.replace(experiment, range, JSON.stringify(path));
  if (!(await vscode.workspace.applyEdit(edit)))
    return t('{0} was not changed: VS Code refused the edit. Try again.', name);
  return t('{0} asks about {1}; save it to keep that.', name, baseName(games));
}

/** Returns the path of a file relative to a folder; the whole path if they have no folder in common. */
export function relativePath(folder: string, file: string): string {
  const from = folder.split('/').filter((part) => part !== '');
  const to = file.split('/').filter((part) => part !== '');
  let same = 0;
  while (same < from.length && same < to.length - 1 && from[same] === to[same]) same++;
  if (same === 0 && from.length > 0) return file;
  return [...from.slice(same).map(() => '..'), ...to.slice(same)].join('/');
}
