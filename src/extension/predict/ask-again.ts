import * as vscode from 'vscode';
import { predictionsIn } from '../../core/languages/predictions.ts';
import { type Label, makeLabel, type Prediction } from '../../core/notation/predictions/prediction.ts';
import { isTarget } from '../../models/predict/game-targets.ts';
import { commandDocument } from '../platform/command-document.ts';
import { activeEditor } from '../platform/documents.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { t } from '../platform/l10n.ts';
import { namedLabel, usedModels } from '../platform/models/chosen.ts';
import { openChosen } from '../platform/models/open.ts';
import { type PredictSettings, readSettings } from '../platform/settings.ts';
import { showMessage } from '../platform/show-message.ts';
import { predictAt } from './run.ts';

/** Arguments of Ask Again, from a hover or a message; both are optional. */
interface AskAgainArguments {
  /** Offset of the prediction; default: the cursor. */
  readonly offset?: number;
  /** Its label, instead of a question where there are several. */
  readonly label?: string;
}

function readArguments(value: unknown): AskAgainArguments {
  const { offset, label } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  return {
    ...(typeof offset === 'number' ? { offset } : {}),
    ...(typeof label === 'string' ? { label } : {}),
  };
}

/**
 * Runs Ask Again: asks the model of an existing prediction for the same state. The new answer replaces the old one, or
 * gets the next number where the settings say so; it is one step of undo.
 */
export async function askAgain(context: FeatureContext, given: unknown): Promise<void> {
  const editor = activeEditor(({ hasGames, hasWalks }) => hasGames === true || hasWalks === true);
  if (editor === undefined) return;
  const { document, selection } = editor;
  const args = readArguments(given);
  const { open, language } = await commandDocument(document);
  const text = document.getText();
  const offset = args.offset ?? document.offsetAt(selection.active);
  const [place] = open(text).placesAt([offset]);
  const known = predictionsIn(text, language);
  const written = known.filter(({ range }) => range.start <= offset && offset < range.end);
  const here =
    written.length > 0 ? written : known.filter((item) => place !== undefined && isTarget(place) && isAt(item, place));
  const label = await chooseLabel(here, args.label);
  if (here.length === 0 || place === undefined || !isTarget(place)) {
    void showMessage('info', t('there is no prediction here that a model could repeat.'), {
      [t('Predict State Here')]: 'statelens.predictHere',
    });
    return;
  }
  if (label === undefined) return;
  const settings = settingsOfModel(context, label.model);
  if (settings === undefined) {
    void showMessage('warning', t('Select the model {0} first, then ask again.', label.model), {
      [t('Select Model')]: 'statelens.selectModel',
    });
    return;
  }
  // To skip an existing prediction would be to do nothing.
  const sameLabel = settings.sameLabel === 'skip' ? 'replace' : settings.sameLabel;
  await predictAt(context, document, [place], { ...settings, samples: 1, sameLabel }, [label.template ?? '']);
}

const isAt = (item: Prediction, { game, ply, path }: Pick<Prediction, 'game' | 'ply' | 'path'>): boolean =>
  item.game === game && item.ply === ply && JSON.stringify(item.path) === JSON.stringify(path);

/** Returns the label of one of some predictions, without its number; the user chooses among several. */
async function chooseLabel(here: readonly Prediction[], wanted: string | undefined): Promise<Label | undefined> {
  const labels = new Map(
    here.map(({ label: { model, template } }) => {
      const label = makeLabel(model, template);
      return [label.text, label];
    }),
  );
  const given = wanted === undefined ? undefined : labels.get(wanted);
  const [only] = labels.values();
  if (given !== undefined || labels.size < 2) return given ?? only;
  const chosen = await vscode.window.showQuickPick([...labels.keys()], { title: t('StateLens: Ask Again') });
  return chosen === undefined ? undefined : labels.get(chosen);
}

/** Returns the settings with which a model of some label is asked; undefined if no settings had it. */
function settingsOfModel(context: FeatureContext, model: string): PredictSettings | undefined {
  const now = readSettings();
  const current = openChosen(context, now);
  if (current.ok && current.value.label === model) return now;
  if (now.named.models.some(({ name }) => name === model)) return { ...now, model: namedLabel(model) };
  const used = usedModels(context.globalState, now.named).find((item) => item['openai.model'] === model);
  if (used !== undefined) {
    const baseUrl = used['openai.baseUrl'] ?? '';
    return { ...now, model: 'openai', openAiModel: model, baseUrl, baseUrlOfWorkspace: false };
  }
  const named = { ...now, model };
  const opened = model.includes(':') ? openChosen(context, named) : undefined;
  return opened?.ok === true && opened.value.endpoint === undefined ? named : undefined;
}

/** A line with a prediction. */
const PREDICTION_LINE = /\[%pfen\s|^# p(?:fen|state)\s/;

/** Offers to ask again in the hover of a prediction. */
export const askAgainHover: vscode.HoverProvider = {
  provideHover(document, position) {
    const line = document.lineAt(position.line);
    if (!PREDICTION_LINE.test(line.text)) return undefined;
    const query = encodeURIComponent(JSON.stringify([{ offset: document.offsetAt(position) }]));
    const link = new vscode.MarkdownString();
    link.appendMarkdown(['[', t('Ask again'), '](', `command:statelens.askAgain?${query}`, ')'].join(''));
    link.isTrusted = { enabledCommands: ['statelens.askAgain'] };
    return new vscode.Hover(link);
  },
};
