import * as vscode from 'vscode';
import { type PlacedFinding, TranscriptAudit, type TranscriptForm } from '../../core/audit/audit.ts';
import { plural } from '../../core/base/text/plural.ts';
import type { OpenFeature } from '../platform/feature.ts';
import { vsDiagnostic } from './vs-diagnostic.ts';

/** Characters that are read before the host gets a turn. */
const PIECE = 1 << 17;
/** An editor shows no more findings of one file. */
const MAX_FINDINGS = 900;

interface Audited {
  /** What was audited: a document of this text. */
  readonly uri: vscode.Uri;
  /** Raised by each new audit of the file, so that an older one ends. */
  round: number;
}

/** The commands of audits. A file that was audited is audited again when it is saved, until it is closed or cleared. */
export function open(): OpenFeature {
  const shown = vscode.languages.createDiagnosticCollection('statelens audit');
  const audited = new Map<string, Audited>();

  const audit = async (document: vscode.TextDocument): Promise<readonly PlacedFinding[] | undefined> => {
    const key = document.uri.toString();
    const entry = audited.get(key) ?? { uri: document.uri, round: 0 };
    audited.set(key, entry);
    const round = ++entry.round;
    const text = document.getText();
    const run = new TranscriptAudit(formOf(document));
    const found: PlacedFinding[] = [];
    for (let at = 0; at < text.length; at += PIECE) {
      for (const one of run.push(text.slice(at, at + PIECE))) found.push(one);
      await new Promise<void>((resolve) => void setTimeout(resolve));
      if (entry.round !== round || audited.get(key) !== entry) return undefined;
    }
    for (const one of run.end()) found.push(one);
    shown.set(document.uri, found.slice(0, MAX_FINDINGS).map(vsDiagnostic));
    return found;
  };
  const clear = (uri: vscode.Uri): void => {
    audited.delete(uri.toString());
    shown.delete(uri);
  };
  const listeners = [
    vscode.workspace.onDidSaveTextDocument((document) => {
      if (audited.has(document.uri.toString())) void audit(document);
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => clear(uri)),
  ];
  return {
    commands: {
      'statelens.auditTranscript': async (uri?: vscode.Uri) => {
        const document = await chosenDocument(uri);
        if (document === undefined) return;
        const found = await audit(document);
        if (found !== undefined) await tell(found);
      },
      'statelens.clearAudit': (uri?: vscode.Uri) => {
        const of = uri ?? vscode.window.activeTextEditor?.document.uri;
        if (of !== undefined) clear(of);
      },
    },
    dispose: () => {
      for (const listener of listeners) listener.dispose();
      shown.dispose();
    },
  };
}

/** The file of the Explorer that was clicked, else that of the editor. */
async function chosenDocument(uri: vscode.Uri | undefined): Promise<vscode.TextDocument | undefined> {
  if (uri === undefined) {
    const { document } = vscode.window.activeTextEditor ?? {};
    if (document === undefined) void vscode.window.showInformationMessage('StateLens: open a transcript first.');
    return document;
  }
  try {
    const { document } = await vscode.window.showTextDocument(uri);
    return document;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    void vscode.window.showErrorMessage(
      `StateLens: the file cannot be opened as text: ${why} Use statelens audit for files of any size.`,
    );
    return undefined;
  }
}

const formOf = ({ languageId }: vscode.TextDocument): TranscriptForm | undefined =>
  languageId === 'markdown' || languageId === 'plaintext' ? 'text' : undefined;

async function tell(found: readonly PlacedFinding[]): Promise<void> {
  if (found.length === 0) {
    void vscode.window.showInformationMessage('StateLens: the audit found nothing that contradicts the game.');
    return;
  }
  const chosen = await vscode.window.showInformationMessage(
    `StateLens: the audit has ${plural(found.length, 'finding')}.`,
    'Show Problems',
  );
  if (chosen !== undefined) await vscode.commands.executeCommand('workbench.actions.view.problems');
}
