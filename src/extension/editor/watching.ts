import * as vscode from 'vscode';
import type { FeatureContext } from '../platform/feature.ts';
import { watchLargeFiles } from './large-files.ts';
import { sendVisibleRanges } from './visible-ranges.ts';

/** What looks at the editors all the time. */
export const open = (context: FeatureContext): vscode.Disposable =>
  vscode.Disposable.from(watchLargeFiles(context), sendVisibleRanges(context));
