import * as vscode from 'vscode';
import type { WantedAnswer } from '../../models/answers/wanted-answer.ts';
import { baseName } from '../platform/files/uris.ts';
import { sanOf } from './san-of.ts';
import type { AnsweredPlace } from './state-host.ts';

/** The predictions at a position of a game, as what their answers are found by. */
export function wantedAnswers({ uri, line, at, game }: AnsweredPlace): WantedAnswer[] {
  const { steps, rows, labels } = line;
  const step = steps[at];
  const [first] = steps;
  if (labels !== 'models' || step === undefined || first === undefined) return [];
  const moves = steps.slice(1, at + 1).map(({ name }) => sanOf(name));
  const file = baseName(vscode.Uri.parse(uri));
  return rows.flatMap(({ cells }) => {
    const cell = cells[at] ?? null;
    if (cell === null) return [];
    const { label, fen } = cell;
    return { label, fen, ply: step.ply, startFen: first.fen, trueFen: step.fen, moves, file, game };
  });
}
