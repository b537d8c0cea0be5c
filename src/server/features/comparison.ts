import {
  COMPARISON_REQUEST,
  COMPARISON_STEP_REQUEST,
  type ComparisonParams,
  type ComparisonStepParams,
} from '../../protocol/lsp.ts';
import { compareAt } from '../comparison/comparison.ts';
import { comparePlaces, neighboringPlace } from '../comparison/comparison-step.ts';
import type { ServerFeature } from '../feature.ts';

/** The compare view: the predictions at a position, and the position before or after it. */
export const comparisonFeature: ServerFeature = {
  name: 'comparison',
  register({ connection, documents, work, views, comparer }) {
    connection.onRequest(COMPARISON_REQUEST, async (params: ComparisonParams) => {
      const document = documents.get(params.uri);
      if (document === undefined || !(await work.whenRead(document))) return null;
      return compareAt(document, params, comparer, views);
    });
    connection.onRequest(COMPARISON_STEP_REQUEST, async ({ place, to }: ComparisonStepParams) => {
      const document = documents.get(place.uri);
      if (document === undefined || !(await work.whenRead(document))) return null;
      return neighboringPlace(comparePlaces(document), { place, to }) ?? null;
    });
    return {};
  },
};
