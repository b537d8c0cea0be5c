import * as vscode from 'vscode';
import { readPlyPlan } from '../../core/notation/pgn/ply-selection.ts';
import { t } from './l10n.ts';

/** Alternative to a plan: the positions at the cursors. */
export const AT_CURSORS = 'cursors';

/**
 * Asks for the positions in the games of a file; returns the text of a plan (`readPlyPlan`), or `AT_CURSORS` if that is
 * offered, too.
 */
export async function askPlan(title: string, withCursors = false): Promise<string | undefined> {
  const items = [
    ...(withCursors ? [{ label: t('At the cursor, or at each of several'), plan: AT_CURSORS }] : []),
    { label: t('At the end of every game'), plan: 'ends' },
    {
      label: t('Every {0} plies', 10),
      description: t('not at the end of a game, unless that is one of them'),
      plan: 'every:10',
    },
    { label: t('Every k plies…'), plan: 'every:' },
    { label: t('At certain plies…'), plan: 'ply:' },
  ];
  const item = await vscode.window.showQuickPick(items, { title, placeHolder: t('Where?') });
  if (item === undefined || !item.plan.endsWith(':')) return item?.plan;
  const every = item.plan === 'every:';
  const value = await vscode.window.showInputBox({
    title,
    prompt: every ? t('Predict every k plies: k =') : t('Plies to predict after, separated by commas'),
    value: every ? '20' : '10,20,40',
    validateInput: (text) =>
      readPlyPlan(item.plan + compact(text))
        ? undefined
        : every
          ? t('A whole number from 1')
          : t('Whole numbers, such as 10,20,40'),
  });
  return value === undefined ? undefined : item.plan + compact(value);
}

const compact = (text: string): string => text.replace(/\s+/g, '');
