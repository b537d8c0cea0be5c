import type { LogOutputChannel } from 'vscode';
import * as vscode from 'vscode';
import {
  CloseAction,
  type CloseHandlerResult,
  ErrorAction,
  type ErrorHandler,
  type LanguageClientOptions,
} from 'vscode-languageclient';
import {
  AT_ANSWER,
  COMMANDS_OF_HOVERS,
  COMPARE_COMMAND,
  type ComparePlace,
  DOCUMENT_LANGUAGES,
} from '../../protocol/lsp.ts';
import { ANSWER_NOTES, type AnswerLocation } from '../platform/answer-places.ts';
import { t } from '../platform/l10n.ts';
import { markDone } from '../platform/walkthrough.ts';

/** Code of a dialect file that is no JSON. */
const DIALECT_JSON = 'DIALECT_JSON';

/** Returns the options of the language server's client; `initial`: options of this platform for the server. */
export const clientOptions = (
  log: vscode.LogOutputChannel,
  globalState: vscode.Memento,
  initial: Readonly<Record<string, unknown>>,
): LanguageClientOptions => ({
  documentSelector: DOCUMENT_LANGUAGES.map((language) => ({ language })),
  outputChannel: log,
  // The whole start is repeated; another message would only duplicate that.
  initializationFailedHandler: (error: unknown) => {
    log.warn(`The language server did not respond to the first request: ${String(error)}`);
    return false;
  },
  errorHandler: restarting(log, (message) => void vscode.window.showWarningMessage(message)),
  middleware: {
    // VS Code itself says where a file is no JSON
    handleDiagnostics: (uri, diagnostics, next) =>
      next(
        uri,
        diagnostics.filter(({ code }) => code !== DIALECT_JSON),
      ),
    provideHover: async (document, position, token, next) => {
      const hover = await next(document, position, token);
      for (const content of hover?.contents ?? []) {
        if (!(content instanceof vscode.MarkdownString)) continue;
        content.supportHtml = true;
        content.isTrusted = { enabledCommands: COMMANDS_OF_HOVERS };
      }
      if (hover) await noteHover(hover, token);
      if (hover) markDone(globalState, 'statelens.hovered');
      return hover;
    },
    provideCodeLenses: async (document, token, next) => {
      const lenses = await next(document, token);
      noteLenses(document, lenses ?? []);
      return lenses;
    },
    resolveCodeLens: async (lens, token, next) => {
      const resolved = await next(lens, token);
      if (resolved) noteLens(resolved);
      return resolved;
    },
  },
  initializationOptions: { images: true, html: true, trees: true, examples: true, ...initial },
});

/** Maximum number of restarts within a time in milliseconds; more would not help. */
const MAX_RESTARTS = 4;
const WITHIN_MS = 180_000;

/**
 * Restarts a server that has ended, with a message; gives up if it keeps ending.
 *
 * @param warn shows a message: the client itself only logs a restart
 */
function restarting(
  log: LogOutputChannel,
  warn: (message: string) => void,
  now: () => number = Date.now,
): ErrorHandler {
  const ends: number[] = [];
  return {
    error: (error) => {
      log.error(`Communication with the language server failed: ${error.message}`);
      return { action: ErrorAction.Continue };
    },
    closed: (): CloseHandlerResult => {
      const time = now();
      ends.push(time);
      const recent = ends.filter((end) => time - end < WITHIN_MS);
      if (recent.length > MAX_RESTARTS) {
        const message = t(
          'The StateLens language server crashed five times within three minutes and was not restarted. The output channel StateLens says more; "StateLens: Restart Server" starts it again.',
        );
        return { action: CloseAction.DoNotRestart, message };
      }
      const message = t('The StateLens language server ended unexpectedly and was restarted. No text was lost.');
      warn(message);
      return { action: CloseAction.Restart, message, handled: true };
    },
  };
}

/** Pattern of a link of a hover to a prediction. */
const LINK = new RegExp(`<a href="command:${COMPARE_COMMAND}\\?([^"]*)">[^<]*</a>`, 'g');

/** Adds the reading of the answer to the hover of a prediction, after the link to the answer. */
async function noteHover(hover: vscode.Hover, token: vscode.CancellationToken): Promise<void> {
  const notes = ANSWER_NOTES.current;
  if (notes === undefined) return;
  for (const content of hover.contents) {
    if (!(content instanceof vscode.MarkdownString)) continue;
    const { value } = content;
    for (const { 0: link, 1: args = '', index } of value.matchAll(LINK)) {
      const place = placeOf(JSON.parse(decodeURIComponent(args)));
      if (place === undefined) continue;
      const sentence = await notes.sentence(place, token);
      const end = index + link.length;
      if (sentence !== '') content.value = `${value.slice(0, end)}<br>${inHtml(sentence)}${value.slice(end)}`;
      break;
    }
  }
}

/** Adds doubts about answers to the tooltips of lenses. */
function noteLenses(document: vscode.TextDocument, lenses: readonly vscode.CodeLens[]): void {
  const notes = ANSWER_NOTES.current;
  if (notes === undefined || lenses.length === 0) return;
  for (const lens of lenses) noteLens(lens);
  notes.shown(document);
}

/** Adds them to a resolved lens. */
function noteLens({ command }: vscode.CodeLens): void {
  const args: unknown = command?.arguments;
  const place = command?.command === COMPARE_COMMAND ? placeOf(args, false) : undefined;
  const doubt = place === undefined ? '' : (ANSWER_NOTES.current?.doubt(place) ?? '');
  if (command === undefined || doubt === '') return;
  command.tooltip = [command.tooltip ?? '', doubt.replaceAll('`', '')].filter((line) => line !== '').join('\n');
}

/** Returns the prediction that the arguments of a link name; undefined for other links. */
function placeOf(args: unknown, isAnswer = true): AnswerLocation | undefined {
  if (!Array.isArray(args)) return undefined;
  const [uri, place, part]: readonly unknown[] = args;
  if (typeof uri !== 'string' || typeof place !== 'object' || place === null) return undefined;
  if (isAnswer && part !== AT_ANSWER) return undefined;
  const { label, ...rest } = place as ComparePlace;
  return label === undefined ? undefined : { uri, place: { ...rest, label } };
}

const ENTITIES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };

/** Formats a sentence with quotations in backticks as HTML without Markdown. */
const inHtml = (sentence: string): string =>
  sentence
    .split('`')
    .map((part) => part.replace(/[<>&"]/g, (sign) => ENTITIES[sign] ?? sign))
    .map((part, i) => (i % 2 === 1 ? `<code>${part}</code>` : part))
    .join('');
