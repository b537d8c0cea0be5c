import * as vscode from 'vscode';
import { messageOf } from '../../core/base/message-of.ts';
import { gameText, type Rows, type TextFormat, textHead } from '../../core/datasets/game-text.ts';
import { PgnSink } from '../../core/datasets/pgn-sink.ts';
import type { Platform } from '../platform/feature.ts';
import { type FileReplacement, replacementOf } from '../platform/files/bytes.ts';
import { folderOf } from '../platform/files/save.ts';
import { baseName } from '../platform/files/uris.ts';
import { t } from '../platform/l10n.ts';
import { tell } from '../platform/tell.ts';
import type { GameSession } from './game-session.ts';
import type { FoundGames } from './game-sources.ts';

/** Bytes that are written at a time. */
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

/** Games to be written. */
export interface Selection {
  readonly session: GameSession;
  readonly sources: readonly FoundGames[];
  readonly games: readonly number[];
}

/** Asks for a format and a place, and writes games there; where, or undefined where that was called off or failed. */
export async function exportGames(selection: Selection, platform: Platform): Promise<vscode.Uri | undefined> {
  const title =
    selection.games.length === 1
      ? t('StateLens: Export 1 game')
      : t('StateLens: Export {0} games', selection.games.length.toLocaleString('en-US'));
  const chosen = await vscode.window.showQuickPick([...FORMATS], { title, placeHolder: t('Which format?') });
  return chosen === undefined ? undefined : writeGames(selection, chosen, platform);
}

/** Writes games as PGN to a place that is asked for. */
export const saveAsPgn = (selection: Selection, platform: Platform): Promise<vscode.Uri | undefined> =>
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
  const folder = isHome ? vscode.Uri.joinPath(first.uri, '..') : folderOf();
  const name = `${selectionName(selection)}.${format}`;
  const target = await vscode.window.showSaveDialog({
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, name) }),
    filters: { [format.toUpperCase()]: [format] },
  });
  if (target === undefined) return undefined;
  if (selection.sources.some(({ uri }) => uri.toString() === target.toString())) {
    void tell('error', t('{0} is one of the files that are queried; choose another name.', baseName(target)));
    return undefined;
  }
  const { Notification } = vscode.ProgressLocation;
  const options = { location: Notification, title: t('Writing {0}', baseName(target)), cancellable: true };
  try {
    const isWhole = await vscode.window.withProgress(options, async (progress, token) => {
      const file = await replacementOf(platform, target);
      return fill(file, selection, written, (percent) => progress.report({ increment: percent }), token);
    });
    return isWhole ? target : undefined;
  } catch (error) {
    const why = messageOf(error);
    void tell('error', t('{0} could not be written: {1}', baseName(target), why));
    return undefined;
  }
}

/** Writes games into a file; false where that was canceled, and the file is as it was. */
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
