import type * as vscode from 'vscode';
import type { ComparePlace } from '../../../protocol/lsp.ts';

/** A prediction in a document, as links of the language server name it. */
export interface NotedPlace {
  readonly uri: string;
  readonly place: ComparePlace & { readonly label: string };
}

/** What is known of how the states of predictions were taken from their answers: the language server cannot know it. */
export interface AnswerNotes {
  /** The sentence about a prediction; empty where no answer is kept. */
  sentence(place: NotedPlace, token: vscode.CancellationToken): Promise<string>;
  /** The same where it is known already and something is doubtful, unread or taken by hand; else empty. */
  doubt(place: NotedPlace): string;
  /** The lenses of a document were shown: their doubts are looked for, and shown with the next ones. */
  shown(document: vscode.TextDocument): void;
}

/** The notes of this window; undefined until somebody has them. */
export const ANSWER_NOTES: { current: AnswerNotes | undefined } = { current: undefined };
