import * as vscode from 'vscode';
import type { ComparePlace } from '../../protocol/lsp.ts';
import { ANSWERS_PLACE, type AnswerLocation, type AnswerNotes } from '../platform/answer-places.ts';
import type { PredictionNotes } from './prediction-notes.ts';

/** Quiet time of a text before its answers are read, in milliseconds. */
const QUIET_MS = 1000;

/** Known doubts of one text. */
interface TextDoubts {
  readonly version: number;
  readonly doubts: ReadonlyMap<string, string>;
}

const keyOf = ({ game, ply, path, label }: ComparePlace): string => JSON.stringify([game, ply, path, label]);

/** Notes on predictions for lenses, which show earlier results: they wait for nothing. */
export class LensDoubts implements AnswerNotes, vscode.Disposable {
  readonly #open: () => Promise<PredictionNotes>;
  readonly #found: (document: vscode.TextDocument) => void;
  readonly #known = new Map<string, TextDoubts>();
  readonly #looking = new vscode.CancellationTokenSource();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param open loads the reader of answers
   * @param found called when the lenses of a document have new notes
   */
  constructor(open: () => Promise<PredictionNotes>, found: (document: vscode.TextDocument) => void) {
    this.#open = open;
    this.#found = found;
  }

  async sentence(place: AnswerLocation, token: vscode.CancellationToken): Promise<string> {
    return (await this.#open()).sentence(place, token);
  }

  doubt({ uri, place }: AnswerLocation): string {
    return this.#known.get(uri)?.doubts.get(keyOf(place)) ?? '';
  }

  shown(document: vscode.TextDocument): void {
    const uri = document.uri.toString();
    if (this.#known.get(uri)?.version === document.version) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#look(document).catch(() => undefined), QUIET_MS);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#looking.cancel();
    this.#looking.dispose();
  }

  async #look(document: vscode.TextDocument): Promise<void> {
    if (document.isClosed || !(await hasAnswers(document.uri))) return;
    const { version } = document;
    const uri = document.uri.toString();
    const found = await (await this.#open()).doubts(document, this.#looking.token);
    if (document.version !== version) return;
    const doubts = new Map(found.map(({ place, sentence }) => [keyOf(place), sentence]));
    const before = this.#known.get(uri)?.doubts ?? new Map<string, string>();
    this.#known.set(uri, { version, doubts });
    const isSame = before.size === doubts.size && [...doubts].every(([key, sentence]) => before.get(key) === sentence);
    if (!isSame) this.#found(document);
  }
}

/** Returns true if the editor stores answers beside a document: without them nothing is loaded. */
async function hasAnswers(document: vscode.Uri): Promise<boolean> {
  const { getWorkspaceFolder, workspaceFolders } = vscode.workspace;
  const folder = (getWorkspaceFolder(document) ?? workspaceFolders?.[0])?.uri;
  if (folder === undefined) return true;
  return vscode.workspace.fs.stat(vscode.Uri.joinPath(folder, ...ANSWERS_PLACE)).then(
    () => true,
    () => false,
  );
}
