import { plural } from '../../base/text/counts.ts';
import { LineIndex } from '../../base/text/lines.ts';
import type { Range } from '../../base/text/range.ts';
import { type Diagnostic, diagnostic } from '../../notation/diagnostic.ts';
import type { Code } from '../../notation/diagnostic-codes.ts';
import { type Faults, fixWith, replacementFix } from '../quick-fixes.ts';
import type { MavDialect, Trace, TraceStep } from '../syntax.ts';
import type { MavView } from '../view.ts';
import { checkExample } from './check-example.ts';
import { dropConsequences, dropCutOffConsequences, findTraceEnd, isFixPrefix, type TraceEnd } from './consequences.ts';
import { fullestState } from './example-model.ts';
import type { JudgedExample } from './judged-example.ts';
import { mergeValueHabits } from './spelling-habits.ts';
import { differencesFrom, fieldDifferences } from './state-comparison.ts';
import { stateEdit } from './state-fixes.ts';
import { checkDecisions, expectedSelection } from './trace-decisions.ts';
import { checkExpansions } from './trace-expansions.ts';
import {
  checkParameters,
  childrenStart,
  isTracePrompt,
  type MavTraceNode,
  nodeName,
  parentNode,
  type TraceModel,
} from './trace-model.ts';

/**
 * Returns the diagnostics of a trace, its syntax and its examples, unsorted.
 *
 * @param syntax syntax errors of the section
 */
export function checkMavTrace(
  view: MavView & { readonly trace: TraceModel },
  syntax: readonly Diagnostic[],
  dialect: MavDialect,
): readonly Diagnostic[] {
  const { text, trace: model, byNode: judged } = view;
  const faults: Diagnostic[] = [];
  const { trace } = model;
  const codes = new Map<MavTraceNode, ReadonlySet<Code>>();
  for (const [node, example] of judged) {
    const isLast = node.evaluation === trace.steps.at(-1);
    const found = checkNodeExample(example, isLast, dialect);
    codes.set(node, new Set(found.map(({ code }) => code)));
    faults.push(...found);
  }
  const isPrompt = isTracePrompt(model);
  const cut = findTraceEnd(model);
  checkNodes(model, cut, faults);
  if (!isPrompt) checkExpansions(model, cut, dialect, faults);
  checkParameters(trace, faults);
  if (!isPrompt) {
    checkDecisions(model, cut, (node) => codes.get(node) ?? new Set(), dialect, faults);
    checkEnd(model, cut, faults);
  }
  const examples = [...judged.values()].map(({ example }) => example).sort((a, b) => a.range.start - b.range.start);
  const found = withoutBroken(text, trace, mergeValueHabits(faults, examples, dialect), syntax);
  const last = cut?.step.kind === 'evaluation' ? cut.step.example : undefined;
  const all = dropCutOffConsequences(dropConsequences([...syntax, ...found], text, examples), view, last);
  return cut === undefined ? all : endingIn(all, cut, model, text, isPrompt);
}

/** Returns the diagnostics of a node's example. */
function checkNodeExample(judged: JudgedExample, isLast: boolean, dialect: MavDialect): readonly Diagnostic[] {
  const { example, model } = judged;
  const { header, lines } = example;
  const isOther = model.game !== model.named && model.named !== undefined;
  return checkExample(judged, dialect).flatMap((finding): Diagnostic | readonly Diagnostic[] => {
    // The outputs of a node are not requested: it is no prompt unless the trace ends there.
    if (finding.code === 'MAV_MISSING_OUTPUT' && !isLast) return { ...finding, severity: 'warning' };
    // If it names another game than the trace, only that name is wrong.
    if (finding.code === 'MAV_FEN_GAME' && isOther) return [];
    if (finding.code !== 'MAV_UNKNOWN_GAME' || header.range.end > header.range.start) return finding;
    if (header.open.end > header.open.start) return [];
    const names = lines.map(({ command }) => `%${command.name}`).join(' ');
    const { start } = example.range;
    const newText = `<mav game=${model.game?.automaton.id ?? 'chess'}> ${names} </mav>\n`;
    const fix = fixWith('Insert the header', [{ range: { start, end: start }, newText }]);
    return diagnostic('MAV_COMMAND_ORDER', lines[0]?.range ?? example.range, 'these lines have no header', fix);
  });
}

