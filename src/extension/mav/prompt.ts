import * as vscode from 'vscode';
import { inTurns } from '../../compute/system-clock.ts';
import { languageName } from '../../core/languages/languages.ts';
import { cursorPosition, textLines } from '../../core/languages/positions.ts';
import type { CursorPosition } from '../../core/mav/author/cursor-position.ts';
import { FilePrompts, plannedPositions } from '../../core/mav/author/game-prompts.ts';
import { formatCommands, type HeaderCommand, readCommands } from '../../core/mav/author/header-commands.ts';
import type { PromptPosition } from '../../core/mav/author/prompt-position.ts';
import { makeRequest, printRequest } from '../../core/mav/author/request.ts';
import type { Language } from '../../core/notation/language.ts';
import { type PlyPlan, readPlyPlan } from '../../core/notation/pgn/ply-selection.ts';
import { askPlan } from '../platform/ask-plan.ts';
import { activeEditor, documentLanguage } from '../platform/documents.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { t } from '../platform/l10n.ts';
import { LAST_COMMANDS } from '../platform/mav-offers.ts';
import { besideColumn } from '../platform/pages/beside.ts';
import { mavDialect, readSettings } from '../platform/settings.ts';
import { showMessage } from '../platform/show-message.ts';
import { insertMav } from './examples.ts';
import { askCommands } from './form.ts';

/** Arguments of the command, for key bindings and tests; all are optional. */
interface PromptArguments {
  /** Commands of the header, instead of a question: `%FEN %top_5 %best_action`. */
  readonly commands?: string;
  /** Position of a MAV example: its current one, or the one after its best action. */
  readonly from?: 'current' | 'after-best';
}

/** Reads the arguments; the editor's own menu passes a URI, which is none of these. */
function readArguments(value: unknown): PromptArguments {
  const { commands, from } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  return {
    ...(typeof commands === 'string' ? { commands } : {}),
    ...(from === 'current' || from === 'after-best' ? { from } : {}),
  };
}

/** Runs Make MAV Prompt. */
export async function makePrompt({ workspaceState }: FeatureContext, given: unknown): Promise<void> {
  const args = readArguments(given);
  const editor = activeEditor(({ hasPositions }) => hasPositions === true);
  const language = editor && documentLanguage(editor.document);
  if (editor === undefined || language === undefined) return;
  const { document } = editor;
  const offset = document.offsetAt(editor.selection.active);
  const placed = cursorPosition(document.getText(), language, offset, mavDialect());
  if (!placed.ok) {
    void showMessage('warning', t('no prompt can be made here: {0}.', placed.error));
    return;
  }
  const position = await choosePosition(placed.value, args.from);
  const commands =
    position && (await chosenCommands(position, args.commands, workspaceState.get<string>(LAST_COMMANDS)));
  if (position === undefined || commands === undefined) return;
  const request = makeRequest(position, commands);
  if (!request.ok) {
    void showMessage('warning', t('no prompt can be made here: {0}.', request.error));
    return;
  }
  await workspaceState.update(LAST_COMMANDS, formatCommands(commands));
  await insertMav(printRequest(request.value, mavDialect()), editor, offset, 'prompt');
}

async function choosePosition(
  { position, afterBest }: CursorPosition,
  from: PromptArguments['from'],
): Promise<PromptPosition | undefined> {
  if (afterBest === undefined || from === 'current') return position;
  if (from === 'after-best') return afterBest;
  const items = [
    { label: t('The current position'), position },
    {
      label: t('The position after the best action'),
      description: afterBest.before?.action ?? '',
      position: afterBest,
    },
  ];
  const item = await vscode.window.showQuickPick(items, {
    title: t('StateLens: Make MAV Prompt'),
    placeHolder: t('Which position?'),
  });
  return item?.position;
}

async function chosenCommands(
  position: PromptPosition,
  given: string | undefined,
  last: string | undefined,
): Promise<readonly HeaderCommand[] | undefined> {
  if (given === undefined) return askCommands(position, last, readSettings().model);
  const commands = readCommands(given, position.game);
  if (commands.ok) return commands.value;
  void showMessage('warning', t('"{0}" is not a valid header: {1}.', given, commands.error));
  return undefined;
}

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
function readFileArguments(value: unknown): FileArguments {
  const { plan, commands } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  return {
    ...(typeof plan === 'string' ? { plan } : {}),
    ...(typeof commands === 'string' ? { commands } : {}),
  };
}

/** Runs Make MAV Prompts in File…. */
export async function makePrompts({ workspaceState }: FeatureContext, value: unknown): Promise<void> {
  const args = readFileArguments(value);
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
