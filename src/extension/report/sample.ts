import * as vscode from 'vscode';
import { readFen } from '../../core/metrics/fen-reading.ts';
import { printComment } from '../../core/notation/predictions/comment-form.ts';
import type { Label } from '../../core/notation/predictions/types.ts';
import { SAMPLE_SCHEME } from '../platform/schemes.ts';

/** What such a document shows. */
export interface SampleGame {
  readonly startFen: string;
  /** SAN of the half-moves up to the asked position. */
  readonly moves: readonly string[];
  readonly variant: 'chess' | 'chess960';
  readonly label: Label;
  /** Undefined where the answer holds no state. */
  readonly predicted: string | undefined;
}

/** The PGN of a sample. */
export function samplePgn({ startFen, moves, variant, label, predicted }: SampleGame): string {
  const { fields } = readFen(startFen);
  const isBlack = fields.side === 'b';
  const first = Math.max(1, Number(startFen.trim().split(/\s+/)[5]) || 1);
  const words = moves.map((san, i) => {
    const ply = i + Number(isBlack);
    const number = first + Math.floor(ply / 2);
    return ply % 2 === 0 ? `${number}. ${san}` : i === 0 ? `${number}... ${san}` : san;
  });
  const variantTag = variant === 'chess960' ? '[Variant "Chess960"]\n' : '';
  return `[Event "Sample of a run"]\n[Result "*"]\n${variantTag}[SetUp "1"]\n[FEN "${startFen.replaceAll('"', '')}"]\n\n${[...words, ''].join(' ')}\n${printComment(label, predicted, false)}\n*\n`;
}

/** The document of a sample, which the feature's registration gives; its text is in its address, so that it is there after a reload. */
export const sampleUri = (name: string, text: string): vscode.Uri =>
  vscode.Uri.from({ scheme: SAMPLE_SCHEME, path: `/${name.replace(/[^\w.@-]+/g, '_')}.pgn`, query: text });
