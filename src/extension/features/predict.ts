import * as vscode from 'vscode';
import { type PlyPlan, readPlyPlan } from '../../core/pgn/ply-plan.ts';
import { type AskedPlace, isPlace, type NoPlace, taskOf } from '../../models/asked-game.ts';
import { placesAt, plannedPlaces } from '../../models/asked-places.ts';
import type { Task } from '../../models/model.ts';
import { renderPrompt } from '../../models/prompts.ts';
import { askPlan } from '../ask-plan.ts';
import { activeEditor } from '../documents.ts';
import type { Feature, FeatureContext } from '../feature.ts';
import { exampleAtCursor } from '../mav-editor.ts';
import { tell } from '../open-model.ts';
import { predictAt } from '../predict-run.ts';
import { promptText } from '../prompt-text.ts';
import { mavDialect, modelIsChosen, readSettings } from '../settings.ts';
import { findTemplate } from '../template-file.ts';
import { selectModel } from './models.ts';

/** What the predict commands take, for key bindings, tasks and tests: all of it may be missing. */
interface PredictArguments {
  /** Label of the model, in place of the setting's. */
  readonly model?: string;
  /** `ends`, `every:K` or `ply:N,M,…`, in place of a question (Predict in File). */
  readonly plan?: string;
}

/** Predict State Here, at Game Ends, in File…; Copy Prompt. */
export const predictFeature: Feature = {
  name: 'predict',
  register: (context) => {
    const command = (id: string, run: (args: PredictArguments) => Promise<void>): vscode.Disposable =>
      vscode.commands.registerCommand(id, (args: unknown) => run(readArguments(args)));
    return vscode.Disposable.from(
      command('statelens.predictHere', (args) => predictHere(context, args)),
      command('statelens.predictGameEnds', (args) => predictPlan(context, args, (length) => [length])),
      command('statelens.predictFile', (args) => predictFile(context, args)),
      command('statelens.copyPrompt', () => copyPrompt(context)),
    );
  },
};

/** The editor's own menu hands a URI over, which is none of these. */
function readArguments(value: unknown): PredictArguments {
  const { model, plan } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  return {
    ...(typeof model === 'string' ? { model } : {}),
    ...(typeof plan === 'string' ? { plan } : {}),
  };
}

/** The positions at all cursors, each once. */
function placesAtCursors({ document, selections }: vscode.TextEditor): { places: AskedPlace[]; refusal: string } {
  const found = placesAt(
    document.getText(),
    selections.map(({ active }) => document.offsetAt(active)),
  );
  const places = new Map(found.filter(isPlace).map((place) => [`${place.anchor.start} ${place.ply}`, place]));
  const refusals = found.filter((place): place is NoPlace => !isPlace(place));
  return { places: [...places.values()], refusal: refusals[0]?.refusal ?? '' };
}

async function predictHere(context: FeatureContext, args: PredictArguments): Promise<void> {
  const editor = activeEditor('pgn');
  if (editor === undefined || !(await modelIsSet(context, args))) return;
  const { places, refusal } = placesAtCursors(editor);
  if (places.length === 0) {
    void tell('warning', `no position can be asked for here: ${refusal}.`);
    return;
  }
  if (refusal !== '') context.log.warn(`Nothing was asked for at some cursors: ${refusal}.`);
  await predictAt(context, editor.document, places, settingsFor(args));
}

async function predictPlan(context: FeatureContext, args: PredictArguments, plan: PlyPlan): Promise<void> {
  const editor = activeEditor('pgn');
  if (editor === undefined || !(await modelIsSet(context, args))) return;
  const games = [...plannedPlaces(editor.document.getText(), plan)];
  const cut = games.filter((game) => game.cut).length;
  if (cut > 0) context.log.warn(`${cut} of ${games.length} games are asked only up to a move that cannot be played.`);
  const places = games.flatMap((game) => game.places);
  if (places.length === 0) {
    void tell('warning', 'no game of this file has such a position.');
    return;
  }
  await predictAt(context, editor.document, places, settingsFor(args));
}

async function predictFile(context: FeatureContext, args: PredictArguments): Promise<void> {
  if (activeEditor('pgn') === undefined) return;
  const chosen = args.plan ?? (await askPlan('StateLens: Predict in File'));
  const plan = chosen === undefined ? undefined : readPlyPlan(chosen);
  if (plan !== undefined) await predictPlan(context, args, plan);
}

/** Whether a model is set; the first time it is asked which. */
async function modelIsSet(context: FeatureContext, { model }: PredictArguments): Promise<boolean> {
  return model !== undefined || modelIsChosen() || selectModel(context);
}

const settingsFor = ({ model }: PredictArguments) => {
  const settings = readSettings();
  return model === undefined ? settings : { ...settings, model };
};

async function copyPrompt(context: FeatureContext): Promise<void> {
  const editor = activeEditor('pgn', 'mav');
  const task = editor && taskAtCursor(editor);
  if (editor === undefined || task === undefined) return;
  const { template: ofStates, mavTemplate } = readSettings();
  const name = task.kind === 'mav' ? mavTemplate : ofStates;
  const template = await findTemplate(context, name, task.kind, editor.document.uri);
  if (template === undefined) return;
  await vscode.env.clipboard.writeText(promptText(renderPrompt(template, task)));
  vscode.window.setStatusBarMessage(`StateLens: prompt "${template.title}" copied`, 4000);
}

/** What a model would be asked at the cursor; undefined where that is nothing, which was said then. */
function taskAtCursor(editor: vscode.TextEditor): Task | undefined {
  if (editor.document.languageId === 'mav') {
    const example = exampleAtCursor();
    return example && { kind: 'mav', prompt: example.found.prompt, dialect: mavDialect(), sample: 0 };
  }
  const { places, refusal } = placesAtCursors(editor);
  const [place] = places;
  if (place !== undefined) return taskOf(place, 0);
  void tell('warning', `no position can be asked for here: ${refusal}.`);
  return undefined;
}
