import * as vscode from 'vscode';
import { applyEdits, type TextEdit } from '../../core/base/text/range.ts';
import {
  formatCommands,
  type HeaderCommand,
  headerCommand,
  stateCommands,
} from '../../core/mav/author/header-commands.ts';
import {
  type ExamplePrompt,
  examplePrompts,
  type OutputPlacement,
  promptAt,
} from '../../core/mav/write/prompt-edits.ts';
import { type MavRefusal, mavRefusal } from '../../models/sources/mav-refusal.ts';
import { applyToCurrent } from '../platform/documents.ts';
import { documentAt } from '../platform/files/document-at.ts';
import { t } from '../platform/l10n.ts';
import { openModelPicker, readSettings } from '../platform/settings.ts';
import type { ExampleAnchors } from './example-anchors.ts';

export const REFERENCE = 'reference:rules';

/** A prompt that a model cannot answer. */
export interface RefusedPrompt {
  readonly label: string;
  readonly found: ExamplePrompt;
  readonly refusal: MavRefusal;
}

/** Prompts that models cannot answer, and their current positions. */
export interface Refusals {
  readonly refused: readonly RefusedPrompt[];
  readonly anchors: ExampleAnchors;
}

/** Returns the prompts that models certainly cannot answer, by the labels of the models. */
export const refusedPrompts = (
  labels: readonly string[],
  examples: readonly ExamplePrompt[],
): readonly RefusedPrompt[] =>
  labels.flatMap((label) =>
    examples.flatMap((found) => {
      const game = gameName(found);
      const refusal = game === undefined ? undefined : mavRefusal(label, game, commandsIn(found));
      return refusal === undefined ? [] : [{ label, found, refusal }];
    }),
  );

const gameName = ({ example }: ExamplePrompt): string | undefined => example.header.game?.text;

const commandsIn = ({ example }: ExamplePrompt): HeaderCommand[] =>
  example.header.commands.flatMap((command) => headerCommand(command) ?? []);

/** Asks a model for the answers of examples of the document. */
type Ask = (examples: readonly ExamplePrompt[], label: string) => Promise<void>;

/**
 * Says why a model cannot answer prompts, and offers what can: the reference, the model itself without lists and best
 * actions, or another model.
 */
export async function offerAnswers(
  uri: vscode.Uri,
  { refused, anchors }: Refusals,
  place: OutputPlacement,
  ask: Ask,
): Promise<void> {
  const [first] = refused;
  if (first === undefined) return;
  const examples = [...new Set(refused.map(({ found }) => found))];
  const narrowed = examples.filter((found) => isNarrowed(first, found));
  const buttons = [
    t('Insert Reference Answer'),
    ...(narrowed.length > 0 ? [t('Ask for the State Only')] : []),
    t('Select Model'),
  ];
  const chosen = await vscode.window.showWarningMessage(refusalText(first, examples.length), ...buttons);
  const now = (some: readonly ExamplePrompt[]) => some.flatMap((found) => anchors.now(found) ?? []);
  if (chosen === t('Insert Reference Answer')) await ask(now(examples), REFERENCE);
  if (chosen === t('Ask for the State Only'))
    await ask(place === 'below' ? now(narrowed).map(withStates) : await narrow(uri, anchors, narrowed), first.label);
  if (chosen === t('Select Model') && (await openModelPicker())) await ask(now(examples), readSettings().model);
}

/** Returns true if the model of a refused prompt can answer a prompt without its lists and best actions. */
function isNarrowed({ label, refusal }: RefusedPrompt, found: ExamplePrompt): boolean {
  const commands = stateCommands(commandsIn(found));
  return (
    refusal === 'lists' &&
    !found.isInTrace &&
    commands !== undefined &&
    mavRefusal(label, gameName(found) ?? '', commands) === undefined
  );
}

/** Returns the edit of a header that leaves states only; undefined if there is nothing to leave. */
function headerEdit(found: ExamplePrompt, from: number): TextEdit | undefined {
  const { commands } = found.example.header;
  const [first, last] = [commands.at(0), commands.at(-1)];
  const left = stateCommands(commandsIn(found));
  if (first === undefined || last === undefined || left === undefined) return undefined;
  const start = found.example.header.range.start - from;
  return {
    range: { start: first.range.start - start, end: last.range.end - start },
    newText: formatCommands(left),
  };
}

/** Returns an example whose prompt asks for states only. */
function withStates(found: ExamplePrompt): ExamplePrompt {
  const edit = headerEdit(found, 0);
  const now = edit && promptAt(applyEdits(found.prompt, [edit]), 0);
  return now?.ok === true ? { ...found, example: now.value.example, prompt: now.value.prompt } : found;
}

/** Lets the headers of examples ask for states only, and returns the examples as they are then. */
async function narrow(
  uri: vscode.Uri,
  anchors: ExampleAnchors,
  examples: readonly ExamplePrompt[],
): Promise<readonly ExamplePrompt[]> {
  const change = await applyToCurrent(
    () => documentAt(uri),
    (text) => {
      const starts: number[] = [];
      const edits: TextEdit[] = [];
      let shift = 0;
      for (const found of examples) {
        const now = anchors.now(found);
        const edit = now && headerEdit(found, now.inputs.start);
        if (now === undefined || edit === undefined) continue;
        const { start, end } = found.example.header.range;
        const header = found.prompt.slice(0, end - start);
        if (!text.startsWith(header, now.inputs.start)) continue;
        starts.push(now.inputs.start + shift);
        edits.push(edit);
        shift += edit.newText.length - (edit.range.end - edit.range.start);
      }
      return { edits, starts };
    },
  );
  const wanted = new Set(change?.starts);
  const text = (await documentAt(uri)).getText();
  return [...examplePrompts(text)].filter(({ inputs }) => wanted.has(inputs.start));
}

/** Says why a model cannot answer a prompt, and how many more it cannot answer. */
function refusalText({ label, found, refusal }: RefusedPrompt, count: number): string {
  const game = gameName(found) ?? '';
  const reasons: Readonly<Record<MavRefusal, () => string>> = {
    mav: () => t('{0} predicts states of games only, and answers no MAV prompts.', label),
    game: () => t('{0} does not know {1}.', label, game),
    lists: () => t('{0} has learned the states of {1}, but no actions with values.', label, game),
    move: () => t('{0} finds the state after a move, and this prompt has no move.', label),
  };
  const many = count > 1 ? ` ${t('{0} prompts were not asked.', count.toLocaleString('en-US'))}` : '';
  return `StateLens: ${reasons[refusal]()}${many}`;
}
