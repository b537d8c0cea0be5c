import type { Model } from '../../models/model.ts';
import { t } from '../platform/l10n.ts';

/** The status bar's item: who predicts and where, and how far the scoring is. */
export interface StatusText {
  readonly text: string;
  readonly tooltip: string;
}

/**
 * @param model undefined where the settings name none that can be opened
 * @param scoring of the document that is shown, while it goes on
 */
export function statusText(
  model: Pick<Model, 'label' | 'endpoint'> | undefined,
  scoring: { readonly done: number; readonly total: number } | undefined,
): StatusText {
  const place = model?.endpoint === undefined ? '' : ` @ ${model.endpoint.host}`;
  const who = model === undefined ? t('no model') : `${model.label.replace(/^baseline:/, '')}${place}`;
  const where =
    model === undefined
      ? t('No model in the settings can be opened.')
      : model.endpoint === undefined
        ? t('Predictions come from {0}, offline.', model.label)
        : t('Predictions come from {0} at {1}.', model.label, model.endpoint.baseUrl);
  const busy = scoring !== undefined && scoring.done < scoring.total;
  const progress = busy ? `$(sync~spin) ${scoring.done}/${scoring.total}` : '$(telescope)';
  const scored = busy ? [t('{0} of {1} predictions of this file are scored.', scoring.done, scoring.total)] : [];
  const tooltip = ['StateLens', where, ...scored, t('Click to select another model.')].join('\n');
  return { text: `${progress} ${who}`, tooltip };
}
