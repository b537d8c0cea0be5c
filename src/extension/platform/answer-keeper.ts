import * as vscode from 'vscode';
import type { RunSample } from '../../core/evaluation/runs/run-schema.ts';
import {
  type AnswerOrigin,
  type AnswerStore,
  AnswerWriter,
  answerLine,
  answersHeader,
} from '../../models/answers/answers-writer.ts';
import { describeError } from '../../models/system-errors.ts';
import { answersFile } from './answer-places.ts';
import type { FeatureContext } from './feature.ts';
import { makeFolder } from './files/save.ts';
import { baseName, bytesAt } from './files/uris.ts';
import { t } from './l10n.ts';
import { readSettings } from './settings.ts';
import { showMessage } from './show-message.ts';

/** Maximum size in bytes of a file that can only be written as a whole; above it, the older half is dropped. */
const MAX_WHOLE = 8 << 20;

/** Writers by file, one per file in a window: commands can run concurrently. */
const WRITERS = new Map<string, AnswerWriter>();

/**
 * Writes the answers about a document into its run file as they arrive. An error is reported, and never prevents a
 * prediction from being written to its text.
 */
export class AnswerKeeper {
  readonly #writer: AnswerWriter;
  readonly #name: string;

  private constructor(context: FeatureContext, document: vscode.Uri) {
    this.#writer = writerOf(context, answersFile(context, document));
    this.#name = baseName(document);
  }

  /** Returns a keeper; undefined if the settings disable storing answers. */
  static of(context: FeatureContext, document: vscode.Uri): AnswerKeeper | undefined {
    return readSettings().keepAnswers ? new AnswerKeeper(context, document) : undefined;
  }

  /** @param prompt the request as text; null for models that read none */
  add(sample: RunSample, prompt: string | null): void {
    if (sample.error !== undefined) return;
    const started = new Date(Date.now() - (sample.timing?.elapsed ?? 0)).toISOString();
    const origin: AnswerOrigin = { prompt, file: this.#name, started, nonce: crypto.randomUUID().slice(0, 8) };
    this.#writer.add(answerLine(sample, origin));
  }

  /** Resolves when all added answers are in the file, or cannot be. Never rejects. */
  flush(): Promise<void> {
    return this.#writer.flush();
  }
}

function writerOf(context: FeatureContext, file: vscode.Uri): AnswerWriter {
  const key = file.toString();
  const known = WRITERS.get(key);
  if (known !== undefined) return known;
  const { version } = context.extension.extension.packageJSON as { readonly version?: unknown };
  const header = (): string => answersHeader(typeof version === 'string' ? version : '', new Date().toISOString());
  const { localAnswers } = context.platform;
  const store = file.scheme === 'file' && localAnswers !== undefined ? localAnswers(file.fsPath) : wholeFile(file);
  const name = baseName(file);
  const writer = new AnswerWriter(store, header, {
    failed: (error) => {
      const reason = describeError(error);
      context.log.error(`answers cannot be kept in ${name}: ${reason}`);
      const text = t('answers cannot be kept in {0}: {1}', name, reason);
      const rest = t('Predictions are written as usual; the next one tries again.');
      void showMessage('warning', `${text}. ${rest}`, { [t('Show Log')]: 'statelens.showLog' });
    },
    recovered: () => context.log.info(`answers are kept in ${name} again`),
  });
  WRITERS.set(key, writer);
  return writer;
}

/** Returns a store in a file that VS Code can only write as a whole. */
const wholeFile = (file: vscode.Uri): AnswerStore => ({
  async add(lines, header) {
    await makeFolder(vscode.Uri.joinPath(file, '..'));
    const old = (await bytesAt(file)) ?? new Uint8Array();
    const text = shortened(old, MAX_WHOLE) + lines;
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode((old.length === 0 ? header : '') + text));
  },
});

/** Returns the text of a file, without the older half of its lines if it is too long; the header stays. */
function shortened(bytes: Uint8Array, most: number): string {
  const text = new TextDecoder().decode(bytes);
  if (bytes.length <= most) return text.endsWith('\n') || text === '' ? text : `${text}\n`;
  const header = text.slice(0, text.indexOf('\n') + 1);
  return header + text.slice(text.indexOf('\n', text.length >> 1) + 1);
}
