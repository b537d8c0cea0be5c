import fs from 'node:fs';
import { describe, it } from 'node:test';
import { fnv1a } from '../../../src/core/base/text/hash.ts';
import { checkText } from '../../../src/core/languages/check.ts';
import { formatPieces } from '../../../src/core/languages/format.ts';
import { languageKit } from '../../../src/core/languages/kits.ts';
import { EXPLANATIONS } from '../../../src/core/notation/explanations/explanations.ts';
import type { Language } from '../../../src/core/notation/language.ts';
import { assertRecorded, type RecordedValue, recordedInputs, variants } from '../../support/recorded.ts';

/** A text in a language, by a name. */
interface Text {
  readonly name: string;
  readonly language: Language;
  readonly text: string;
}

function texts(): Text[] {
  const examples = Object.entries(EXPLANATIONS).flatMap(([name, { example }]): Text[] => {
    const { language, text } = example ?? {};
    // the audit and the reader of prose judge the others
    const isOther = language === 'transcript' || language === 'log' || language === 'prose';
    if (text === undefined || language === undefined || isOther) return [];
    return [{ name, language, text }];
  });
  const sample = (name: string, language: Language, length: number): Text => ({
    name,
    language,
    text: fs.readFileSync(`samples/${name}`, 'utf8').slice(0, length),
  });
  return [
    ...examples,
    sample('chess960.pgn', 'pgn', 2500),
    sample('whole-game.pgn', 'pgn', 2500),
    sample('states.fen', 'fen', 1600),
    sample('worlds.walk', 'walk', 3000),
    sample('examples.mav', 'mav', 2500),
    sample('traces.mav', 'mav', 3500),
    sample('countdown.trace', 'trace', 3000),
    sample('maze.trace', 'trace', 3000),
  ];
}

function* checks(): Iterable<RecordedValue> {
  for (const { name, language, text } of recordedInputs(texts())) {
    // By its name: a text that is added changes no record of another one.
    const seed = fnv1a(name);
    for (const [variant, varied] of variants(text, seed, 3)) {
      const found = checkText(varied, language, { strictExport: seed % 3 === 0 });
      const { outline, folds } = languageKit(language === 'rookworld' ? 'mav' : language);
      const edits = (['gentle', 'export'] as const).map((style) => [
        ...(formatPieces(varied, language, { style }) ?? []),
      ]);
      const codes = [...new Set(found.map(({ code }) => code))].sort().join(' ');
      yield {
        key: `${name} ${variant}`,
        summary: `${found.length}: ${codes}`,
        value: [found, edits, [...(outline?.(varied, true) ?? [])], [...(folds?.(varied) ?? [])]],
      };
    }
  }
}

describe('texts in all languages', () => {
  it('have the findings, fixes, formats, outlines and folds that are recorded, also cut off and with slips of the pen', () => {
    assertRecorded('checks', checks(), 'slice');
  });
});
