import * as vscode from 'vscode';
import { type PlyPlan, readPlyPlan } from '../../core/notation/pgn/ply-selection.ts';
import { isTarget } from '../../models/predict/game-targets.ts';
import type { PredictableText } from '../../models/predict/pgn-targets.ts';
import { commandDocument } from '../platform/command-document.ts';
import { activeEditor, documentName } from '../platform/documents.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { t } from '../platform/l10n.ts';
import { describeModel } from '../platform/models/open.ts';
import { modelIsChosen, openModelPicker, readSettings } from '../platform/settings.ts';

/** Maximum length of a text whose positions are counted before the list is shown, in UTF-16 units. */
const MAX_COUNTED = 500_000;

/** An entry of the list: a command with its plan, or the choice of another model. */
interface Place extends vscode.QuickPickItem {
  readonly command?: string;
  readonly plan?: string;
}

const TEMPLATES: Place = { label: t('With several templates…'), command: 'statelens.predictTemplates' };
const ANOTHER_MODEL: Place = { label: t('$(settings-gear) Another model…') };

/**
 * Runs Predict…: asks for the positions, with their number and the model that answers, and runs the command for them.
 * Another model can be chosen from the list, which is then shown again.
 */
export async function predictWhere(context: FeatureContext, model: string | undefined): Promise<void> {
  for (;;) {
    const editor = activeEditor(({ hasGames, hasWalks }) => hasGames === true || hasWalks === true);
    const settings = readSettings();
    const described = editor && describeModel(context, model === undefined ? settings : { ...settings, model });
    if (editor === undefined || described === undefined) return;
    // The first time the command asks for the model, after the place.
    const isSet = model !== undefined || modelIsChosen();
    const chosen = await vscode.window.showQuickPick(await placesIn(editor, model === undefined && isSet), {
      title: t('StateLens: Predict'),
      placeHolder: !isSet
        ? t('Where? The model is chosen next')
        : settings.samples === 1
          ? t('Where? {0} is asked', described.label)
          : t('Where? {0} is asked, {1} times at each position', described.label, settings.samples),
    });
    if (chosen === undefined) return;
    if (chosen.command !== undefined) {
      const { plan } = chosen;
      await vscode.commands.executeCommand(chosen.command, { model, plan });
      return;
    }
    if (!(await openModelPicker())) return;
  }
}

/** Returns the entries of the list for a text, with the number of positions unless the text is long. */
async function placesIn(editor: vscode.TextEditor, canChoose: boolean): Promise<readonly Place[]> {
  const { document, selections } = editor;
  const hasGames = documentName(document)?.hasGames === true;
  const text = document.getText();
  const opened = text.length > MAX_COUNTED ? undefined : (await commandDocument(document)).open(text);
  const planned = (label: string, plan: string): Place => {
    const description = opened === undefined ? '' : positions(plannedCount(opened, readPlyPlan(plan)));
    return { label, description, command: 'statelens.predictFile', plan };
  };
  const offsets = selections.map(({ active }) => document.offsetAt(active));
  return [
    {
      label: selections.length > 1 ? t('Here, at each cursor') : t('Here'),
      description: opened === undefined ? '' : hereText(opened, offsets),
      command: 'statelens.predictHere',
    },
    planned(hasGames ? t('At the end of every game') : t('At the end of every walk'), 'ends'),
    planned(hasGames ? t('After every move of the file') : t('After every action of the file'), 'every:1'),
    planned(t('Every {0} plies', 10), 'every:10'),
    { label: t('At other plies…'), command: 'statelens.predictFile' },
    ...(hasGames ? [TEMPLATES] : []),
    ...(canChoose ? [ANOTHER_MODEL] : []),
  ];
}

const positions = (count: number): string =>
  count === 1 ? t('1 position') : t('{0} positions', count.toLocaleString('en-US'));

/** Returns the number of states at offsets, or the reason why there is none. */
function hereText(text: PredictableText, offsets: readonly number[]): string {
  const found = text.placesAt(offsets);
  const keys = new Set(found.filter(isTarget).map(({ anchor, ply }) => `${anchor.start} ${ply}`));
  const refused = found.find((place) => !isTarget(place));
  return keys.size === 0 && refused !== undefined && !isTarget(refused) ? refused.refusal : positions(keys.size);
}

function plannedCount(text: PredictableText, plan: PlyPlan | undefined): number {
  let count = 0;
  if (plan !== undefined) for (const { places } of text.planned(plan)) count += places.length;
  return count;
}
