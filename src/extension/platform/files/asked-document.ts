import * as vscode from 'vscode';
import { ASKED_PGN, type AskedDocument } from '../../../models/asking/asked-text.ts';
import { AskedWalks } from '../../../models/asking/asked-walks.ts';
import { walkFileOf } from '../../../models/runs/walk-file-tasks.ts';
import { nameOfDocument } from '../documents.ts';
import { baseName, bytesAt, namesIn } from './uris.ts';

/** A document as it can be asked about, with the worlds that its walks name; files of worlds are read once. */
export async function askedDocument(document: vscode.TextDocument): Promise<AskedDocument> {
  if (nameOfDocument(document)?.hasWalks !== true) return ASKED_PGN;
  const { uri } = document;
  const at = (name: string) => vscode.Uri.joinPath(uri, '..', name);
  const { lookup } = await walkFileOf(document.getText(), baseName(uri), {
    read: (name) => bytesAt(at(name)),
    list: (folder) => namesIn(at(folder)),
  });
  return { language: 'walk', open: (text) => new AskedWalks(text, lookup) };
}
