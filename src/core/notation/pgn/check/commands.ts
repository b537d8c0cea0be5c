import type { Range } from '../../../base/text/range.ts';
import { readFen } from '../../fen/read-fen.ts';
import { readValue } from '../../predictions/codec.ts';
import { commandsIn } from '../commands.ts';
import { type GameTree, tokenRange } from '../tree.ts';
import type { GameFindings } from './findings.ts';

/**
 * Checks commands in comments. Problems inside a predicted FEN are data: they are reported, as info, only if
 * `predictions` is set. `close`: the comments to check.
 */
export function checkCommands(
  text: string,
  tree: GameTree,
  variant: 'chess' | 'chess960',
  predictions: boolean,
  close: readonly number[],
  findings: GameFindings,
): void {
  for (const i of close) {
    const { start, end } = tokenRange(tree, tree.commentToken[i]!);
    const move = tree.commentMove[i]!;
    const ply = move < 0 ? 0 : tree.movePly[move]!;
    for (const command of commandsIn(text, 'pfen', start, end)) {
      const range = { start: command.start, end: command.end };
      if (!command.closed) {
        findings.add('PGN_BAD_PFEN', range, 'this [%pfen command has no closing ]', { ply });
        continue;
      }
      const value = readValue(text, command.valueStart, command.valueEnd);
      if (typeof value === 'string')
        findings.add('PGN_BAD_PFEN', range, missingPart('[%pfen LABEL FEN]', value), { ply });
      else if (predictions && value.fen !== undefined) {
        addPredictionFaults(text, { start: value.fenStart, end: value.fenEnd }, variant, ply, findings);
      }
    }
  }
}

/** The message for a prediction with a missing part. */
export const missingPart = (form: string, part: 'label' | 'fen'): string =>
  part === 'label'
    ? `the label and the FEN are missing; write a prediction as ${form}`
    : `the FEN is missing; write a prediction as ${form} (? for an answer without a state)`;

function addPredictionFaults(
  text: string,
  at: Range,
  variant: 'chess' | 'chess960',
  ply: number,
  findings: GameFindings,
): void {
  const options = variant === 'chess' ? { variant } : {};
  for (const { code, range, message } of readFen(text, at.start, at.end, options).problems) {
    findings.add(code, range, `in the prediction: ${message}`, { ply, severity: 'info' });
  }
}
