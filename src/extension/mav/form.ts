import * as vscode from 'vscode';
import {
  findCommandsFault,
  fitCommands,
  formatCommands,
  formCommands,
  type HeaderCommand,
  type PromptForm,
  readCommands,
} from '../../core/mav/author/header-commands.ts';
import { knownGame, type PromptPosition } from '../../core/mav/author/prompt-position.ts';
import { t } from '../platform/l10n.ts';
import { type Offer, offersFor } from '../platform/mav-offers.ts';

const TITLE = t('StateLens: Make MAV Prompt');
/** Maximum number of actions that can be entered: lists are rarely longer than the moves of a position. */
const MAX_ACTIONS = 999;

interface Item extends vscode.QuickPickItem {
  /** Undefined for a heading. */
  readonly commands?: readonly HeaderCommand[] | 'choose' | 'write';
}

/**
 * Asks for the inputs and outputs of a prompt for a position, those first that the model can answer, the last choice
 * before the usual ones; undefined if canceled.
 *
 * @param last the commands that were chosen before, as text
 * @param model label of the selected model
 */
export async function askCommands(
  position: PromptPosition,
  last: string | undefined,
  model: string,
): Promise<readonly HeaderCommand[] | undefined> {
  const offers = offersFor(position, last, model);
  const items: Item[] = [
    ...offered(offers, model),
    { label: t('Choose…'), description: t('inputs, number of actions, states'), commands: 'choose' },
    { label: t('Write the commands…'), commands: 'write' },
  ];
  const item = await vscode.window.showQuickPick(items, {
    title: TITLE,
    placeHolder: t('What should the prompt ask for?'),
  });
  if (item?.commands === undefined) return undefined;
  if (item.commands === 'choose') return chooseParts(position);
  if (item.commands === 'write') return writeCommands(position, offers[0]?.commands ?? []);
  return item.commands;
}

/** Returns the offers with headings that say which of them the model can answer, if it cannot answer all. */
function offered(offers: readonly Offer[], model: string): Item[] {
  const described = ({ label, commands }: Offer): Item => ({ label, commands, description: formatCommands(commands) });
  const heading = (label: string): Item => ({ label, kind: vscode.QuickPickItemKind.Separator });
  const first = offers.findIndex(({ refusal }) => refusal !== undefined);
  if (first < 0) return offers.map(described);
  return [
    ...(first === 0 ? [] : [heading(t('{0} can answer', model))]),
    ...offers.slice(0, first).map(described),
    heading(t('{0} cannot answer; the reference or another model can', model)),
    ...offers.slice(first).map(described),
    heading(''),
  ];
}

type Part = 'tracked' | 'FEN' | 'state' | 'top' | 'best' | 'final';

async function chooseParts(position: PromptPosition): Promise<readonly HeaderCommand[] | undefined> {
  const { hasFen } = knownGame(position.game);
  const parts: readonly (vscode.QuickPickItem & { readonly part: Part })[] = [
    ...(position.before === undefined
      ? []
      : [
          {
            part: 'tracked' as const,
            label: t('Previous position and move as inputs'),
            description: t('the model updates the position itself'),
            picked: true,
          },
        ]),
    ...(hasFen ? [{ part: 'FEN' as const, label: t('Positions as FEN'), picked: true }] : []),
    { part: 'state', label: t('Positions in the native form'), description: '%state', picked: !hasFen },
    { part: 'top', label: t('Actions with values'), picked: true },
    { part: 'best', label: t('The best action'), picked: true },
    { part: 'final', label: t('The position after the best action'), picked: true },
  ];
  const chosen = await vscode.window.showQuickPick(parts, {
    title: TITLE,
    placeHolder: t('What should the prompt contain?'),
    canPickMany: true,
  });
  if (chosen === undefined) return undefined;
  const has = (part: Part): boolean => chosen.some((offer) => offer.part === part);
  const k = has('top') ? await askCount() : undefined;
  if (has('top') && k === undefined) return undefined;
  const forms = (['FEN', 'state'] as const).filter(has);
  const form: PromptForm = {
    isTracked: has('tracked'),
    forms: forms.length > 0 || has('tracked') ? forms : [hasFen ? 'FEN' : 'state'],
    k,
    best: has('best'),
    final: has('final'),
  };
  return fitCommands(formCommands(form), position);
}

async function askCount(): Promise<number | 'all' | undefined> {
  const value = await vscode.window.showInputBox({
    title: TITLE,
    prompt: t('How many actions? A number, or all. A number above the legal actions gives all of them.'),
    value: '5',
    validateInput: (text) =>
      countOf(text) === undefined ? t('all, or a whole number from 1 to {0}', MAX_ACTIONS) : undefined,
  });
  return value === undefined ? undefined : countOf(value);
}

function countOf(text: string): number | 'all' | undefined {
  const plain = text.trim().toLowerCase();
  if (plain === 'all') return plain;
  return /^[1-9]\d{0,2}$/.test(plain) ? Number(plain) : undefined;
}

async function writeCommands(
  position: PromptPosition,
  start: readonly HeaderCommand[],
): Promise<readonly HeaderCommand[] | undefined> {
  const value = await vscode.window.showInputBox({
    title: TITLE,
    prompt: t('Header commands, inputs first'),
    value: formatCommands(start),
    validateInput: (text) => findCommandsFault(text, position),
  });
  const commands = value === undefined ? undefined : readCommands(value, position.game);
  return commands?.ok === true ? commands.value : undefined;
}
