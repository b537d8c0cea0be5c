import * as vscode from 'vscode';
import { thrownMessage } from '../../core/base/result.ts';
import type { TextPosition } from '../../core/base/text/lines.ts';
import {
  type LspRange,
  TRACE_TREE_REQUEST,
  type TraceNote,
  type TraceTreeParams,
  type TraceTreeResult,
} from '../../protocol/lsp.ts';
import type { PageNote } from '../../protocol/tree-messages.ts';
import { TREE_VIEW } from '../../protocol/views.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { documentAt, showRange, toRange } from '../platform/files/open-document.ts';
import { baseName } from '../platform/files/uris.ts';
import { t } from '../platform/l10n.ts';
import { createBeside, unlockBehind } from '../platform/pages/beside.ts';
import { type Attempts, askServer, LatestRequest } from '../platform/pages/requests.ts';
import { mavDialect } from '../platform/settings.ts';
import { showMessage } from '../platform/show-message.ts';
import { type ReferenceChoice, ReferenceComparer, readableTrace, referenceFor } from './trace-reference.ts';
import { storeTree, treeGame } from './tree-files.ts';
import { TreePanel } from './tree-panel.ts';

/** Quiet time after a change of the document before its tree is requested again, in milliseconds. */
const QUIET_MS = 300;
const ONCE: Attempts = { attempts: 1, pauseMs: 0 };
const STARTING: Attempts = { attempts: 15, pauseMs: 300 };

/** The tree of a trace beside its text: the selection of each follows the other. There is one per window. */
export class TraceView implements vscode.Disposable {
  readonly #context: FeatureContext;
  readonly #latest: LatestRequest;
  readonly #listeners: vscode.Disposable[];
  #panel: TreePanel | undefined;
  #place: TraceTreeParams | undefined;
  #result: TraceTreeResult | undefined;
  /** Name of the selected node. */
  #selected: string | undefined;
  /** True if the cursor moved in a text that has not been read yet. */
  #hasMoved = false;
  /** Selection that this view made in the text, whose event arrives later. */
  #own: vscode.Selection | undefined;
  /** Compares the trace with its reference, if it has one. */
  #reference: ReferenceComparer | undefined;
  /** Attempts of the next request while there is no answer. */
  #attempts = ONCE;

