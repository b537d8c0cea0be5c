import { err, ok, type Result } from '../../../core/base/result.ts';
import type { DecodingSettings, Model } from '../../../models/model.ts';
import type { NamedModel } from '../../../models/openai/named-models.ts';
import type { OpenAiApi } from '../../../models/source.ts';
import { t } from '../l10n.ts';
import type { PredictSettings } from '../settings.ts';

const NAMED = 'named:';

/** What `statelens.model` is set to for a named model. */
export const namedLabel = (name: string): string => NAMED + name;

/** The label of the model that settings name; `openai` alone stands for the model of its own setting. */
export const modelLabel = ({ model, openAiModel }: PredictSettings): string =>
  model === 'openai' ? `openai:${openAiModel}` : model;

/** Whom the settings name, with all that asking them needs. */
export interface ChosenModel {
  /** Opens the model: `openai:gpt-4o`. */
  readonly label: string;
  /** What it is called in annotations, where that is another name. */
  readonly shownAs?: string;
  readonly baseUrl: string;
  readonly ofWorkspace: boolean;
  readonly api: OpenAiApi;
  /** Milliseconds. */
  readonly timeout: number;
  /** Settings of its own, which go before those of all models. */
  readonly decoding: DecodingSettings;
}

/** The model that settings name. The error says which named models there are. */
export function chosenModel(settings: PredictSettings): Result<ChosenModel, string> {
  const { model, baseUrl, baseUrlOfWorkspace, api, timeout, named, namedOfWorkspace } = settings;
  if (!model.startsWith(NAMED)) {
    return ok({ label: modelLabel(settings), baseUrl, ofWorkspace: baseUrlOfWorkspace, api, timeout, decoding: {} });
  }
  const name = model.slice(NAMED.length);
  const found = named.models.find((one) => one.name === name);
  if (found === undefined) {
    const known = named.models.map((one) => one.name).join(', ');
    const [problem] = named.problems;
    const none =
      known === ''
        ? t('statelens.models has no "{0}"; it holds none', name)
        : t('statelens.models has no "{0}"; there is {1}', name, known);
    return err(problem === undefined ? none : `${none} (${problem})`);
  }
  return ok({
    label: `openai:${found.model}`,
    shownAs: found.name,
    baseUrl: found.baseUrl,
    ofWorkspace: namedOfWorkspace,
    api: found.api ?? 'auto',
    timeout: found.timeout === undefined ? timeout : 1000 * found.timeout,
    decoding: decodingOfNamed(found),
  });
}

const decodingOfNamed = ({ temperature, maxTokens }: NamedModel): DecodingSettings => ({
  ...(temperature === undefined ? {} : { temperature }),
  ...(maxTokens === undefined ? {} : { maxTokens }),
});

/** A model that answers with settings of its own. */
export const withDecoding = (model: Model, own: DecodingSettings): Model =>
  Object.keys(own).length === 0
    ? model
    : {
        ...model,
        complete: (request, signal) =>
          model.complete({ ...request, settings: { ...request.settings, ...own } }, signal),
      };
