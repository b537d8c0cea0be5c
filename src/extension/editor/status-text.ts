import type { Model } from '../../models/model.ts';

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
  const who = model === undefined ? 'no model' : `${model.label.replace(/^baseline:/, '')}${place}`;
  const where =
    model === undefined
      ? 'No model in the settings can be opened.'
      : model.endpoint === undefined
        ? `Predictions come from ${model.label}, offline.`
        : `Predictions come from ${model.label} at ${model.endpoint.baseUrl}.`;
  const busy = scoring !== undefined && scoring.done < scoring.total;
  const progress = busy ? `$(sync~spin) ${scoring.done}/${scoring.total}` : '$(telescope)';
  const scored = busy ? `\n${scoring.done} of ${scoring.total} predictions of this file are scored.` : '';
  return { text: `${progress} ${who}`, tooltip: `StateLens\n${where}${scored}\nClick to select another model.` };
}
