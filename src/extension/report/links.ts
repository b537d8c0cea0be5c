import * as vscode from 'vscode';
import { queryText, type SampleQuery } from '../../core/evaluation/report/list/sample-query.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { LINK_PATH } from './link-address.ts';

/** Returns a link that opens a report in VS Code with the filters of a query. */
export function reportLink(context: FeatureContext, runs: readonly vscode.Uri[], query: SampleQuery): string {
  const { uriScheme } = vscode.env;
  const { id } = context.extension.extension;
  const named = runs.map((run) => `run=${encodeURIComponent(run.toString())}`).join('&');
  return `${uriScheme}://${id}${LINK_PATH}?${named}#${queryText(query)}`;
}
