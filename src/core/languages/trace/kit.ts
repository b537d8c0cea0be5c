import { shiftRange } from '../../base/text/range.ts';
import type { LanguageKit } from '../kit.ts';
import { languageRow } from '../languages.ts';
import { longEntry, traceEntry, traceRange, treeFolds } from './outline.ts';
import { type TraceReader, traceReader } from './section-trace.ts';
import { checkTraceFile, documentTraces, lastTraceStart, traceSections } from './trace-sections.ts';

/** Maximum length of a trace that is read for an outline or folds: longer ones are only checked, in a thread. */
const MAX_OUTLINED = 1 << 18;

/** Kits by their reader: a document has another language if it has another kit. */
const KITS = new WeakMap<TraceReader, LanguageKit>();

function traceKit(reader: TraceReader): LanguageKit {
  const known = KITS.get(reader);
  if (known !== undefined) return known;
  const kit: LanguageKit = {
    ...languageRow('trace'),
    sections: traceSections(reader),
    check: checkTraceFile,
    lastStart: (text) => lastTraceStart(text, reader),
    traces: reader,
    withDialects: (sources) => traceKit(traceReader(sources)),
    *outline(text, detailed) {
      for (const { own, offset, isTrace } of documentTraces(text, reader)) {
        const view = isTrace && own.length <= MAX_OUTLINED ? reader.section(own).view : undefined;
        if (view !== undefined) yield traceEntry(own, view, offset, detailed);
        else if (isTrace) yield longEntry(own, offset);
      }
    },
    *folds(text) {
      for (const { own, offset, isTrace } of documentTraces(text, reader)) {
        if (!isTrace) continue;
        yield { kind: 'region', range: traceRange(own, offset) };
        const view = own.length <= MAX_OUTLINED ? reader.section(own).view : undefined;
        for (const fold of view === undefined ? [] : treeFolds(view.tree))
          yield { ...fold, range: shiftRange(fold.range, offset) };
      }
    },
  };
  KITS.set(reader, kit);
  return kit;
}

/** Traces in the dialects that exist; `withDialects` returns the kit of those in own ones, too. */
export const TRACES: LanguageKit = traceKit(traceReader());
