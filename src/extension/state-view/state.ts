import * as vscode from 'vscode';
import { holdsGames } from '../../core/languages/languages.ts';
import type { BoardStep } from '../../core/notation/pgn/ply-selection.ts';
import { AT_ANSWER, COMPARE_COMMAND, type ComparePlace, type LspRange, REVEAL_COMMAND } from '../../protocol/lsp.ts';
import { PREDICTED_COMMAND, SHOW_STATE_COMMAND } from '../../protocol/state.ts';
import { readStandaloneLine } from '../../protocol/state-messages.ts';
import { BOARD_VIEW, COMPARE_VIEW, STATE_VIEW } from '../../protocol/views.ts';
import { activeEditor } from '../platform/documents.ts';
import type { FeatureContext, OpenFeature } from '../platform/feature.ts';
import { documentAt, showRange } from '../platform/files/open-document.ts';
import { AnswerArchive } from '../platform/kept-answers.ts';
import { t } from '../platform/l10n.ts';
import { nearestPlace, PredictionNotes, predictionPlace } from './prediction-notes.ts';
import { StateView } from './state-view.ts';

const STEPS: Readonly<Record<string, BoardStep>> = {
  'statelens.boardNext': 'next',
  'statelens.boardPrevious': 'previous',
  'statelens.boardStart': 'first',
  'statelens.boardEnd': 'last',
  'statelens.boardNextVariation': 'down',
  'statelens.boardPreviousVariation': 'up',
};

/**
 * Time after which lenses are requested again, in milliseconds: VS Code drops the request of an editor that loses the
 * keyboard.
 */
const LENS_WAIT_MS = 1000;

/** Opens the state view, one per window, and its commands. */
export function open(context: FeatureContext) {
  const answers = new AnswerArchive(context);
  const view = new StateView(context, answers);
  const restore = (panel: vscode.WebviewPanel, state: unknown): Promise<void> => view.restore(panel, state);
  const refreshLenses = (document: vscode.TextDocument): void =>
    context.client.getFeature('textDocument/codeLens').getProvider(document)?.onDidChangeCodeLensEmitter.fire();
  const opened = {
    commands: {
      'statelens.openStateView': async (uri: unknown, position: unknown, label: unknown, part: unknown) => {
        const document = vscode.window.activeTextEditor?.document;
        await openView(view, uri, position, label, part);
        if (part === 'keys' && document !== undefined) setTimeout(() => refreshLenses(document), LENS_WAIT_MS);
      },
      [PREDICTED_COMMAND]: (uri: string, label: string) => view.predicted(uri, label),
      [SHOW_STATE_COMMAND]: (line: unknown, how: unknown) => {
        const given = readStandaloneLine(line);
        if (given === undefined) context.log.error('A state that was to be shown has no known form.');
        else if (view.isOpen || how !== 'if-open') view.show(given, how !== 'if-open');
      },
      [COMPARE_COMMAND]: (uri?: string, place?: ComparePlace, part?: unknown) =>
        uri === undefined || place === undefined
          ? openNearest(view, true)
          : openCompared(context, view, { uri, place, atAnswer: part === AT_ANSWER }),
      [REVEAL_COMMAND]: async (uri: string, range: LspRange) =>
        showRange(await documentAt(vscode.Uri.parse(uri)), range),
      'statelens.compareAtCursor': () => openNearest(view, true),
      'statelens.compareAllHere': () => openNearest(view, false),
      'statelens.openBoard': () => openView(view),
      'statelens.boardFlip': () => view.flip(),
      ...Object.fromEntries(Object.entries(STEPS).map(([command, to]) => [command, () => view.step(to)])),
    },
    restore: { [STATE_VIEW]: restore, [BOARD_VIEW]: restore, [COMPARE_VIEW]: restore },
    notes: new PredictionNotes(answers),
    /** Requests the lenses of a document from the language server again. */
    refreshLenses,
    dispose: () => view.dispose(),
  };
  return opened satisfies OpenFeature;
}

/**
 * Opens the view at the position of a link, otherwise at the cursor; the editor's own menus pass a URI.
 *
 * @param part `reference` if the example at the position has a new reference to show, `keys` to give the view the
 *   keyboard
 */
async function openView(
  view: StateView,
  uri?: unknown,
  position?: unknown,
  label?: unknown,
  part?: unknown,
): Promise<void> {
  const at = typeof position === 'object' && position !== null ? (position as Record<string, unknown>) : {};
  const { line, character } = at;
  if (typeof uri === 'string' && typeof line === 'number' && typeof character === 'number') {
    const wanted = typeof label === 'string' || label === null ? label : undefined;
    const place = { uri, position: { line, character } };
    return part === 'reference' ? view.openReference(place) : view.open(place, wanted);
  }
  if (vscode.window.activeTextEditor === undefined && view.isOpen) return view.showPanel(true);
  const editor = activeEditor(holdsGames);
  if (editor === undefined) return;
  const wasOpen = view.isOpen;
  // on a repeated request, it gets the keyboard focus
  await view.openAt(editor, undefined, wasOpen || part === 'keys');
}

/** Opens the view at the prediction at the cursor or nearest to it, or with `onlyNearest` false at all of its position. */
async function openNearest(view: StateView, onlyNearest: boolean): Promise<void> {
  const editor = activeEditor(holdsGames);
  if (editor === undefined) return;
  const nearest = nearestPlace(editor);
  const label = onlyNearest ? nearest?.label : null;
  if (nearest === undefined) await view.openAt(editor, label);
  else await view.open(nearest.place, label);
}

/** The prediction of a link. */
interface LinkTarget {
  readonly uri: string;
  readonly place: ComparePlace;
  /** True to scroll the model's answer into view. */
  readonly atAnswer: boolean;
}

async function openCompared(context: FeatureContext, view: StateView, linked: LinkTarget): Promise<void> {
  const { uri, place, atAnswer } = linked;
  const found = await predictionPlace(context.client, uri, place);
  if (found !== undefined) {
    await view.open(found, place.label ?? null, true);
    if (atAnswer && place.label !== undefined) view.showAnswer(place.label);
    return;
  }
  vscode.window.setStatusBarMessage(t('StateLens: this prediction is no longer in the file'), 4000);
}
