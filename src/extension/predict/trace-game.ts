import * as vscode from 'vscode';
import { type GameTrace, gameTraces, maxPlies } from '../../core/evaluation/game-trace/game-traces.ts';
import { pgnPredictions } from '../../core/notation/predictions/pgn-predictions.ts';
import { gamesAt, PREDICTABLE_PGN } from '../../models/predict/pgn-targets.ts';
import { traceable, traceGames } from '../../models/predict/trace-game.ts';
import { activeEditor } from '../platform/documents.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { documentAt } from '../platform/files/open-document.ts';
import { t } from '../platform/l10n.ts';
import { hasModel, readSettings } from '../platform/settings.ts';
import { showMessage } from '../platform/show-message.ts';
import { describePrediction, readyToPredict, writeAsked } from './run.ts';

/** Default number of plies between the first positions that are asked about. */
const DEFAULT_EVERY = 8;

/** Arguments of the command, for key bindings and tests; all are optional. */
interface TraceArguments {
  readonly model?: string;
  readonly every?: number;
}

function readArguments(value: unknown): TraceArguments {
  const { model, every } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  return {
    ...(typeof model === 'string' ? { model } : {}),
    ...(typeof every === 'number' && Number.isInteger(every) && every >= 1 ? { every } : {}),
  };
}

/**
 * Runs Trace Game: finds the ply at which the model loses the position, and shows lenses of the result and the timeline
 * in the state view.
 */
export async function traceGame(context: FeatureContext, given: unknown): Promise<void> {
  const args = readArguments(given);
  const editor = activeEditor(({ hasGames }) => hasGames === true);
  if (editor === undefined) return;
  if (args.model === undefined && !(await hasModel())) return;
  const every = args.every ?? (await askEvery());
  if (every === undefined) return;
  const { document, selection } = editor;
  const text = document.getText();
  const [game] = gamesAt(text, [document.offsetAt(selection.active)]);
  const own = readSettings();
  const settings = {
    ...own,
    sameLabel: 'replace' as const,
    ...(args.model === undefined ? {} : { model: args.model }),
  };
  const described = await describePrediction(context, document, settings);
  if (described === undefined) return;
  const spoken = pgnPredictions(text).filter(({ label }) => label.text === described.label);
  const found = game === undefined ? undefined : traceable(text, spoken, game);
  const places = found?.games[0]?.places ?? [];
  if (game === undefined || found === undefined || places.length < 2) {
    void showMessage('warning', t('no game here has moves that can be played.'));
    return;
  }
  const length = places.length - 1;
  const total = maxPlies(length, every);
  const ready = await readyToPredict(context, settings, described, places[Math.min(every, length)], total);
  if (ready === undefined) return;
  await writeAsked(context, { document, asked: PREDICTABLE_PGN }, ready, settings, places, total, (options, signal) =>
    traceGames(ready.model, found.games, every, options, signal),
  );
  const trace = gameTraces(document.getText()).find((item) => item.game === game && item.label === described.label);
  if (trace !== undefined) return tellTrace(document.uri, trace);
  // without an answer, a message was already shown
  if (!pgnPredictions(document.getText()).some((item) => item.game === game && item.label.text === described.label))
    return;
  const few = t('{0} has predictions at too few positions of this game to trace it.', described.label);
  void showMessage('info', every > 1 ? `${few} ${t('Use a smaller interval.')}` : few);
}

async function askEvery(): Promise<number | undefined> {
  const value = await vscode.window.showInputBox({
    title: t('StateLens: Trace Game'),
    prompt: t('Predict every k plies first, then more densely where the position is lost: k ='),
    value: String(DEFAULT_EVERY),
    validateInput: (text) => (/^[1-9]\d{0,2}$/.test(text.trim()) ? undefined : t('A whole number from 1 to 999')),
  });
  return value === undefined ? undefined : Number(value.trim());
}

async function tellTrace(uri: vscode.Uri, trace: GameTrace): Promise<void> {
  const show = t('Show Trace');
  const { label, says } = trace;
  if ((await vscode.window.showInformationMessage(`StateLens: ${label}: ${says}.`, show)) !== show) return;
  await openTrace(await documentAt(uri), trace);
}

/** Shows the trace of a game in the state view: of the named game, otherwise of the one at the cursor. */
export async function showTrace(game: unknown): Promise<void> {
  const editor = activeEditor(({ hasGames }) => hasGames === true);
  if (editor === undefined) return;
  const { document, selection } = editor;
  const [here] = gamesAt(document.getText(), [document.offsetAt(selection.active)]);
  const wanted = typeof game === 'number' ? game : (here ?? 0);
  const trace = gameTraces(document.getText()).find((item) => item.game === wanted);
  if (trace !== undefined) return openTrace(document, trace);
  void showMessage('info', t('no model has predictions at three or more positions of this game.'), {
    [t('Trace Game…')]: 'statelens.traceGame',
  });
}

/** Opens the state view at the first prediction of a trace: its timeline covers the whole game. */
async function openTrace(document: vscode.TextDocument, { offset, label }: GameTrace): Promise<void> {
  const { line, character } = document.positionAt(offset);
  await vscode.commands.executeCommand('statelens.openStateView', document.uri.toString(), { line, character }, label);
}

/** Returns a lens for each trace, above its first prediction, with its losses. */
export const traceLenses = (document: vscode.TextDocument): vscode.CodeLens[] =>
  gameTraces(document.getText()).map(({ offset, label, says, game }) => {
    const at = document.positionAt(offset);
    return new vscode.CodeLens(new vscode.Range(at, at), {
      title: `${label}: ${says}`,
      tooltip: t('Show p, the boards and the wrong squares by ply in the state view'),
      command: 'statelens.showTrace',
      arguments: [game],
    });
  });
