import { NEVER } from '../base/cancellation.ts';
import { type Diagnostic, shiftDiagnostic } from '../notation/diagnostic.ts';
import { startsComment } from '../notation/fen/fen-file.ts';
import type { Prediction } from '../notation/predictions/prediction.ts';
import type { WorldFiles } from '../notation/walk/walk-world.ts';
import type { LanguageKit } from './kit.ts';
import type { CheckOptions, LocalPrediction, SectionReader, SectionReading } from './sections.ts';

const BOM = 0xfeff;

/** First window of a section, which is enough for most games and records. */
export const START_WINDOW = 1 << 13;

/** Test of a line that begins a section; `start` is its first character, `end` its line end. */
export type IsStart = (text: string, start: number, end: number) => boolean;

/** A document that is one section. */
export const WHOLE: SectionReader = {
  window: 1 << 16,
  lookahead: 0,
  read: (text, isWhole) => (isWhole ? { length: text.length, counts: true } : undefined),
};

/**
 * Returns the reader of sections of lines: a line that begins a section, with the lines below it that begin no other;
 * the first section of a file also has those above it.
 */
export const lineSections = (isStart: IsStart): Pick<LanguageKit, 'sections' | 'firstSection'> => {
  const sections: SectionReader = {
    window: START_WINDOW,
    lookahead: 0,
    read: (text, whole) => readLines(text, whole, 0, isStart),
  };
  // only the first character of a file is a byte order mark
  const firstSection: SectionReader = {
    ...sections,
    read: (text, whole) => readLines(text, whole, text.charCodeAt(0) === BOM ? 1 : 0, isStart),
  };
  return { sections, firstSection };
};

function readLines(text: string, whole: boolean, skipped: number, isStart: IsStart): SectionReading | undefined {
  let records = 0;
  let line = 0;
  while (line < text.length) {
    let end = line;
    while (end < text.length && text.charCodeAt(end) !== 0x0a && text.charCodeAt(end) !== 0x0d) end++;
    if (isStart(text, line === 0 ? skipped : line, end)) {
      if (records > 0) return { length: line, counts: true };
      records++;
    }
    line = end + 1;
  }
  return whole ? { length: text.length, counts: records > 0 } : undefined;
}

/** Returns true for a line that is neither empty nor a comment. */
export const isContent: IsStart = (text, start, end) => {
  for (let i = start; i < end; i++) {
    const c = text.charCodeAt(i);
    if (c === 0x20 || c === 0x09 || c === 0x0b || c === 0x0c) continue;
    return !startsComment(text, i);
  }
  return false;
};

/** Returns the reader of a section; `isFirst` for the one at the start of the document. */
export const sectionReader = (kit: LanguageKit, isFirst = false): SectionReader =>
  (isFirst ? kit.firstSection : undefined) ?? kit.sections;

/** Returns the findings of a section; offsets count from its start. */
export function checkSection(
  kit: LanguageKit,
  isFirst: boolean,
  text: string,
  reading: SectionReading,
  options: CheckOptions,
): readonly Diagnostic[] {
  const reader = sectionReader(kit, isFirst);
  if (reader.check !== undefined) return reader.check(text, reading, options);
  if (isFirst || text.charCodeAt(0) !== BOM) return kit.check(text, options, NEVER).found;
  return kit.check(`\n${text}`, options, NEVER).found.map((d) => shiftDiagnostic(d, -1, 0));
}

/** Returns the predictions of a section. @param worlds the files of worlds that walks name */
export function sectionPredictions(
  kit: LanguageKit,
  text: string,
  reading: SectionReading,
  worlds?: WorldFiles,
): readonly LocalPrediction[] {
  if (kit.sections.predictions !== undefined) return kit.sections.predictions(text, reading, worlds);
  const { predictions } = kit;
  if (predictions === undefined || !text.includes(predictions.marker)) return [];
  return predictions.read(text, { first: 0, worlds }).predictions.map((one) => makeLocal(one));
}

function makeLocal({
  label,
  fen,
  range,
  fenRange,
  ply,
  path,
  variant,
  world,
  trueFen,
  unknown,
}: Prediction): LocalPrediction {
  return {
    label: label.text,
    ...(label.note !== undefined && { note: label.note }),
    fen: fen ?? null,
    range,
    ply,
    path,
    variant,
    trueFen: trueFen ?? null,
    unknown: unknown ?? null,
    fenRange,
    ...(world !== undefined && { world }),
  };
}
