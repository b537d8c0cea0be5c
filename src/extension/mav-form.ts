import * as vscode from 'vscode';
import { type HeaderCommand, readCommands } from '../core/mav/author/commands.ts';
import type { PromptPosition } from '../core/mav/author/position.ts';
import {
  commandsFault,
  commandsText,
  fittedCommands,
  formCommands,
  type PromptForm,
} from '../core/mav/author/prompt-form.ts';

/** Under this name the last choice is remembered. */
export const LAST_COMMANDS = 'statelens.mavCommands';

const TITLE = 'StateLens: Make MAV Prompt';
/** Lists are seldom longer than the moves of a position. */
const MAX_ACTIONS = 999;

/** Forms that are usual, by what they ask for. */
const USUAL: readonly { readonly label: string; readonly form: PromptForm }[] = [
  {
    label: 'Best moves, and the position after the best',
    form: { isTracked: true, forms: ['FEN'], k: 5, best: true, final: true },
  },
  {
    label: 'All legal moves with values',
    form: { isTracked: false, forms: ['FEN'], k: 'all', best: true, final: false },
  },
  {
    label: 'The position after a move',
    form: { isTracked: true, forms: ['FEN', 'state'], k: undefined, best: false, final: false },
  },
];

interface Item extends vscode.QuickPickItem {
  readonly commands: readonly HeaderCommand[] | 'choose' | 'write';
}

interface Offer {
  readonly label: string;
  readonly commands: readonly HeaderCommand[];
}

/** What the form offers for a position: what was chosen before, where it fits, and what is usual. */
function offersFor(position: PromptPosition, last: string | undefined): Offer[] {
  const usual = USUAL.filter(({ form }) => position.before !== undefined || form.k !== undefined).map(
    ({ label, form }) => ({ label, commands: fittedCommands(formCommands(form), position) }),
  );
  const before = last === undefined ? undefined : readCommands(last, position.game);
  const again = before?.ok === true ? [{ label: 'As before', commands: fittedCommands(before.value, position) }] : [];
  const fitting = again.filter(({ commands }) => commandsFault(commandsText(commands), position) === undefined);
  return [...fitting, ...usual];
}

/** The commands that the form offers first: what a prompt of a position most likely asks. */
export const likeliestCommands = (position: PromptPosition, last: string | undefined): readonly HeaderCommand[] =>
  offersFor(position, last)[0]?.commands ?? [];

/**
 * Asks what a prompt for a position gives and asks for, the last choice first; undefined where it was called off.
 *
 * @param last the commands that were chosen before, as text
 */
export async function askCommands(
  position: PromptPosition,
  last: string | undefined,
): Promise<readonly HeaderCommand[] | undefined> {
  const offers = offersFor(position, last);
  const items: Item[] = [
    ...offers.map(described),
    { label: 'Choose…', description: 'inputs, number of actions, states', commands: 'choose' },
    { label: 'Write the commands…', commands: 'write' },
  ];
  const item = await vscode.window.showQuickPick(items, { title: TITLE, placeHolder: 'What is the model asked?' });
  if (item === undefined) return undefined;
  if (item.commands === 'choose') return chooseParts(position);
  if (item.commands === 'write') return writeCommands(position, offers[0]?.commands ?? []);
  return item.commands;
}

const described = (one: Offer): Item => ({
  ...one,
  description: commandsText(one.commands),
});

type Part = 'tracked' | 'FEN' | 'state' | 'top' | 'best' | 'final';

async function chooseParts(position: PromptPosition): Promise<readonly HeaderCommand[] | undefined> {
  const hasFen = position.game === 'chess' || position.game === 'chess960';
  const parts: readonly (vscode.QuickPickItem & { readonly part: Part })[] = [
    ...(position.before === undefined
      ? []
      : [
          {
            part: 'tracked' as const,
            label: 'Previous position and move as inputs',
            description: 'the model updates the position itself',
            picked: true,
          },
        ]),
    ...(hasFen ? [{ part: 'FEN' as const, label: 'Positions as FEN', picked: true }] : []),
    { part: 'state', label: 'Positions in the native form', description: '%state', picked: !hasFen },
    { part: 'top', label: 'Actions with values', picked: true },
    { part: 'best', label: 'The best action', picked: true },
    { part: 'final', label: 'The position after the best action', picked: true },
  ];
  const chosen = await vscode.window.showQuickPick(parts, {
    title: TITLE,
    placeHolder: 'What is in it?',
    canPickMany: true,
  });
  if (chosen === undefined) return undefined;
  const has = (part: Part): boolean => chosen.some((one) => one.part === part);
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
  return fittedCommands(formCommands(form), position);
}

async function askCount(): Promise<number | 'all' | undefined> {
  const value = await vscode.window.showInputBox({
    title: TITLE,
    prompt: 'How many actions? A number, or all. More than there are gives them all.',
    value: '5',
    validateInput: (text) =>
      countOf(text) === undefined ? `all, or a whole number from 1 to ${MAX_ACTIONS}` : undefined,
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
    prompt: 'The commands of the header, inputs first',
    value: commandsText(start),
    validateInput: (text) => commandsFault(text, position),
  });
  const commands = value === undefined ? undefined : readCommands(value, position.game);
  return commands?.ok === true ? commands.value : undefined;
}
