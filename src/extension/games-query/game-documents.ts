import * as v from 'valibot';
import * as vscode from 'vscode';
import { messageOf } from '../../core/base/message-of.ts';
import { bytesOf, type LocalFiles } from '../platform/files/bytes.ts';
import { baseName } from '../platform/files/uris.ts';
import { GAME_SCHEME } from '../platform/schemes.ts';
import { GameReader } from './game-reader.ts';

const whole = v.pipe(v.number(), v.integer(), v.minValue(0));
const placeSchema = v.object({ uri: v.string(), start: whole, length: v.pipe(whole, v.maxValue(1 << 26)) });

/** The address of a read-only document that holds one game of a file. */
export function gameUri(file: vscode.Uri, number: number, start: number, length: number): vscode.Uri {
  const name = baseName(file).replace(/\.pgn$/i, '');
  const query = JSON.stringify({ uri: file.toString(), start, length });
  return vscode.Uri.from({ scheme: GAME_SCHEME, path: `/${name} game ${number}.pgn`, query });
}

/** The text of such a document; why it cannot be read, where it cannot. */
export async function gameText(uri: vscode.Uri, platform: { readonly localFiles?: LocalFiles }): Promise<string> {
  try {
    const { uri: file, start, length } = v.parse(placeSchema, JSON.parse(uri.query));
    const reader = new GameReader([bytesOf(platform, vscode.Uri.parse(file))]);
    const { text } = await reader.read(0, start, length);
    await reader.close();
    return text.replace(/^\uFEFF/, '');
  } catch (error) {
    return `; ${messageOf(error)}\n`;
  }
}
