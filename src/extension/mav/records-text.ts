import * as vscode from 'vscode';
import { messageOf } from '../../core/base/message-of.ts';
import { readRecords, recordFormat } from '../../core/mav/records/read-records.ts';
import { RecordsText } from '../../core/mav/records/records-text.ts';
import { openDocument } from '../platform/files/document-at.ts';
import { baseName } from '../platform/files/uris.ts';
import { inTurns } from '../platform/in-turns.ts';
import { t } from '../platform/l10n.ts';
import { type RecordsSource, readSource } from './records-source.ts';

/** Larger logs are for the command line. */
const MAX_BYTES = 256 * 1024 * 1024;

/** The text of a log, of its document where it is open. Throws an error with a sentence for people. */
export async function readLog(uri: vscode.Uri): Promise<string> {
  const open = openDocument(uri);
  if (open !== undefined) return open.getText();
  const { size } = await vscode.workspace.fs.stat(uri);
  if (size > MAX_BYTES)
    throw new Error('it is over 256 MB; in a terminal, "statelens mav records" reads files of up to 512 MB');
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
}

/** The text of a document that shows a log. */
export async function recordsDocument(uri: vscode.Uri): Promise<string> {
  const source = readSource(uri.query);
  if (source === undefined) return `# ${t('This document does not name a log.')}\n`;
  const log = vscode.Uri.parse(source.log);
  try {
    return await recordsText(baseName(log), await readLog(log), source);
  } catch (error) {
    const why = messageOf(error);
    return `# ${t('{0} cannot be shown: {1}', baseName(log), why.replace(/\s+/g, ' '))}\n`;
  }
}

async function recordsText(name: string, text: string, source: RecordsSource): Promise<string> {
  const records = new RecordsText(name, source);
  const isWhole = await inTurns(readRecords(text, recordFormat(name, text)), (event) => {
    if (records.isCut) return false;
    records.add(event);
    return true;
  });
  return records.text(isWhole);
}
