import {
  COMPARISON_REQUEST,
  type ComparisonParams,
  LINE_COMPARISON_REQUEST,
  type LineComparisonParams,
} from '../../protocol/lsp.ts';
import { compareAt } from '../comparison/comparison.ts';
import { compareLine } from '../comparison/line-comparison.ts';
import type { ServerFeature } from '../feature.ts';

/** Everything about the predictions at a position. */
export const comparisonFeature: ServerFeature = {
  name: 'comparison',
  register({ connection, documents, work, views, comparer }) {
    connection.onRequest(COMPARISON_REQUEST, async (params: ComparisonParams) => {
      const document = documents.get(params.uri);
      if (document === undefined || !(await work.whenRead(document))) return null;
      return compareAt(document, params, comparer, views);
    });
    connection.onRequest(LINE_COMPARISON_REQUEST, (params: LineComparisonParams) => compareLine(params, comparer));
    return {};
  },
};
