import * as vscode from 'vscode';
import { cursorPosition } from '../../core/languages/positions.ts';
import type { CursorPosition } from '../../core/mav/author/cursor-position.ts';
import { formatCommands, type HeaderCommand, readCommands } from '../../core/mav/author/header-commands.ts';
import type { PromptPosition } from '../../core/mav/author/prompt-position.ts';
import { makeRequest, printRequest } from '../../core/mav/author/request.ts';
import { activeEditor, documentLanguage } from '../platform/documents.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { t } from '../platform/l10n.ts';
import { LAST_COMMANDS } from '../platform/mav-offers.ts';
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
