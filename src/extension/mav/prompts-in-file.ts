import * as vscode from 'vscode';
import { languageName } from '../../core/languages/languages.ts';
import { textLines } from '../../core/languages/positions.ts';
import { FilePrompts, plannedPositions } from '../../core/mav/author/game-prompts.ts';
import { formatCommands, type HeaderCommand, readCommands } from '../../core/mav/author/header-commands.ts';
import type { PromptPosition } from '../../core/mav/author/prompt-position.ts';
import type { Language } from '../../core/notation/language.ts';
import { type PlyPlan, readPlyPlan } from '../../core/notation/pgn/ply-selection.ts';
import { askPlan } from '../platform/ask-plan.ts';
import { activeEditor, documentLanguage } from '../platform/documents.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { inTurns } from '../platform/in-turns.ts';
import { t } from '../platform/l10n.ts';
import { LAST_COMMANDS } from '../platform/mav-offers.ts';
import { besideColumn } from '../platform/pages/beside.ts';
import { mavDialect, readSettings } from '../platform/settings.ts';
import { showMessage } from '../platform/show-message.ts';
import { askCommands } from './form.ts';

const TITLE = t('StateLens: Make MAV Prompts in File');
/** Maximum number of prompts; the command line writes more as a stream. */
const MAX_PROMPTS = 50_000;

/** Arguments of the command, for key bindings and tests; all are optional. */
interface FileArguments {
  /** `ends`, `every:K` or `ply:N,M,…`, instead of a question. */
  readonly plan?: string;
  /** Commands of the header, instead of a question. */
  readonly commands?: string;
}

/** Reads the arguments; the editor's own menu passes a URI, which is none of these. */
function readArguments(value: unknown): FileArguments {
  const { plan, commands } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  return {
    ...(typeof plan === 'string' ? { plan } : {}),
    ...(typeof commands === 'string' ? { commands } : {}),
  };
}

/** Runs Make MAV Prompts in File…. */
export async function makePrompts({ workspaceState }: FeatureContext, value: unknown): Promise<void> {
  const args = readArguments(value);
  const editor = activeEditor(({ hasPositions }) => hasPositions === true);
  const language = editor && documentLanguage(editor.document);
  if (editor === undefined || language === undefined) return;
  // Records and examples have one position each.
  const chosen = args.plan ?? (languageName(language)?.hasGames === true ? await askPlan(TITLE) : 'ends');
  const plan = chosen === undefined ? undefined : readPlyPlan(chosen);
  if (plan === undefined) return;
  const text = editor.document.getText();
  const typical = await typicalPosition(text, language, plan);
  if (typical === undefined) {
    void showMessage('warning', t('no position in this file matches.'));
    return;
  }
  const given = args.commands === undefined ? undefined : readCommands(args.commands, typical.game);
  const last = workspaceState.get<string>(LAST_COMMANDS);
  const commands = given?.ok === true ? given.value : await askCommands(typical, last, readSettings().model);
  if (commands === undefined) return;
  await workspaceState.update(LAST_COMMANDS, formatCommands(commands));
  const prompts = await gather(text, language, plan, commands);
  const left = [...prompts.refused.values()].reduce((sum, count) => sum + count, 0);
  if (prompts.count === 0) {
    void showMessage(
      'warning',
      t('no prompt was made: {0}.', [...prompts.refused.keys()][0] ?? t('there are no positions')),
    );
    return;
  }
  const document = await vscode.workspace.openTextDocument({ language: 'mav', content: prompts.text });
  await vscode.window.showTextDocument(document, { viewColumn: besideColumn(), preview: false });
  const [cause] = [...prompts.refused].sort(([, a], [, b]) => b - a).map(([reason]) => reason);
  const count = prompts.count.toLocaleString('en-US');
  const summary =
    cause === undefined
      ? t('StateLens: {0} prompts made', count)
      : t('StateLens: {0} prompts made, {1} left out ({2})', count, left.toLocaleString('en-US'), cause);
  vscode.window.setStatusBarMessage(summary, 8000);
}

/** Returns the first position with a predecessor, if there is one: it allows every question. */
async function typicalPosition(text: string, language: Language, plan: PlyPlan): Promise<PromptPosition | undefined> {
  let found: PromptPosition | undefined;
  await inTurns(plannedPositions(textLines(text, language), plan), (position) => {
    if (!('skipped' in position)) found = position.before === undefined ? (found ?? position) : position;
    return found?.before === undefined;
  });
  return found;
}

function gather(
  text: string,
  language: Language,
  plan: PlyPlan,
  commands: readonly HeaderCommand[],
): Thenable<FilePrompts> {
  const prompts = new FilePrompts(commands, mavDialect());
  const options = { location: vscode.ProgressLocation.Notification, cancellable: true, title: TITLE };
  return vscode.window.withProgress(options, async (progress, token) => {
    await inTurns(
      plannedPositions(textLines(text, language), plan),
      (position) => {
        prompts.add(position);
        return prompts.count < MAX_PROMPTS;
      },
      () => {
        progress.report({ message: prompts.count.toLocaleString('en-US') });
        return token.isCancellationRequested;
      },
    );
    return prompts;
  });
}