/** Drops findings about the search in lines with unreadable text, which is reported. */
function withoutBroken(
  text: string,
  { range: { start, end } }: Trace,
  found: readonly Diagnostic[],
  syntax: readonly Diagnostic[],
): readonly Diagnostic[] {
  const stray = syntax.filter(({ code, range }) => code === 'MAV_STRAY_TEXT' && range.start >= start);
  if (stray.length === 0) return found;
  const index = new LineIndex(text.slice(start, end));
  const lineAt = ({ range }: Diagnostic): number => index.positionAt(range.start - start).line;
  const broken = new Set(stray.map(lineAt));
  return found.filter((finding) => !finding.code.startsWith('TRACE_') || !broken.has(lineAt(finding)));
}

/** Drops the consequences of a truncated end and adds the finding of the truncation. */
function endingIn(
  found: readonly Diagnostic[],
  { step, tail, isOpen, open }: TraceEnd,
  { trace, root }: TraceModel,
  text: string,
  isPrompt: boolean,
): readonly Diagnostic[] {
  const { end } = trace.range;
  const own = text.slice(step.range.start, end);
  const line = own.slice(Math.max(own.lastIndexOf('\n'), own.lastIndexOf('\r')) + 1).trimStart();
  /** The last line of the trace. */
  const range = { start: end - line.length, end };
  const { start: head = end } = (step.kind === 'evaluation' ? step.example?.header.range : undefined) ?? {};
  const follows = (finding: Diagnostic): boolean => {
    const { code } = finding;
    const { start, end: last } = finding.range;
    if (start >= end) return false;
    if (isPrompt && (code === 'MAV_UNCLOSED_LINE' || code === 'MAV_UNCLOSED_HEADER')) return false;
    if (start >= head && !isPrompt && code === 'MAV_MISSING_OUTPUT') return true;
    if (isOpen && (start >= tail.start || (code === 'MAV_UNCLOSED_LINE' && last > tail.start))) return true;
    return (
      (!isPrompt && isFixPrefix(finding, text, range.start, end)) ||
      (start >= range.start && start >= tail.end && isStep(text.slice(start, end)))
    );
  };
  const rest = found.filter((finding) => !follows(finding));
  if (isPrompt) return rest;
  const selection = root?.decision === step && !isOpen ? root.decision.selection : undefined;
  const play = selection?.kind === 'action' ? `Playing ${selection.action.move.text}!` : undefined;
  const fix =
    play === undefined
      ? {}
      : range.start >= step.range.end
        ? replacementFix(play, range)
        : fixWith(`Insert ${play}`, [{ range: { start: end, end }, newText: `\n${play}` }]);
  const node = [...open].at(-1);
  const where = node === undefined ? '' : `, in ${nodeName(node)}`;
  return [...rest, diagnostic('TRACE_CUT_OFF', range, `the trace is cut off here${where}: no action is played`, fix)];
}

