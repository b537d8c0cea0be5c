import type { CodeAction } from 'vscode-languageserver';
import type { Cancellation } from '../../core/base/cancellation.ts';
import { shiftRange } from '../../core/base/text/range.ts';
import { type Diagnostic, shiftDiagnostic } from '../../core/notation/diagnostic.ts';
import {
  isRepairable,
  type LineRepairs,
  lineAround,
  type OfferedFix,
  ownFixes,
  repairSteps,
  type UndecidedInsertion,
  undecidedText,
  withRepairs,
} from '../../core/notation/pgn/repair/repairs.ts';
import { REVEAL_COMMAND } from '../../protocol/lsp.ts';
import { toLsp } from '../diagnostics/diagnostics.ts';
import type { ServerDocument } from '../documents/document.ts';
import { LARGE } from '../documents/section-options.ts';
import type { Turns } from '../documents/turns.ts';
import type { FeatureContext } from '../feature.ts';
import type { GameView } from '../games/game-view.ts';
import { type ActionRequest, type ActionSource, checkRest, editAction, findingsIn } from './source.ts';

/** The fixes of the diagnostics that a selection touches. */
export const quickFixes: ActionSource<Promise<readonly CodeAction[]>> = {
  kind: 'quickfix',
  async actions(request, context) {
    const { document, range } = request;
    const { sections } = document;
    if (sections.count === 0) return [];
    checkRest(document, context);
    const place = document.rangeAt.bind(document);
    const touched = [
      ...findingsIn(document, sections.indexAt(range.start), sections.indexAt(range.end), context.settings()),
    ].filter((d) => d.range.start <= range.end && range.start <= d.range.end);
    const actions: CodeAction[] = [];
    for (const d of touched) {
      const { fixes, unsearched, undecided } = isRepairable(d)
        ? await repaired(d, request, context)
        : { fixes: ownFixes(d) };
      if (fixes.length === 0 && unsearched === undefined) continue;
      const diagnostics = toLsp(place, [{ found: [d], offset: 0 }], {
        uri: document.uri,
        related: context.client.related,
      });
      for (const { title, edits, preferred } of fixes)
        actions.push(editAction(document, title, 'quickfix', edits, { diagnostics, isPreferred: preferred }));
      if (undecided !== undefined && context.client.html)
        actions.push({ ...undecidedAction(document, undecided), diagnostics });
      else if (unsearched !== undefined && context.client.disablesActions)
        actions.push({ title: 'No repair found', kind: 'quickfix', diagnostics, disabled: { reason: unsearched } });
    }
    return actions;
  },
};

/**
 * The fixes of a finding, and the reason why they contain no repair of its line: too many candidates, or too long a
 * search.
 */
interface FixResult {
  readonly fixes: readonly OfferedFix[];
  readonly unsearched?: string | undefined;
  /** Insertions of which none is likelier, with offsets of the document. */
  readonly undecided?: UndecidedInsertion | undefined;
}

/** Returns the action that shows where moves may be missing: VS Code hides actions that are disabled. */
function undecidedAction(document: ServerDocument, undecided: UndecidedInsertion): CodeAction {
  const text = undecidedText(undecided);
  const title = text.charAt(0).toUpperCase() + text.slice(1);
  const place = document.rangeAt({ start: undecided.before, end: undecided.before });
  return { title, kind: 'quickfix', command: { title, command: REVEAL_COMMAND, arguments: [document.uri, place] } };
}

/** Returns the fixes of a finding in a line of a game, with the repairs of the line. */
async function repaired(
  d: Diagnostic,
  { document, cancel }: ActionRequest,
  context: FeatureContext,
): Promise<FixResult> {
  const own = { fixes: ownFixes(d) };
  if (own.fixes.some(({ safe }) => safe)) return own;
  const game = context.views.gameAt(document, d.range.start);
  if (game === undefined || game.view.text.length > LARGE) return own;
  const { offset } = game.placed;
  const repairs = await lineRepairs(game.view, d.range.start - offset, context.turns, cancel);
  if (repairs === undefined) return own;
  const fixes = withRepairs(shiftDiagnostic(d, -offset, 0), repairs).map((fix) => ({
    ...fix,
    edits: fix.edits.map(({ range, newText }) => ({ range: shiftRange(range, offset), newText })),
  }));
  const { undecided } = repairs;
  return {
    fixes,
    unsearched: reasonWithout(repairs),
    undecided: undecided && { ...undecided, before: undecided.before + offset },
  };
}

/** Returns the reason why a line has no repair; undefined if it has one, or needs none. */
function reasonWithout({ offers, triedFrom, undecided }: LineRepairs): string | undefined {
  if (undecided !== undefined) return `${undecidedText(undecided)}, and nothing tells which`;
  return offers.length > 0 || triedFrom === undefined
    ? undefined
    : `edits before ${triedFrom} were not tried: the line is too long`;
}

/** Repairs of the lines of replayed games: an editor asks again at every position of the cursor. */
const known = new WeakMap<GameView, Map<number, LineRepairs>>();

/** Returns the repairs of the line at an offset of a game, searched between messages; undefined when canceled. */
async function lineRepairs(
  view: GameView,
  offset: number,
  turns: Turns,
  cancel: Cancellation,
): Promise<LineRepairs | undefined> {
  const lines = known.get(view) ?? new Map<number, LineRepairs>();
  known.set(view, lines);
  const node = lineAround(view, offset);
  const before = lines.get(node);
  if (before !== undefined || node < 0) return before;
  const steps = repairSteps(view, node);
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) {
      lines.set(node, step.value);
      return step.value;
    }
    const pause = turns.pause();
    if (pause !== undefined) await pause;
    if (cancel.cancelled) return undefined;
  }
}
