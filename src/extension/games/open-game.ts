import * as v from 'valibot';
import * as vscode from 'vscode';
import { thrownMessage } from '../../core/base/result.ts';
import type { GameFilePlace } from '../../core/datasets/game-list.ts';
import type { LspRange } from '../../protocol/lsp.ts';
import { byteSource, type LocalFiles } from '../platform/files/bytes.ts';
import { MAX_SYNCED_BYTES, openDocument, showRange } from '../platform/files/open-document.ts';
import { baseName, GAME_SCHEME } from '../platform/files/uris.ts';
import { t } from '../platform/l10n.ts';
import { besideColumn } from '../platform/pages/beside.ts';
import { GameReader } from './game-reader.ts';
import type { SessionGame } from './game-session.ts';

/**
 * Shows a game in its file; a game of a file that VS Code gives to no extension, in a separate read-only document.
 *
 * @returns the reason why it cannot be shown; undefined if it can
 */
export async function openGame({ place, facts }: SessionGame, uri: vscode.Uri): Promise<string | undefined> {
  const document = openDocument(uri) ?? (await documentOf(uri));
  if (document === undefined) {
    const single = gameUri(uri, place.number, place.start, place.length);
    const shown = await vscode.workspace.openTextDocument(single);
    await vscode.window.showTextDocument(shown, { viewColumn: besideColumn() });
    return undefined;
  }
  const lineAt = (line: number): string => (line < document.lineCount ? document.lineAt(line).text : '');
  const range = gameRange(facts.text, place, lineAt);
  if (range === undefined) return t('{0} has changed: query it again.', baseName(uri));
  await showRange(document, range, true, besideColumn());
  return undefined;
}

/** Returns the document of a file; undefined if it is too large for extensions. */
async function documentOf(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  const { size } = await vscode.workspace.fs.stat(uri);
  return size > MAX_SYNCED_BYTES ? undefined : vscode.workspace.openTextDocument(uri);
}

const whole = v.pipe(v.number(), v.integer(), v.minValue(0));
const placeSchema = v.object({ uri: v.string(), start: whole, length: v.pipe(whole, v.maxValue(1 << 26)) });

/** Returns the address of a read-only document with one game of a file. */
function gameUri(file: vscode.Uri, number: number, start: number, length: number): vscode.Uri {
  const name = baseName(file).replace(/\.pgn$/i, '');
  const query = JSON.stringify({ uri: file.toString(), start, length });
  return vscode.Uri.from({ scheme: GAME_SCHEME, path: `/${name} game ${number}.pgn`, query });
}

/** Returns the text of such a document, or the reason why it cannot be read. */
export async function gameText(uri: vscode.Uri, platform: { readonly localFiles?: LocalFiles }): Promise<string> {
  try {
    const { uri: file, start, length } = v.parse(placeSchema, JSON.parse(uri.query));
    const reader = new GameReader([byteSource(platform, vscode.Uri.parse(file))]);
    const { text } = await reader.read(0, start, length);
    await reader.close();
    return text.replace(/^\uFEFF/, '');
  } catch (error) {
    return `; ${thrownMessage(error)}\n`;
  }
}

const LINE_ENDS = /\r\n|\r|\n/;

/**
 * Returns the range of a game in its document, without surrounding whitespace; undefined if the document has another
 * line there.
 *
 * @param text of the game as it was read
 */
export function gameRange(
  text: string,
  { line, column }: Pick<GameFilePlace, 'line' | 'column'>,
  lineAt: (line: number) => string,
): LspRange | undefined {
  // An editor has no byte order mark.
  const own = text.replace(/^\uFEFF/, '');
  const blank = /^\s*/.exec(own)?.[0] ?? '';
  const above = blank.split(LINE_ENDS);
  const lines = own.slice(blank.length).trimEnd().split(LINE_ENDS);
  const first = line + above.length - 1;
  const character = (above.length > 1 ? 0 : column) + (above.at(-1)?.length ?? 0);
  const [head = ''] = lines;
  if (ascii(lineAt(first).slice(character, character + head.length)) !== ascii(head)) return undefined;
  const end = (lines.length > 1 ? 0 : character) + (lines.at(-1)?.length ?? 0);
  return { start: { line: first, character }, end: { line: first + lines.length - 1, character: end } };
}

/** Returns the characters that editors decode in the same way for every encoding. */
const ascii = (text: string): string => text.replace(/[^\x20-\x7e]/g, '');
