import assert from 'node:assert/strict';
import { applyEdits } from '../../../src/core/base/text/range.ts';
import { checkMav } from '../../../src/core/mav/check-mav.ts';
import { readMav } from '../../../src/core/mav/read-mav.ts';
import { type MavDialect, PUBLISHED_DIALECT } from '../../../src/core/mav/syntax.ts';
import { mavView } from '../../../src/core/mav/view.ts';
import { formatMav, mavMeaning } from '../../../src/core/mav/write/format-mav.ts';
import type { Diagnostic } from '../../../src/core/notation/diagnostic.ts';

export const formatted = (text: string): string => applyEdits(text, formatMav(text));

/** What the sections of a text say. */
export const meanings = (text: string): unknown[] =>
  readMav(text)
    .map(({ offset, section }) => ({ section, meaning: mavMeaning(text, section, offset) }))
    .map(({ meaning }) => JSON.parse(JSON.stringify(meaning)));

/** What is found in each section of a text. */
export const findings = (text: string, dialect: MavDialect = PUBLISHED_DIALECT): Diagnostic[][] =>
  readMav(text).map(({ section }) => checkMav(mavView(text, section, dialect), dialect));

/** The codes of each section of a text, sorted; spellings that formatting puts right left out. */
export const codesOf = (text: string, dialect?: MavDialect): string[][] =>
  findings(text, dialect).map((found) =>
    found
      .map(({ code }): string => code)
      .filter((code) => !['MAV_HEADER_BRACKET', 'MAV_LOOSE_COMMAND', 'MAV_LOOSE_VALUE'].includes(code))
      .sort(),
  );

/** Fails unless a formatted text says the same, has the same faults, and stays when it is formatted again. */
export function assertMavLaw(text: string, dialect?: MavDialect): void {
  const edits = formatMav(text);
  let end = 0;
  for (const { range } of edits) {
    assert.ok(range.start >= end && range.start <= range.end && range.end <= text.length, 'edits in order');
    end = range.end;
  }
  const once = applyEdits(text, edits);
  assert.deepEqual(meanings(once), meanings(text), 'the meaning stays');
  assert.deepEqual(codesOf(once, dialect), codesOf(text, dialect), 'the findings stay');
  assert.equal(formatted(once), once, 'once is enough');
}
