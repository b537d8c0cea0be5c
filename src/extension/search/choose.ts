import type * as vscode from 'vscode';
import { nameOf } from '../../core/languages/languages.ts';
import { cursorPosition } from '../../core/languages/positions.ts';
import { knownGame, pliesBefore } from '../../core/mav/author/position.ts';
import type { MavGameName } from '../../core/mav/games.ts';
import type { SearchRoot } from '../../core/search/mcts.ts';
import { activeEditor, languageOfDocument } from '../platform/documents.ts';
import { evaluationOffset } from '../platform/evaluation-offset.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { baseName } from '../platform/files/uris.ts';
import { t } from '../platform/l10n.ts';
import { modelLabel } from '../platform/models/chosen.ts';
import { mavDialect, readSettings, selectModel } from '../platform/settings.ts';
import { tell } from '../platform/tell.ts';
import { askSearch } from './ask.ts';
import { choiceTexts, readChoice, type SearchChoice } from './form.ts';

/** Under this name the last choice is remembered. */
const LAST_SEARCH = 'statelens.lastSearch';

/** A search that was chosen: from where, and how. */
export interface ChosenSearch {
  readonly root: SearchRoot;
  readonly choice: SearchChoice;
  readonly document: vscode.Uri;
  /** `game.pgn:7` */
  readonly where: string;
}

/**
 * The position at the cursor, and how it is searched: as the arguments say (the fields of `SEARCH_FIELDS`), else as the user chooses.
 * Undefined where there is nothing to search or the user called it off, which was said then.
 */
export async function chosenSearch(context: FeatureContext, args: unknown): Promise<ChosenSearch | undefined> {
  const editor = activeEditor(({ hasPositions }) => hasPositions === true);
  const language = editor && languageOfDocument(editor.document);
  if (editor === undefined || language === undefined) return undefined;
  const { document, selection } = editor;
  const text = document.getText();
  const cursor = document.offsetAt(selection.active);
  const offset = nameOf(language)?.isAnswer === true ? evaluationOffset(text, cursor) : cursor;
  const placed = cursorPosition(text, language, offset, mavDialect());
  if (!placed.ok) {
    void tell('warning', t('no search can start here: {0}.', placed.error));
    return undefined;
  }
  const { game, state } = placed.value.position;
  const { automaton } = knownGame(game);
  if (automaton.outcome(state) !== undefined) {
    void tell('info', t('the game is over here, so there is nothing to search.'));
    return undefined;
  }
  const choice = await chosen(context, game, args);
  if (choice === undefined) return undefined;
  return {
    root: { game, state: automaton.print(state), played: pliesBefore(game, state) },
    choice,
    document: document.uri,
    where: `${baseName(document.uri)}:${selection.active.line + 1}`,
  };
}

async function chosen(context: FeatureContext, game: MavGameName, args: unknown): Promise<SearchChoice | undefined> {
  const given = readChoice(args);
  if (given?.ok === true) return given.value;
  if (given !== undefined) {
    void tell('error', t('no search was started: {0}.', given.error));
    return undefined;
  }
  const choice = await askSearch({
    before: lastChoice(context),
    game,
    model: languageModel(),
    concurrency: readSettings().concurrency,
    selectModel: async () => ((await selectModel()) ? languageModel() : undefined),
  });
  if (choice !== undefined) await context.workspaceState.update(LAST_SEARCH, choiceTexts(choice));
  return choice;
}

/** What was chosen last in this workspace. */
export function lastChoice({ workspaceState }: FeatureContext): SearchChoice | undefined {
  const before = readChoice(workspaceState.get<unknown>(LAST_SEARCH));
  return before?.ok === true ? before.value : undefined;
}

/** The label of the configured model, where it answers MAV prompts: baselines answer none. */
function languageModel(): string | undefined {
  const label = modelLabel(readSettings());
  return /^(?:baseline|reference):/.test(label) || label === 'openai:' ? undefined : label;
}
