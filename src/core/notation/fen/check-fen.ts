import type { Range } from '../../base/text/range.ts';
import type { NotationCheckOptions } from '../diagnostics/check-options.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { missingPart } from '../pgn/check/commands.ts';
import { readFenLine } from '../predictions/fen-predictions.ts';
import type { CastlingVariant } from './castling-field.ts';
import { checkOperations } from './check-epd.ts';
import type { FenFile } from './fen-file.ts';
import type { FenProblem } from './fields.ts';
import { isKnownOpcode } from './opcodes.ts';
import { readFen } from './read-fen.ts';
import { recordPrefix } from './record-prefix.ts';
import { declaredVariant, unknownVariantProblem, variantOf, variantProblems } from './record-variant.ts';

/** All diagnostics of a FEN or EPD file read from a text. `game` is the index of the record. */
export function checkFenFile(
  text: string,
  file: FenFile,
  epd: boolean,
  { predictions = false, variant }: NotationCheckOptions,
): Diagnostic[] {
  const found: Diagnostic[] = [];
  if (file.hasByteOrderMark) {
    found.push(
      diagnostic('FEN_BYTE_ORDER_MARK', { start: 0, end: 1 }, 'a byte order mark; some tools read it as text'),
    );
  }
  for (const range of file.orphans) {
    found.push(diagnostic('FEN_ORPHAN_PFEN', range, 'a prediction must follow the FEN that it predicts'));
  }
  file.records.forEach(({ range, predictions: lines }, game) => {
    for (const problem of problemsOf(text, range, epd, variant)) {
      const fixes = problem.fixes === undefined ? {} : { fixes: problem.fixes };
      const severity = problem.severity === undefined ? {} : { severity: problem.severity };
      found.push(diagnostic(problem.code, problem.range, problem.message, { game, ...severity, ...fixes }));
    }
    for (const line of lines) {
      const value = readFenLine(text, line);
      if (typeof value === 'string') {
        found.push(diagnostic('FEN_BAD_PFEN', line, missingPart('# pfen LABEL FEN', value), { game }));
      } else if (predictions && value.fen !== undefined) {
        for (const problem of readFen(text, value.fenStart, value.fenEnd).problems) {
          const message = `in the prediction: ${problem.message}`;
          found.push(diagnostic(problem.code, problem.range, message, { game, severity: 'info' }));
        }
      }
    }
  });
  return found;
}

/** Matches EPD operations after the fields, which end with semicolons. */
const OPERATIONS = /^[A-Za-z][\w+#-]*(?:\s[^;]*)?;/;
/** Matches remarks that people and tools write after a record; a semicolon also precedes perft counts. */
const REMARK = /^(?:;|#|\/\/)/;

/** The problems of a record by the rules of the variant that it declares, else of the one for all records. */
function problemsOf(text: string, range: Range, epd: boolean, name: string | undefined): readonly FenProblem[] {
  const declared = declaredVariant(text, range.start, range.end);
  const named = declared?.name ?? name;
  if (named === undefined) return recordProblems(text, range, epd);
  const variant = variantOf(named);
  if (variant.kind === 'chess') return recordProblems(text, range, epd, variant.variant);
  if (variant.kind === 'rules') return variantProblems(text, range, variant.rules);
  return declared === undefined ? [] : [unknownVariantProblem(declared)];
}

function recordProblems(text: string, range: Range, epd: boolean, variant?: CastlingVariant): readonly FenProblem[] {
  const prefix = recordPrefix(text, range);
  return prefix === undefined
    ? fenProblems(text, range, epd, variant)
    : [prefix.problem, ...fenProblems(text, prefix.fen, epd, variant)];
}

/** The problems of a FEN and of what follows it. */
function fenProblems(
  text: string,
  { start, end }: Range,
  epd: boolean,
  variant: CastlingVariant,
): readonly FenProblem[] {
  const fen = readFen(text, start, end, { epd, ...(variant !== undefined && { variant }) });
  const rest = text.slice(fen.end, end).trimStart();
  if (rest === '') return fen.problems;
  const hasOperations = epd || OPERATIONS.test(rest) || isKnownOpcode(rest.split(/[\s;]/, 1)[0] ?? '');
  // operations after four fields make any line an EPD record, and so do perft counts
  const isRecord = fen.fields.length === 4 && (hasOperations || rest.startsWith(';'));
  const problems = isRecord ? fen.problems.filter(({ code }) => code !== 'FEN_MISSING_FIELDS') : fen.problems;
  // with a missing field, the operations have been read as fields
  if (REMARK.test(rest) || fen.shifted === true) return problems;
  if (hasOperations) return [...problems, ...checkOperations(text, fen, end)];
  const at = end - rest.length;
  const message = `${JSON.stringify(rest.length > 30 ? `${rest.slice(0, 30)}…` : rest)} after the last field`;
  return [...fen.problems, { code: 'FEN_EXTRA_TEXT', range: { start: at, end }, message }];
}
