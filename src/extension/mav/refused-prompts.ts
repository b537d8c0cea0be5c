import * as vscode from 'vscode';
import type { ExamplePrompt } from '../../core/mav/write/prompt-edits.ts';
import { type MavRefusal, mavRefusal } from '../../models/sources/mav-small.ts';
import { t } from '../platform/l10n.ts';
import { openModelPicker, readSettings } from '../platform/settings.ts';
import type { ExampleAnchors } from './examples.ts';

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
      const refusal = game === undefined ? undefined : mavRefusal(label, game);
      return refusal === undefined ? [] : [{ label, found, refusal }];
    }),
  );

const gameName = ({ example }: ExamplePrompt): string | undefined => example.header.game?.text;

/** Asks a model for the answers of examples of the document. */
type Ask = (examples: readonly ExamplePrompt[], label: string) => Promise<void>;

/**
 * Says why a model cannot answer prompts, and offers what can: the reference, or another model.
 */
export async function offerAnswers({ refused, anchors }: Refusals, ask: Ask): Promise<void> {
  const [first] = refused;
  if (first === undefined) return;
  const examples = [...new Set(refused.map(({ found }) => found))];
  const buttons = [t('Insert Reference Answer'), t('Select Model')];
  const chosen = await vscode.window.showWarningMessage(refusalText(first, examples.length), ...buttons);
  const now = (some: readonly ExamplePrompt[]) => some.flatMap((found) => anchors.now(found) ?? []);
  if (chosen === t('Insert Reference Answer')) await ask(now(examples), REFERENCE);
  if (chosen === t('Select Model') && (await openModelPicker())) await ask(now(examples), readSettings().model);
}

/** Says why a model cannot answer a prompt, and how many more it cannot answer. */
function refusalText({ label, found, refusal }: RefusedPrompt, count: number): string {
  const game = gameName(found) ?? '';
  const reasons: Readonly<Record<MavRefusal, () => string>> = {
    mav: () => t('{0} predicts states of games only, and answers no MAV prompts.', label),
    game: () => t('{0} does not know {1}.', label, game),
  };
  const many = count > 1 ? ` ${t('{0} prompts were not asked.', count.toLocaleString('en-US'))}` : '';
  return `StateLens: ${reasons[refusal]()}${many}`;
}