/** Returns true if a text may be the start of a step, a header or a line. */
const isStep = (text: string): boolean =>
  /^[[<]/.test(text) ||
  ['evaluation for node', 'expand from node', 'decision for node', 'selecting', 'playing'].some((words) =>
    words.startsWith(text.trim().toLowerCase().replace(/\s+/g, ' ')),
  );

/** Checks 28 and 29: the end of the trace. */
function checkEnd({ trace, root, nodes }: TraceModel, cut: TraceEnd | undefined, faults: Faults): void {
  for (const node of nodes.values())
    if (node.evaluation !== undefined && node.decision === undefined && cut?.open.has(node) !== true)
      faults.push(diagnostic('TRACE_UNDECIDED', evaluatedAt(node), `${nodeName(node)} is evaluated but never decided`));
  const selection = root?.decision?.selection;
  if (root === undefined || selection?.kind !== 'action') return;
  const { move } = selection.action;
  const { playing } = trace;
  // A wrong selection is reported at its place.
  const right = expectedSelection(root)?.move.text;
  const isRight = (text: string): boolean => right !== undefined && root.nameOf(text) === root.nameOf(right);
  const isPlayed = playing !== undefined && root.nameOf(playing.text) === root.nameOf(move.text);
  if (playing !== undefined && !isPlayed && (isRight(move.text) || !isRight(playing.text))) {
    const isCut = playing.range.end === trace.range.end && move.text.startsWith(playing.text);
    const what = isCut ? 'the trace is cut off here' : `${playing.text} is played`;
    faults.push(
      diagnostic(
        isCut ? 'TRACE_CUT_OFF' : 'TRACE_PLAYING',
        playing.range,
        `${what}, but the root selects ${move.text}`,
        {
          related: [{ range: selection.range, message: 'the selection' }],
          ...replacementFix(move.text, playing.range),
        },
      ),
    );
  }
  const best = root.model?.best;
  // If another action is selected than the search gives, or the best one was not expanded, that is reported at its
  // place.
  const isReported = faults.some(
    ({ code, range }) =>
      (code === 'TRACE_SELECTION' && isRightBest(best?.action, right, root) && range.start >= selection.range.start) ||
      (code === 'TRACE_EXPANSION_CHOICE' && range === root.expansion?.range),
  );
  if (best !== undefined && best.action !== root.nameOf(move.text) && !isReported)
    faults.push(
      diagnostic(
        'TRACE_CHANGED',
        move.range,
        `the search changed the best action from ${best.word.text} to ${move.text}`,
      ),
    );
}

/** Returns true if the best action of a root is the result of its search. */
const isRightBest = (best: string | undefined, right: string | undefined, root: MavTraceNode): boolean =>
  best !== undefined && right !== undefined && root.nameOf(right) === best;

/** Returns the range of a node's evaluation. */
const evaluatedAt = ({ evaluation, ref }: MavTraceNode): Range => evaluation?.node?.range ?? ref.range;

/** Checks 20 and 21: each node follows from its parent and has its inputs. */
function checkNodes(
  { trace, root, nodes, repeated, misnamed, nameless }: TraceModel,
  cut: TraceEnd | undefined,
  faults: Faults,
): void {
  for (const { ref, node } of misnamed) {
    const message = `${nodeName({ ref })} appears in the place of ${nodeName(node)}`;
    faults.push(diagnostic('TRACE_NODE', ref.range, message, replacementFix(nodeName(node), ref.range)));
  }
  for (const [step, ...others] of runs(repeated, trace.steps)) {
    const more =
      others.length === 0
        ? ''
        : `; ${plural(others.length, 'step')} behind it ${others.length === 1 ? 'is' : 'are'} repeated, too`;
    const message = `this node already has its ${step.kind}${more}`;
    faults.push(diagnostic('TRACE_NODE', step.node?.range ?? step.range, message));
  }
  const owners = new Map<TraceStep | undefined, MavTraceNode>();
  if (nameless.length > 0)
    for (const node of nodes.values())
      for (const step of [node.evaluation, node.expansion, node.decision]) owners.set(step, node);
  for (const step of nameless) {
    const node = owners.get(step);
    const expected = node === undefined ? 'one such as <root e2e4>' : `${WORDS[step.kind]} ${nodeName(node)}`;
    faults.push(diagnostic('TRACE_NODE', firstPiece(step), `no node is named; expected ${expected}`));
  }
  const start = root && childrenStart(root);
  if (root !== undefined && start !== undefined) {
    const { own, position } = start;
    const [different] = differencesFrom(own, position);
    const message = `not the state that all children start from: ${different?.message.replace('true', 'there') ?? 'another one'}`;
    faults.push(
      diagnostic('TRACE_NODE', own.word.range, message, fixWith('Write that state', [stateEdit(own, position)])),
    );
  }
  for (const node of nodes.values()) {
    // The header is truncated.
    const isCut = cut?.isOpen === true && node.evaluation === cut.step && node.example?.lines.length === 0;
    if (!isCut) checkInputs(node, faults);
    const parent = parentNode({ nodes }, node);
    if (node.path.length > 0 && parent === undefined)
      faults.push(diagnostic('TRACE_NODE', node.ref.range, `the parent of ${nodeName(node)} is missing`));
    if (parent !== undefined) checkParent(node, parent, faults);
    const { game, named } = node.model ?? {};
    const word = node.example?.header.game;
    if (game !== undefined && named !== undefined && named !== game && word !== undefined) {
      const { id } = game.automaton;
      faults.push(
        diagnostic('TRACE_INPUTS', word.range, `this trace is of the game ${id}`, replacementFix(id, word.range)),
      );
    }
  }
}

/** Groups repeated steps into runs of consecutive ones: a looping model repeats whole nodes. */
function runs(repeated: readonly TraceStep[], steps: readonly TraceStep[]): readonly [TraceStep, ...TraceStep[]][] {
  const all: [TraceStep, ...TraceStep[]][] = [];
  let before = -2;
  for (const step of repeated) {
    const at = steps.indexOf(step, Math.max(0, before + 1));
    if (at === before + 1) all.at(-1)?.push(step);
    else all.push([step]);
    before = at;
  }
  return all;
}

const WORDS = {
  evaluation: 'Evaluation for node:',
  expansion: 'Expand from node',
  decision: 'Decision for node:',
} as const;

/** Returns the range of the first piece of a step that names no node. */
function firstPiece(step: TraceStep): Range {
  const { start, end } = step.range;
  if (step.kind === 'expansion') return step.range;
  const first =
    step.kind === 'evaluation' ? step.example?.header.range : (step.actions[0]?.range ?? step.selection?.range);
  return { start, end: Math.max(first?.end ?? end, start) };
}

/** Checks that the root starts from a state, and every other node from its parent's state and its last move. */
function checkInputs({ path, example, ref }: MavTraceNode, faults: Faults): void {
  if (example === undefined) return;
  const previous = example.header.commands.find(({ name }) => name.startsWith('prev_'));
  if (path.length === 0 && previous !== undefined)
    faults.push(
      diagnostic('TRACE_INPUTS', previous.range, 'the root must start from its own state, not from a previous one'),
    );
  if (path.length > 0 && previous === undefined)
    faults.push(diagnostic('TRACE_INPUTS', ref.range, "this node lacks its parent's state and action"));
}

function checkParent(node: MavTraceNode, parent: MavTraceNode, faults: Faults): void {
  const { model } = node;
  const action = model?.previousAction;
  const last = node.path.at(-1) ?? '';
  const lastWord = node.ref.path.at(-1)?.text ?? last;
  if (action !== undefined && action.action !== last)
    faults.push(
      diagnostic(
        'TRACE_NODE',
        action.word.range,
        `${nodeName(node)} is reached by ${lastWord}, not by ${action.word.text}`,
        lastWord === action.word.text ? {} : replacementFix(lastWord, action.word.range),
      ),
    );
  const before = fullestState(model?.previous ?? []);
  const shown = fullestState(parent.model?.current ?? []);
  if (model?.game === undefined || before === undefined || parent.truth === undefined) return;
  // An unreadable state is reported, and a copied one has its mistake above.
  if (before.reading.error !== undefined) return;
  if (shown !== undefined && fieldDifferences(model.game, before.reading.fields, shown.reading.fields).length === 0)
    return;
  const [different] = differencesFrom(before, parent.truth);
  if (different === undefined) return;
  const message = `not the state of ${nodeName(parent)}: ${different.message.replace('true', 'there')}`;
  faults.push(
    diagnostic('TRACE_NODE', before.word.range, message, {
      ...(shown !== undefined && {
        related: [{ range: shown.word.range, message: `the state of ${nodeName(parent)}` }],
      }),
      ...fixWith("Write the parent's state", [stateEdit(before, parent.truth)]),
    }),
  );
}
