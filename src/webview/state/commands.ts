import { h, type JSX } from 'preact';
import type { StateCommand } from '../../protocol/state-messages.ts';
import { button } from '../common/elements.ts';
import { t } from '../common/l10n.ts';

/** Names of the commands of the extension that the page offers. */
export const COMMAND_NAMES: Readonly<Record<StateCommand, string>> = {
  'statelens.predictHere': t('Predict State Here'),
  'statelens.traceGame': t('Trace Game'),
  'statelens.selectModel': t('Select Model'),
  'statelens.openSamples': t('Open Samples'),
  'statelens.compareReference': t('Compare with Reference'),
  'statelens.openReferenceText': t('Open as Markdown'),
  'editor.action.quickFix': t('Quick Fix…'),
};

/** Runs a command of the extension. */
export type RunCommand = (command: StateCommand) => void;

/** Returns buttons of commands, and a further button. */
export const commandButtons = (
  commands: readonly StateCommand[],
  run: RunCommand,
  further: JSX.Element | null = null,
): JSX.Element =>
  h(
    'div',
    { class: 'commands' },
    commands.map((command) => button(COMMAND_NAMES[command], () => run(command))),
    further,
  );

/** The reason for which there is no state, and what to do. */
interface NothingProps {
  readonly reason: string;
  readonly commands: readonly StateCommand[];
  readonly run: RunCommand;
  /** Present where the position is pinned: without it the page would stay empty. */
  readonly unpin: (() => void) | undefined;
}

/** The content of the page where there is no state. */
export const Nothing = ({ reason, commands, run, unpin }: NothingProps): JSX.Element =>
  h(
    'div',
    { class: 'nothing' },
    h('h1', { class: 'sentence' }, reason),
    commandButtons(commands, run, unpin === undefined ? null : button(t('Unpin'), unpin)),
  );
