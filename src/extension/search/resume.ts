import * as vscode from 'vscode';
import { messageOf } from '../../core/base/message-of.ts';
import { type ResumableSearch, resumableSearch } from '../../core/search/resume-tree.ts';
import { rulesOf } from '../../core/search/rules.ts';
import { readTrackedLabel } from '../../core/search/tracked-model.ts';
import type { TreeFileHeader } from '../../core/search/tree-file.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { baseName } from '../platform/files/uris.ts';
import { t } from '../platform/l10n.ts';
import { BACK, pickStep } from '../platform/steps.ts';
import { tell } from '../platform/tell.ts';
import { lastChoice } from './choose.ts';
import { choiceOfTree, type SearchChoice } from './form.ts';
import type { ShownSearch } from './panel.ts';
import { samePlace } from './place.ts';
import { preparedSearch } from './prepare.ts';

/** A file that was changed so lately, and has no end, may be one that is still written to. In milliseconds. */
const STILL_WRITTEN_MS = 30_000;

/** The search of a file, ready to go on in it; undefined where it cannot or the user declined, which was said then. */
export async function resumedSearch(context: FeatureContext, file: vscode.Uri): Promise<ShownSearch | undefined> {
  const where = baseName(file);
  const refuse = (why: string): undefined => void tell('error', t('{0} cannot be resumed: {1}.', where, why));
  try {
    const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
    const read = resumableSearch(text);
    if (!read.ok) return refuse(read.error);
    const { header, done } = read.value;
    const { mtime } = await vscode.workspace.fs.stat(file);
    if (read.value.end === undefined && Date.now() - mtime < STILL_WRITTEN_MS && !(await isAgreed(where)))
      return undefined;
    const world = await worldOf(context, read.value);
    if (world === undefined) return undefined;
    const { simulations } = header.settings;
    const choice = choiceOfTree(header, world, lastChoice(context));
    const left = done < simulations ? simulations - done : simulations;
    const asked = { ...choice, settings: { ...choice.settings, simulations: left } };
    const { game, state, played } = header;
    const prepared = await preparedSearch(context, {
      root: { game, state, played },
      choice: asked,
      document: file,
      where,
    });
    if (prepared === undefined) return undefined;
    if (prepared.model.label !== header.model)
      return refuse(t('it was searched by {0}, and this is {1}', header.model, prepared.model.label));
    const before = world === 'rules' ? read : resumableSearch(text, () => rulesOf(game));
    if (!before.ok) return refuse(before.error);
    const { kept } = before.value;
    if (kept !== text) await samePlace(context, file).write(kept);
    return { ...prepared, settings: header.settings, file, before: before.value };
  } catch (error) {
    return refuse(messageOf(error));
  }
}

async function isAgreed(where: string): Promise<boolean> {
  const goOn = t('Resume');
  const message = t(
    'StateLens: {0} has no end record and was written to a moment ago. If its search is still running, a second one would damage the file.',
    where,
  );
  return (await vscode.window.showWarningMessage(message, { modal: true }, goOn)) === goOn;
}

/** Who knows legal actions and successors, which a file does not say; undefined where the user called it off. */
async function worldOf(
  context: FeatureContext,
  { header, hasTruth }: ResumableSearch,
): Promise<SearchChoice['world'] | undefined> {
  if (readTrackedLabel(header.model) !== undefined) return 'states';
  if (hasTruth) return 'model';
  if (!isOfLanguageModel(header)) return 'rules';
  const before = lastChoice(context);
  if (before?.model === header.model) return before.world;
  const step = { title: t('StateLens: Resume Search'), placeHolder: t('What decides legality?'), canGoBack: false };
  const items = [
    { label: t('The rules'), description: t('{0} gives values only', header.model), world: 'rules' },
    { label: t('The model'), description: t('{0} tracks the states', header.model), world: 'model' },
  ] as const;
  const item = await pickStep(step, items, items[0]);
  return item === undefined || item === BACK ? undefined : item.world;
}

const isOfLanguageModel = ({ model }: TreeFileHeader): boolean => !/^(?:rollouts|reference): /.test(model);
