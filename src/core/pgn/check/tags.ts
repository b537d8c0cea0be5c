import { CODES } from '../../diagnostics/codes.ts';
import type { GameStart } from '../start.ts';
import type { Tag } from '../tags.ts';
import { type GameFindings, quoted } from './findings.ts';
import { addBadTag } from './tag-form.ts';

/** Tags that are none, the FEN tag, and variants that are not known. */
export function checkTags(text: string, tags: readonly Tag[], start: GameStart, findings: GameFindings): void {
  for (const tag of tags) if (tag.form !== 'good') addBadTag(text, tag, findings);
  if (start.unknownVariant !== undefined) {
    const { value, valueRange } = start.unknownVariant;
    findings.add('PGN_UNKNOWN_VARIANT', valueRange, `the moves of the variant ${quoted(value)} are not checked`);
  }
  if (start.fen === undefined) return;
  const { tag, reading, refusal } = start.fen;
  let explained = false;
  for (const problem of reading.problems) {
    const isError = CODES[problem.code].severity === 'error';
    explained ||= isError;
    const range = problem.range.start === problem.range.end ? tag.range : problem.range;
    if (isError) findings.add('PGN_BAD_FEN', range, `the FEN tag holds no position: ${problem.message}`);
    else if (refusal === undefined) {
      findings.add(
        problem.code,
        range,
        problem.message,
        problem.fixes === undefined || tag.form !== 'good' ? {} : { fixes: problem.fixes },
      );
    }
  }
  if (refusal !== undefined && !explained) {
    findings.add('PGN_BAD_FEN', tag.valueRange, `the FEN tag holds no position: ${refusal}`);
  }
}
