import type { FeatureContext } from '../platform/feature.ts';
import { ReferenceComparisons } from './compare.ts';
import { makePrompt } from './prompt.ts';
import { makePrompts } from './prompts-in-file.ts';
import { goToRecord, openRecords, recordLinks, recordOf } from './records.ts';
import { recordsDocument } from './records-text.ts';
import { runCommands } from './run.ts';
import { makeTrace } from './trace.ts';

/** Prompts, answers, references and traces of MAV; logs of records. */
export function open(context: FeatureContext) {
  const comparisons = new ReferenceComparisons();
  return {
    commands: {
      ...runCommands(context),
      'statelens.makeMav': (args: unknown) => makePrompt(context, args),
      'statelens.makeMavFile': (args: unknown) => makePrompts(context, args),
      'statelens.makeTrace': (args: unknown) => makeTrace(context, args),
      'statelens.compareReference': () => comparisons.show(context),
      'statelens.openReferenceText': () => comparisons.openText(context),
      'statelens.openRecords': (args: unknown) => openRecords(context, args),
      'statelens.goToRecord': goToRecord,
    },
    comparisons,
    recordsDocument,
    recordOf,
    recordLinks,
    dispose: () => undefined,
  };
}
