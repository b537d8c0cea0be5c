import type * as vscode from 'vscode';
import { err, ok, type Result } from '../../core/base/result.ts';
import { cursorPosition } from '../../core/languages/positions.ts';
import { makeRequest, printRequest } from '../../core/mav/author/request.ts';
import type { MavDialect } from '../../core/mav/syntax.ts';
import { promptAt } from '../../core/mav/write/prompt-edits.ts';
import type { Task } from '../../models/model.ts';
import { isTarget, type NoTarget, type PredictionTarget, targetTask } from '../../models/predict/game-targets.ts';
import type { PredictableText } from '../../models/predict/pgn-targets.ts';
import { documentName } from '../platform/documents.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { t } from '../platform/l10n.ts';
import { LAST_COMMANDS, likeliestCommands } from '../platform/mav-offers.ts';
import { mavDialect, readSettings } from '../platform/settings.ts';

/** The question to a model at a cursor. */
export interface CursorQuestion {
  readonly task: Task;
  /** Position, for display: `game 1 after 5 plies, the last of them Bb5`. */
  readonly place: string;
}

/**
 * Returns the question to a model at the cursor: in a game or a walk about the state after the move or action there, in
 * a MAV example about its outputs, in a FEN about the first offer of _Make MAV Prompt_. The error is the end of a
 * sentence.
 *
 * @param read returns the games or walks of the document
 */
export async function cursorQuestion(
  { workspaceState }: FeatureContext,
  { document, selection }: vscode.TextEditor,
  read: () => Promise<PredictableText>,
): Promise<Result<CursorQuestion, string>> {
  const offset = document.offsetAt(selection.active);
  const name = documentName(document);
  if (name?.hasGames === true || name?.hasWalks === true) {
    const [found = { refusal: '' }] = (await read()).placesAt([offset]);
    return askedAbout(found, name.hasGames === true ? placeInGame : placeInWalk);
  }
  const dialect = mavDialect();
  if (name?.isAnswer === true) {
    const found = promptAt(document.getText(), offset);
    if (!found.ok) return err(found.error);
    const line = document.positionAt(found.value.inputs.start).line + 1;
    return ok({ task: mavTask(found.value.prompt, dialect), place: t('the MAV example of line {0}', line) });
  }
  if (name === undefined) return err(t('it is not a game, position or MAV example'));
  const placed = cursorPosition(document.getText(), name.id, offset, dialect);
  if (!placed.ok) return placed;
  const { position } = placed.value;
  const last = workspaceState.get<string>(LAST_COMMANDS);
  const request = makeRequest(position, likeliestCommands(position, last, readSettings().model));
  if (!request.ok) return request;
  const place = t('the position here, as in Make MAV Prompt');
  return ok({ task: mavTask(printRequest(request.value, dialect), dialect), place });
}

const mavTask = (prompt: string, dialect: MavDialect): Task => ({ kind: 'mav', prompt, dialect, sample: 0 });

/** Returns the question about a state of a game or a walk, with a description of its position. */
function askedAbout(
  found: PredictionTarget | NoTarget,
  placeOf: (number: number, ply: number, last: string) => string,
): Result<CursorQuestion, string> {
  if (!isTarget(found)) return err(found.refusal);
  const { game, ply, moves } = found;
  return ok({ task: targetTask(found, 0), place: placeOf(game + 1, ply, moves.at(-1) ?? '') });
}

function placeInGame(number: number, ply: number, last: string): string {
  if (ply === 0) return t('game {0} at its start', number);
  return ply === 1
    ? t('game {0} after 1 ply, the last of them {1}', number, last)
    : t('game {0} after {1} plies, the last of them {2}', number, ply, last);
}

function placeInWalk(number: number, ply: number, last: string): string {
  if (ply === 0) return t('walk {0} at its start', number);
  return ply === 1
    ? t('walk {0} after 1 action, the last of them {1}', number, last)
    : t('walk {0} after {1} actions, the last of them {2}', number, ply, last);
}
