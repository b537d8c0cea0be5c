import { shiftRange } from '../../base/text/range.ts';
import type { LanguageKit } from '../kit.ts';
import { languageRow } from '../languages.ts';
import { longEntry, traceEntry, traceRange, treeFolds } from './outline.ts';
import { sectionTrace } from './section-trace.ts';
import { checkTraceFile, documentTraces, lastTraceStart, TRACE_SECTIONS } from './trace-sections.ts';

/** Maximum length of a trace that is read for an outline or folds: longer ones are only checked, in a thread. */
const MAX_OUTLINED = 1 << 18;

export const TRACES: LanguageKit = {
  ...languageRow('trace'),
  sections: TRACE_SECTIONS,
  check: checkTraceFile,
  lastStart: lastTraceStart,
  *outline(text, detailed) {
    for (const { own, offset, isTrace } of documentTraces(text)) {
      const view = isTrace && own.length <= MAX_OUTLINED ? sectionTrace(own).view : undefined;
      if (view !== undefined) yield traceEntry(own, view, offset, detailed);
      else if (isTrace) yield longEntry(own, offset);
    }
  },
  *folds(text) {
    for (const { own, offset, isTrace } of documentTraces(text)) {
      if (!isTrace) continue;
      yield { kind: 'region', range: traceRange(own, offset) };
      const view = own.length <= MAX_OUTLINED ? sectionTrace(own).view : undefined;
      for (const fold of view === undefined ? [] : treeFolds(view.tree))
        yield { ...fold, range: shiftRange(fold.range, offset) };
    }
  },
};
