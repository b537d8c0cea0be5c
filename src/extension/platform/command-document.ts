import * as vscode from 'vscode';
import { PREDICTABLE_PGN, type PredictableDocument } from '../../models/predict/pgn-targets.ts';
import { WalkTargets } from '../../models/predict/walk-targets.ts';
import { parseWalkFile } from '../../models/runs/walk-tasks.ts';
import { documentName } from './documents.ts';
import { baseName, bytesAt, namesIn } from './files/uris.ts';

/** Returns a document for requests, with the worlds that its walks name; files of worlds are read once. */
export async function commandDocument(document: vscode.TextDocument): Promise<PredictableDocument> {
  if (documentName(document)?.hasWalks !== true) return PREDICTABLE_PGN;
  const { uri } = document;
  const at = (name: string) => vscode.Uri.joinPath(uri, '..', name);
  const { lookup } = await parseWalkFile(document.getText(), baseName(uri), {
    read: (name) => bytesAt(at(name)),
    list: (folder) => namesIn(at(folder)),
  });
  return { language: 'walk', open: (text) => new WalkTargets(text, lookup) };
}
