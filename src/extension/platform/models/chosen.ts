import { err, ok, type Result } from '../../../core/base/result.ts';
import type { Prices } from '../../../core/evaluation/runs/run-schema.ts';
import { decodingSettings, type ModelSettings } from '../../../models/model-settings.ts';
import { namedPrices } from '../../../models/openai/named-models.ts';
import { t } from '../l10n.ts';
import type { PredictSettings } from '../settings.ts';

const NAMED = 'named:';

/** Returns the value of `statelens.model` for a named model. */
export const namedLabel = (name: string): string => NAMED + name;

/** Returns the label of the model that settings name; `openai` alone stands for the model in a separate setting. */
export const modelLabel = ({ model, openAiModel }: PredictSettings): string =>
  model === 'openai' ? `openai:${openAiModel}` : model;

/** The model that the settings name, without a key. */
export interface ModelChoice extends ModelSettings {
  readonly baseUrl: string;
  /** True if only the workspace's settings name the base URL. */
  readonly ofWorkspace: boolean;
  /** Prices that the user entered for it in `statelens.models`. */
  readonly prices?: Prices;
}

/** Returns the model that settings name. The error lists the existing named models. */
export function modelChoice(settings: PredictSettings): Result<ModelChoice, string> {
  const { model, baseUrl, baseUrlOfWorkspace, api, timeout, named, namedOfWorkspace } = settings;
  if (!model.startsWith(NAMED)) {
    const decoding = decodingSettings(settings);
    const label = modelLabel(settings);
    const served = /^openai:(.+)$/s.exec(label)?.[1];
    const prices = served === undefined ? undefined : namedPrices(named.models, served, baseUrl);
    const ofWorkspace = baseUrlOfWorkspace;
    return ok({ label, baseUrl, ofWorkspace, api, timeout, decoding, ...(prices === undefined ? {} : { prices }) });
  }
  const name = model.slice(NAMED.length);
  const found = named.models.find((item) => item.name === name);
  if (found === undefined) {
    const known = named.models.map((item) => item.name).join(', ');
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
    decoding: { ...decodingSettings(settings), ...decodingSettings(found) },
    ...(found.prices === undefined ? {} : { prices: found.prices }),
  });
}
