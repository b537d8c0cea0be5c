import * as vscode from 'vscode';
import { type LocatedFinding, TranscriptAudit, type TranscriptForm } from '../../core/audit/audit.ts';
import { thrownMessage } from '../../core/base/result.ts';
import { type LineAnswer, stateLine } from '../../core/evaluation/game-trace/timeline.ts';
import { PairComparer } from '../../core/metrics/compare.ts';
import { excerpt } from '../../core/tools/tool.ts';
import { wholeReading } from '../../protocol/answer-reading.ts';
import { SHOW_STATE_COMMAND, type StandaloneLine } from '../../protocol/state.ts';
import type { OpenFeature } from '../platform/feature.ts';
import { documentAt, toRange } from '../platform/files/open-document.ts';
import { t } from '../platform/l10n.ts';
import { metricDepth } from '../platform/settings.ts';
import { vsDiagnostic } from './vs-diagnostic.ts';

const OPEN_FINDING = 'statelens.openAuditFinding';

/** Number of characters read before the host gets a turn. */
const PIECE = 1 << 17;
/** Maximum number of findings of one file that an editor shows. */
const MAX_FINDINGS = 900;

interface Audit {
  /** URI of the audited document. */
  readonly uri: vscode.Uri;
  /** Increased by each new audit of the file, so that an older one ends. */
  round: number;
  /** Findings of the last complete audit, as they are shown. */
  found: readonly LocatedFinding[];
}

/** Opens the commands of audits. An audited file is audited again when it is saved, until it is closed or cleared. */
export function open(): OpenFeature {
  const shown = vscode.languages.createDiagnosticCollection('statelens audit');
  const audited = new Map<string, Audit>();

  const audit = async (document: vscode.TextDocument): Promise<readonly LocatedFinding[] | undefined> => {
    const key = document.uri.toString();
    const entry = audited.get(key) ?? { uri: document.uri, round: 0, found: [] };
    audited.set(key, entry);
    const round = ++entry.round;
    const text = document.getText();
    const run = new TranscriptAudit(formOf(document));
    const found: LocatedFinding[] = [];
    for (let at = 0; at < text.length; at += PIECE) {
      for (const item of run.push(text.slice(at, at + PIECE))) found.push(item);
      await new Promise<void>((resolve) => void setTimeout(resolve));
      if (entry.round !== round || audited.get(key) !== entry) return undefined;
    }
    for (const item of run.end()) found.push(item);
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
          hasState(finding) && toRange(finding).intersection(range) !== undefined
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
        if (found !== undefined) await showSummary(found);
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
        const claim = document.getText(toRange(finding));
        const source = vscode.workspace.asRelativePath(entry.uri);
        await vscode.commands.executeCommand(SHOW_STATE_COMMAND, findingState(finding, claim, source, metricDepth()));
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

const hasState = ({ states, history }: LocatedFinding): boolean => states !== undefined || history !== undefined;

/** Returns the finding at a position, otherwise one on its line. */
function nearestFinding(found: readonly LocatedFinding[], { line, character }: Place): LocatedFinding | undefined {
  const at = new vscode.Position(line, character);
  const wanted = found.filter(hasState);
  return wanted.find((item) => toRange(item).contains(at)) ?? wanted.find(({ start }) => start.line === line);
}

function openAction({ uri }: vscode.TextDocument, { start }: LocatedFinding): vscode.CodeAction {
  const title = t('Open in State View');
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  action.command = { command: OPEN_FINDING, title, arguments: [uri.toString(), start] };
  return action;
}

/** Returns the document that was clicked in the Explorer, otherwise that of the editor. */
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
    const reason = thrownMessage(error);
    void vscode.window.showErrorMessage(
      t('StateLens: the file cannot be opened as text: {0} Use statelens audit for files of any size.', reason),
    );
    return undefined;
  }
}

const formOf = ({ languageId }: vscode.TextDocument): TranscriptForm | undefined =>
  languageId === 'markdown' || languageId === 'plaintext' ? 'text' : undefined;

async function showSummary(found: readonly LocatedFinding[]): Promise<void> {
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

/** Label of the row of the state view with the transcript's claims. */
const LABEL = 'transcript';

/** Maximum length of the quotation from a transcript in the view's sentence, in UTF-16 units. */
const MAX_QUOTED = 60;

/**
 * Returns a finding for the state view: the game up to the intended position, and the transcript's claim about it. A
 * state is compared with the true one; a move or a claim, which is no state and has no p and r, is shown with its
 * error. Undefined if the position is unknown.
 *
 * @param claim text that the finding is on
 * @param source name of the transcript
 * @param m depth of p and r
 */
export function findingState(
  { states, history, message }: LocatedFinding,
  claim: string,
  source: string,
  m: number,
): StandaloneLine | undefined {
  const plies = states?.history ?? history?.();
  if (plies === undefined || plies.length === 0) return undefined;
  const at = plies.length - 1;
  const of = { title: source, variant: 'chess', m } as const;
  if (states === undefined) {
    const quote = excerpt(claim, MAX_QUOTED);
    const unjudged = message.startsWith(quote) ? message : `“${quote}”: ${message}`;
    const line = stateLine(plies, [], of);
    // The sentence names its position, and stays while the page steps through the game.
    return {
      line: { ...line, steps: line.steps.map((step) => ({ ...step, unjudged })) },
      at,
      label: null,
      answers: [],
    };
  }
  const { written } = states;
  const input = { trueFen: plies[at]?.fen ?? '', predictedFen: written, history: plies };
  const scored = new PairComparer('chess').compare(input, { affordance: { m }, conditional: false });
  const answer: LineAnswer = {
    label: LABEL,
    at,
    fen: written ?? null,
    answer: { raw: claim },
    ...(scored.ok && { scores: scored.value }),
  };
  return {
    line: stateLine(plies, [answer], of),
    at,
    label: LABEL,
    answers: [
      {
        label: LABEL,
        step: at,
        prompt: null,
        raw: claim,
        reading: wholeReading(claim),
        reasoning: null,
        drafts: [],
        finishReason: null,
        tokens: null,
        seconds: null,
        attempts: null,
        at: null,
        fault: null,
        source,
        otherMoves: false,
      },
    ],
  };
}
