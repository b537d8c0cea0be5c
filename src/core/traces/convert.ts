import type { Range } from '../base/text/range.ts';
import type { TraceDialect } from './dialect.ts';
import { eventToFields, isSilent, type WrittenEvent } from './dialects/event-fields.ts';
import type { EventField } from './dialects/event-names.ts';
import type { TraceEvent } from './events.ts';
import { divideTraces } from './trace-sections.ts';

/** A part of a trace that another dialect does not say, or says in other words. */
export interface ConversionLoss {
  /** The event in the text; undefined for one that the other dialect adds. */
  readonly range: Range | undefined;
  /** `lost`: the whole event, or a field of it. `changed`: other words. `added`: an event that the text does not have. */
  readonly kind: 'lost' | 'changed' | 'added';
  /** Name of the event: `generate`, `goal`. */
  readonly event: string;
  /** Undefined for a whole event. */
  readonly field?: EventField;
  /** The words in the text, and in the other dialect. */
  readonly words?: string;
  readonly instead?: string;
}

/** A trace in another dialect. */
export interface ConvertedTrace {
  readonly text: string;
  /** In the order of the text; found by reading the new text back. */
  readonly losses: readonly ConversionLoss[];
  /** Words that the dialect of the text does not know. They are not converted. */
  readonly unread: readonly Range[];
}

/** Number of events after the expected one among which an event is looked for in the text that was read back. */
const AHEAD = 8;

/**
 * Writes a trace in another dialect. What that cannot express is in the losses: the new text is read back, and compared
 * event by event. A dialect that is only read gives an empty text, and all events are lost.
 */
export function convertTrace(text: string, from: TraceDialect, to: TraceDialect): ConvertedTrace {
  const { events, unread } = from.read(text);
  const written = to.write?.(events) ?? '';
  return { text: written, losses: findLosses(events, to.read(written).events), unread };
}

/** Converts all traces of a text, with a blank line between them. @param from by default each trace is recognized */
export function convertTraces(text: string, from: TraceDialect | undefined, to: TraceDialect): ConvertedTrace {
  const texts: string[] = [];
  const losses: ConversionLoss[] = [];
  const unread: Range[] = [];
  for (const { range, dialect } of divideTraces(text, from === undefined ? {} : { dialect: from })) {
    if (dialect === undefined) {
      if (text.slice(range.start, range.end).trim() !== '') unread.push(range);
      continue;
    }
    const converted = convertTrace(text.slice(range.start, range.end), dialect, to);
    const shift = (own: Range): Range => ({ start: own.start + range.start, end: own.end + range.start });
    if (converted.text !== '') texts.push(converted.text.endsWith('\n') ? converted.text : `${converted.text}\n`);
    losses.push(...converted.losses.map((loss) => ({ ...loss, range: loss.range && shift(loss.range) })));
    unread.push(...converted.unread.map(shift));
  }
  const [only] = texts;
  return { text: texts.length === 1 && only !== undefined ? only : texts.join('\n'), losses, unread };
}

/** Returns the differences between events and what was read of their text. */
export function findLosses(events: readonly TraceEvent[], back: readonly TraceEvent[]): ConversionLoss[] {
  const losses: ConversionLoss[] = [];
  const found = back.filter((event) => !isSilent(event)).map(eventToFields);
  let next = 0;
  const addUntil = (end: number): void => {
    for (; next < end; next++) losses.push({ range: undefined, kind: 'added', event: found[next]?.name ?? '' });
  };
  for (const event of events) {
    if (isSilent(event)) continue;
    const own = eventToFields(event);
    const at = matchingEvent(own, found, next);
    const other = at === undefined ? undefined : found[at];
    if (at === undefined || other === undefined) {
      losses.push({ range: event.range, kind: 'lost', event: own.name });
      continue;
    }
    addUntil(at);
    next = at + 1;
    losses.push(...fieldLosses(own, other, event.range));
  }
  addUntil(found.length);
  return losses;
}

const wordsOf = ({ fields }: WrittenEvent, field: EventField): string | undefined => fields.get(field)?.join(' ');

/** Returns the index of the event that says most of what an event says, among the next ones of its name. */
function matchingEvent(own: WrittenEvent, found: readonly WrittenEvent[], from: number): number | undefined {
  let best: { readonly index: number; readonly score: number } | undefined;
  for (let i = from; i < Math.min(found.length, from + AHEAD); i++) {
    const other = found[i];
    if (other === undefined || other.name !== own.name) continue;
    let score = 0;
    for (const field of own.fields.keys()) {
      const words = wordsOf(other, field);
      if (words !== undefined) score += words === wordsOf(own, field) ? 2 : -1;
    }
    if (score === 2 * own.fields.size) return i;
    const isPossible = score > 0 || i === from || own.fields.size === 0;
    if (isPossible && (best === undefined || score > best.score)) best = { index: i, score };
  }
  return best?.index;
}

function fieldLosses(own: WrittenEvent, other: WrittenEvent, range: Range): ConversionLoss[] {
  const losses: ConversionLoss[] = [];
  const fields = new Set([...own.fields.keys(), ...other.fields.keys()]);
  for (const field of fields) {
    const [words, instead] = [own.fields.get(field), other.fields.get(field)];
    if (
      words !== undefined &&
      instead !== undefined &&
      words.length === instead.length &&
      words.every((word, i) => word === instead[i])
    )
      continue;
    const kind = instead === undefined ? 'lost' : words === undefined ? 'added' : 'changed';
    losses.push({
      range,
      kind,
      event: own.name,
      field,
      ...(words !== undefined && { words: words.join(' ') }),
      ...(instead !== undefined && { instead: instead.join(' ') }),
    });
  }
  return losses;
}

/** Returns a line for each kind of loss with its number, the most frequent first: `12 times lost: cost of generate`. */
export function lossSummary(losses: readonly ConversionLoss[]): string[] {
  const counts = new Map<string, number>();
  for (const { kind, event, field } of losses) {
    const what = `${kind}: ${field === undefined ? event : `${field} of ${event}`}`;
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  return Array.from(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([what, count]) => `${count} ${count === 1 ? 'time' : 'times'} ${what}`);
}
