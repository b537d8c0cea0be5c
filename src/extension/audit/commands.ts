import * as vscode from 'vscode';
import { type PlacedFinding, TranscriptAudit, type TranscriptForm } from '../../core/audit/audit.ts';
import { messageOf } from '../../core/base/message-of.ts';
import { SHOW_STATE_COMMAND } from '../../protocol/state.ts';
import type { OpenFeature } from '../platform/feature.ts';
import { documentAt } from '../platform/files/document-at.ts';
import { t } from '../platform/l10n.ts';
import { metricDepth } from '../platform/settings.ts';
import { findingState } from './finding-state.ts';
import { vsDiagnostic } from './vs-diagnostic.ts';

const OPEN_FINDING = 'statelens.openAuditFinding';

/** Characters that are read before the host gets a turn. */
const PIECE = 1 << 17;
/** An editor shows no more findings of one file. */
const MAX_FINDINGS = 900;

interface Audited {
  /** What was audited: a document of this text. */
  readonly uri: vscode.Uri;
  /** Raised by each new audit of the file, so that an older one ends. */
  round: number;
  /** What the last whole audit found, as it is shown. */
  found: readonly PlacedFinding[];
}

/** The commands of audits. A file that was audited is audited again when it is saved, until it is closed or cleared. */
export function open(): OpenFeature {
  const shown = vscode.languages.createDiagnosticCollection('statelens audit');
  const audited = new Map<string, Audited>();

  const audit = async (document: vscode.TextDocument): Promise<readonly PlacedFinding[] | undefined> => {
    const key = document.uri.toString();
    const entry = audited.get(key) ?? { uri: document.uri, round: 0, found: [] };
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
    entry.found = found.slice(0, MAX_FINDINGS);
    shown.set(document.uri, entry.found.map(vsDiagnostic));
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
    vscode.languages.registerCodeActionsProvider('*', {
      provideCodeActions: (document, range) =>
        (audited.get(document.uri.toString())?.found ?? []).flatMap((finding) =>
          hasState(finding) && rangeOf(finding).intersection(range) !== undefined
            ? [openAction(document, finding)]
            : [],
        ),
    }),
  ];
  return {
    commands: {
      'statelens.auditTranscript': async (uri?: vscode.Uri) => {
        const document = await chosenDocument(uri);
        if (document === undefined) return;
        const found = await audit(document);
        if (found !== undefined) await tell(found);
      },
      [OPEN_FINDING]: async (uri?: string, place?: Place) => {
        const editor = vscode.window.activeTextEditor;
        const at = place ?? editor?.selection.active;
        const entry = audited.get(uri ?? editor?.document.uri.toString() ?? '');
        const finding = entry && at && nearestFinding(entry.found, at);
        if (entry === undefined || finding === undefined) {
          void vscode.window.showInformationMessage(
            t('StateLens: audit the transcript first, and put the cursor on a finding with a position.'),
          );
          return;
        }
        const document = await documentAt(entry.uri);
        const said = document.getText(rangeOf(finding));
        const source = vscode.workspace.asRelativePath(entry.uri);
        await vscode.commands.executeCommand(SHOW_STATE_COMMAND, findingState(finding, said, source, metricDepth()));
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

type Place = Pick<vscode.Position, 'line' | 'character'>;

const hasState = ({ states, history }: PlacedFinding): boolean => states !== undefined || history !== undefined;

const rangeOf = ({ start, end }: PlacedFinding): vscode.Range =>
  new vscode.Range(start.line, start.character, end.line, end.character);

/** The finding with a position at a place, else one on its line. */
function nearestFinding(found: readonly PlacedFinding[], { line, character }: Place): PlacedFinding | undefined {
  const at = new vscode.Position(line, character);
  const wanted = found.filter(hasState);
  return wanted.find((one) => rangeOf(one).contains(at)) ?? wanted.find(({ start }) => start.line === line);
}

function openAction({ uri }: vscode.TextDocument, { start }: PlacedFinding): vscode.CodeAction {
  const title = t('Open in State View');
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  action.command = { command: OPEN_FINDING, title, arguments: [uri.toString(), start] };
  return action;
}

/** The file of the Explorer that was clicked, else that of the editor. */
async function chosenDocument(uri: vscode.Uri | undefined): Promise<vscode.TextDocument | undefined> {
  if (uri === undefined) {
    const { document } = vscode.window.activeTextEditor ?? {};
    if (document === undefined) void vscode.window.showInformationMessage(t('StateLens: open a transcript first.'));
    return document;
  }
  try {
    const { document } = await vscode.window.showTextDocument(uri);
    return document;
  } catch (error) {
    const why = messageOf(error);
    void vscode.window.showErrorMessage(
      t('StateLens: the file cannot be opened as text: {0} Use statelens audit for files of any size.', why),
    );
    return undefined;
  }
}

const formOf = ({ languageId }: vscode.TextDocument): TranscriptForm | undefined =>
  languageId === 'markdown' || languageId === 'plaintext' ? 'text' : undefined;

async function tell(found: readonly PlacedFinding[]): Promise<void> {
  if (found.length === 0) {
    void vscode.window.showInformationMessage(t('StateLens: the audit found nothing that contradicts the game.'));
    return;
  }
  const chosen = await vscode.window.showInformationMessage(
    found.length === 1
      ? t('StateLens: the audit has 1 finding.')
      : t('StateLens: the audit has {0} findings.', found.length.toLocaleString('en-US')),
    t('Show Problems'),
  );
  if (chosen !== undefined) await vscode.commands.executeCommand('workbench.actions.view.problems');
}
