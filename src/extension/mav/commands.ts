import type * as vscode from 'vscode';
import { EXAMPLE_COMMAND } from '../../protocol/lsp.ts';
import { MAV_STATS_VIEW } from '../../protocol/views.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { actOnExample } from './keep-example.ts';
import { makePrompt, makePrompts } from './prompt.ts';
import { goToRecord, openRecords, recordInLog, recordLinks, recordsDocument } from './records.ts';
import { ReferenceComparisons } from './reference-comparison.ts';
import { runCommands } from './run.ts';
import { MavStatsPanels } from './stats-panel.ts';
import { makeTrace } from './trace.ts';

/** Opens the commands of MAV: prompts, answers, references and traces; logs of records. */
export function open(context: FeatureContext) {
  const comparisons = new ReferenceComparisons();
  const statistics = new MavStatsPanels(context);
  return {
    commands: {
      ...runCommands(context),
      'statelens.makeMav': (args: unknown) => makePrompt(context, args),
      'statelens.makeMavFile': (args: unknown) => makePrompts(context, args),
      'statelens.makeTrace': (args: unknown) => makeTrace(context, args),
      'statelens.compareReference': () => comparisons.show(context),
      'statelens.openReferenceText': () => comparisons.openText(context),
      [EXAMPLE_COMMAND]: (address: unknown, place: unknown, action: unknown) =>
        actOnExample(context, address, place, action),
      'statelens.openTraces': (args: unknown) => openRecords(context, args),
      'statelens.openRecords': (args: unknown) => openRecords(context, args),
      'statelens.goToRecord': goToRecord,
      'statelens.showMavStats': () => statistics.show(),
    },
    restore: {
      [MAV_STATS_VIEW]: (panel: vscode.WebviewPanel, state: unknown) => statistics.restore(panel, state),
    },
    comparisons,
    recordsDocument,
    recordOf: recordInLog,
    recordLinks,
    dispose: () => statistics.dispose(),
  };
}
