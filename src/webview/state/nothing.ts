import type { StateCommand } from '../../protocol/state-messages.ts';
import { button, h } from '../common/dom.ts';
import { t } from '../common/l10n.ts';

/** What commands are called. */
export const NAMES: Readonly<Record<StateCommand, string>> = {
  'statelens.predictHere': t('Predict State Here'),
  'statelens.traceGame': t('Trace Game'),
  'statelens.selectModel': t('Select Model'),
  'statelens.openSamples': t('Open Samples'),
  'statelens.compareReference': t('Compare with Reference'),
  'statelens.openReferenceText': t('Open as Markdown'),
  'editor.action.quickFix': t('Quick Fix…'),
};

/** Buttons of commands of the extension. */
export const commandButtons = (commands: readonly StateCommand[], run: (command: StateCommand) => void): HTMLElement =>
  h('div', { class: 'commands' }, ...commands.map((command) => button(NAMES[command], () => run(command))));

/**
 * What stands on the page where there is no state: why, and what to do.
 *
 * @param unpin where the position is pinned: without it the page would stay empty
 */
export function nothingPart(
  reason: string,
  commands: readonly StateCommand[],
  run: (command: StateCommand) => void,
  unpin: (() => void) | undefined,
): HTMLElement {
  const buttons = commandButtons(commands, run);
  if (unpin !== undefined) buttons.append(button(t('Unpin'), unpin));
  return h('div', { class: 'nothing' }, h('h1', { class: 'sentence' }, reason), buttons);
}