  constructor(context: FeatureContext) {
    this.#context = context;
    this.#latest = new LatestRequest(
      QUIET_MS,
      (token, isLatest) => this.#read(token, isLatest),
      (error) => {
        context.log.error(`The tree failed: ${thrownMessage(error)}`);
        this.#panel?.notice(t('The tree could not be built. “StateLens: Show Log” says why.'));
      },
    );
    this.#listeners = [
      vscode.workspace.onDidChangeTextDocument((event) => this.#edited(event)),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (this.#panel !== undefined && change.affectsConfiguration('statelens')) this.#latest.soon();
      }),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor, selections }) =>
        this.#follow(textEditor.document, selections[0]),
      ),
    ];
  }

  /**
   * Shows the tree of the trace at a position, in the existing panel or in a new one; returns false, after a message,
   * if there is none.
   *
   * @param isNew true if the server does not know the document yet
   */
  async open(place: TraceTreeParams, isNew = false): Promise<boolean> {
    const asking = new vscode.CancellationTokenSource();
    this.#attempts = isNew ? STARTING : ONCE;
    const found = await this.#ask(place, asking.token).catch((error: unknown) => String(error));
    this.#attempts = ONCE;
    asking.dispose();
    if (found === null || typeof found === 'string') {
      if (found !== null) this.#context.log.error(`The tree failed: ${found}`);
      void showMessage('info', found === null ? t('there is no trace here.') : t('the tree could not be built.'));
      return false;
    }
    this.#place = place;
    this.#selected = undefined;
    this.#reference = undefined;
    await this.#latest.now();
    const uri = vscode.Uri.parse(place.uri);
    if (this.#panel !== undefined) {
      this.#panel.reveal();
      return true;
    }
    this.#attach(createBeside(TREE_VIEW, t('Tree: {0}', baseName(uri))), uri);
    return true;
  }

  /** True if the tree has the keyboard focus. */
  get isActive(): boolean {
    return this.#panel?.isActive === true;
  }

  /** Compares the shown trace with its reference, by the choice or by what the user chooses. */
  async compare(given: ReferenceChoice | undefined): Promise<void> {
    const place = this.#place;
    if (this.#panel === undefined || place === undefined) return;
    const document = await documentAt(vscode.Uri.parse(place.uri));
    if (this.#result?.version !== document.version) await this.#latest.now();
    if (this.#place?.uri !== place.uri) return;
    const dialect = mavDialect();
    const text = this.#textIn(document);
    const trace = text === undefined ? undefined : readableTrace(text, dialect);
    if (trace === undefined) {
      void showMessage('info', t('only traces of MAV (“Minimax breadth=… depth=…”) have a reference.'));
      return;
    }
    const reference = await referenceFor(this.#context, trace, dialect, given);
    // The user may have opened another trace while the engine ran.
    if (reference === undefined || this.#place?.uri !== place.uri) return;
    this.#reference = new ReferenceComparer(reference);
    await this.#sendReference();
    this.#panel?.reveal();
  }

  /** Sends the comparison of the text as it is now. */
  async #sendReference(): Promise<void> {
    const [place, reference] = [this.#place, this.#reference];
    if (this.#panel === undefined || place === undefined || reference === undefined) return;
    const document = await documentAt(vscode.Uri.parse(place.uri));
    const text = this.#textIn(document);
    // The tree of a newer text is pending.
    if (text === undefined || this.#reference !== reference) return;
    const comparison = reference.compare(text, mavDialect());
    if (comparison === null || typeof comparison === 'string') {
      this.#reference = undefined;
      void this.#panel.post({ type: 'reference', comparison: null });
      if (comparison !== null) this.#panel.notice(comparison);
    } else void this.#panel.post({ type: 'reference', comparison });
  }

  /** Returns the text of the trace's section; undefined if the tree of a newer text is pending. */
  #textIn(document: vscode.TextDocument): string | undefined {
    const result = this.#result;
    return result?.version === document.version ? document.getText(toRange(result.section)) : undefined;
  }

  /** Takes over a panel that VS Code restores. */
  async restore(panel: vscode.WebviewPanel, place: TraceTreeParams): Promise<void> {
    this.#panel?.dispose();
    this.#place = place;
    this.#attach(panel, vscode.Uri.parse(place.uri));
    unlockBehind(panel);
    this.#attempts = STARTING;
    await this.#latest.now();
    this.#attempts = ONCE;
  }

  dispose(): void {
    this.#latest.cancel();
    for (const listener of this.#listeners) listener.dispose();
    this.#panel?.dispose();
  }

  #attach(panel: vscode.WebviewPanel, uri: vscode.Uri): void {
    const name = baseName(uri);
    const own: TreePanel = new TreePanel(
      this.#context,
      panel,
      { source: 'trace', title: t('Tree: {0}', name), name: `${name.replace(/\.[^.]*$/, '')}-tree` },
      {
        ready: () => this.#send(),
        select: (node, focus) => void this.#show(node, focus),
        closed: () => {
          if (this.#panel !== own) return;
          this.#latest.cancel();
          this.#panel = undefined;
          this.#result = undefined;
          this.#reference = undefined;
        },
      },
    );
    this.#panel = own;
  }

  async #read(token: vscode.CancellationToken, isLatest: () => boolean): Promise<void> {
    const place = this.#place;
    if (place === undefined) return;
    const document = await documentAt(vscode.Uri.parse(place.uri));
    const result = await this.#ask(place, token);
    if (!isLatest()) return;
    if (result === null) {
      void this.#panel?.post({
        type: 'unavailable',
        reason: t('There is no longer a trace at this place in the text.'),
      });
      return;
    }
    this.#result = result;
    const position = nodeRange(result.notes, 0)?.start ?? place.position;
    if (this.#place === place) this.#place = { ...place, position };
    const cursor = editorOf(document)?.selection.active ?? place.position;
    const moved = this.#hasMoved ? nodeAt(result.notes, cursor) : undefined;
    this.#hasMoved = false;
    const selected = moved ?? nodeNamed(result.notes, this.#selected) ?? nodeAt(result.notes, cursor);
    this.#selected = result.notes.find(({ node }) => node === selected)?.name;
    if (this.#panel !== undefined) {
      this.#panel.title = t('Tree: {0}', baseName(document.uri));
      void storeTree(this.#context.workspaceState, this.#panel.title, { kind: 'trace', uri: place.uri, position });
    }
    this.#send();
  }

  #ask(place: TraceTreeParams, token: vscode.CancellationToken): Promise<TraceTreeResult | null> {
    return askServer(this.#context.client, TRACE_TREE_REQUEST, place, token, this.#attempts);
  }

  /** Sends all known data to the page. */
  #send(): void {
    const result = this.#result;
    if (this.#panel === undefined || result === undefined) return;
    const { lines, notes } = result;
    const selected = nodeNamed(notes, this.#selected) ?? 0;
    const place = this.#place;
    const where = place === undefined ? '' : `${baseName(vscode.Uri.parse(place.uri))}:${place.position.line + 1}`;
    const title = [where, result.title].filter((part) => part !== '').join(' · ');
    this.#panel.open({ title, size: lines.length, game: treeGame(lines), notes: pageNotes(notes), selected });
    void this.#panel.post({ type: 'lines', text: lines, done: true });
    void this.#sendReference();
  }

  /** Selects the node at the moved cursor on the page. */
  #follow(document: vscode.TextDocument, selection: vscode.Selection | undefined): void {
    const result = this.#result;
    if (this.#panel === undefined || selection === undefined) return;
    if (document.uri.toString() !== this.#place?.uri) return;
    if (result?.version !== document.version) {
      this.#hasMoved = true;
      return;
    }
    if (this.#own?.isEqual(selection) === true) {
      this.#own = undefined;
      return;
    }
    const node = nodeAt(result.notes, selection.active);
    const name = result.notes.find((note) => note.node === node)?.name;
    if (node === undefined || name === this.#selected) return;
    this.#selected = name;
    void this.#panel.post({ type: 'select', node });
  }

  /** Shows the text of a node that was selected on the page, once its current range is known. */
  async #show(node: number, focus: boolean): Promise<void> {
    const name = this.#result?.notes.find((note) => note.node === node)?.name;
    const { uri } = this.#place ?? {};
    if (name === undefined || uri === undefined) return;
    this.#selected = name;
    const document = await documentAt(vscode.Uri.parse(uri));
    if (this.#result?.version !== document.version) await this.#latest.now();
    const notes = this.#result?.notes ?? [];
    const range = nodeRange(notes, nodeNamed(notes, name) ?? -1);
    if (range === undefined || this.#result?.version !== document.version || this.#selected !== name) return;
    const { start, end } = range;
    const selection = new vscode.Selection(start.line, start.character, end.line, end.character);
    if (editorOf(document)?.selection.isEqual(selection) !== true) this.#own = selection;
    await showRange(document, range, focus);
  }

  /** Moves the position with an edit of the text, and requests the tree after a quiet time. */
  #edited({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    const place = this.#place;
    if (this.#panel === undefined || place === undefined || document.uri.toString() !== place.uri) return;
    if (contentChanges.length === 0) return;
    this.#place = { ...place, position: moved(place.position, contentChanges) };
    this.#latest.soon();
  }
}

/** Returns a position after changes, which come one after the other, the last of the text first. */
function moved(position: TextPosition, changes: readonly vscode.TextDocumentContentChangeEvent[]): TextPosition {
  return changes.reduce((at, { range, text }) => movedPosition(at, range, text), position);
}

/** Returns the notes that say something to the page: of a large trace most have a place in the text alone. */
const pageNotes = (notes: readonly TraceNote[]): PageNote[] =>
  notes.filter(({ weighed, findings }) => weighed !== undefined || findings.length > 0).map(pageNote);

/** Returns a note without its places: they are the extension's. */
const pageNote = ({ node, name, findings, weighed, selected, unlisted }: TraceNote): PageNote => ({
  node,
  name,
  findings,
  ...(weighed !== undefined && { weighed }),
  ...(selected !== undefined && { selected }),
  ...(unlisted !== undefined && { unlisted }),
});

const editorOf = (document: vscode.TextDocument): vscode.TextEditor | undefined =>
  vscode.window.visibleTextEditors.find((editor) => editor.document.uri.toString() === document.uri.toString());

const isBefore = (a: TextPosition, b: TextPosition): boolean =>
  a.line < b.line || (a.line === b.line && a.character < b.character);

const holds = ({ start, end }: LspRange, at: TextPosition): boolean => !isBefore(at, start) && !isBefore(end, at);

/**
 * Returns the node that a position of a trace's text describes: of the ranges that contain it the one that begins last,
 * otherwise, between two of them, the one that ends last before it. Undefined outside the trace.
 */
export function nodeAt(notes: readonly TraceNote[], at: TextPosition): number | undefined {
  let inside: Placed | undefined;
  let above: Placed | undefined;
  let isOutside = true;
  for (const { node, ranges } of notes)
    for (const range of ranges) {
      if (!isBefore(range.end, at)) isOutside = false;
      if (holds(range, at)) {
        if (inside === undefined || !isBefore(range.start, inside.range.start)) inside = { node, range };
      } else if (isBefore(range.end, at) && (above === undefined || isBefore(above.range.end, range.end)))
        above = { node, range };
    }
  return (inside ?? (isOutside ? undefined : above))?.node;
}

interface Placed {
  readonly node: number;
  readonly range: LspRange;
}

/** Returns the range of a node in the text: its evaluation. Undefined if the text does not mention it. */
export const nodeRange = (notes: readonly TraceNote[], node: number): LspRange | undefined =>
  notes.find((note) => note.node === node)?.ranges[0];

/** Returns the node of a name, `<root e2e4>`: an edit of the text changes indices, but not names. */
export const nodeNamed = (notes: readonly TraceNote[], name: string | undefined): number | undefined =>
  notes.find((note) => note.name === name)?.node;

/** Returns a position after the text of a range was replaced; a position inside moves to its start. */
export function movedPosition(at: TextPosition, { start, end }: LspRange, text: string): TextPosition {
  if (isBefore(at, end)) return isBefore(start, at) ? start : at;
  const lines = text.split(/\r\n|\r|\n/);
  const last = lines.at(-1)?.length ?? 0;
  const line = at.line - end.line + start.line + lines.length - 1;
  if (at.line > end.line) return { line, character: at.character };
  return { line, character: at.character - end.character + last + (lines.length === 1 ? start.character : 0) };
}
