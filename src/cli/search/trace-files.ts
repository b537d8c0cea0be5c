import { LineIndex, type Position } from '../../core/base/text/line-index.ts';
import { fullest, type PlacedState } from '../../core/mav/check/example-model.ts';
import type { TraceModel } from '../../core/mav/check/trace-model.ts';
import { type MavGameName, mavGame, mavGameName } from '../../core/mav/games.ts';
import { readMav } from '../../core/mav/read-mav.ts';
import { type MavDialect, PUBLISHED_DIALECT } from '../../core/mav/syntax.ts';
import { type MavView, mavView } from '../../core/mav/view.ts';
import { ReplayedTree, readTree } from '../../core/search/read-tree.ts';
import { traceTree } from '../../core/search/trace-tree.ts';
import { GameStates } from '../../core/search/view/game-states.ts';
import { type TrueSearchJson, trueSearchJson } from '../../core/search/view/true-search-words.ts';
import { usageError } from '../command.ts';
import type { Terminal } from '../io/terminal.ts';
import { readDocument } from '../io/text-source.ts';

/** A trace of a file. */
export interface FileTrace {
  /** Display name of the file. */
  readonly name: string;
  /** Number in the file, from 1. */
  readonly number: number;
  readonly view: MavView;
  readonly model: TraceModel;
  /** Converts an offset in the trace to a position in the file. */
  readonly placeOf: (offset: number) => Position;
}

/** Reads the traces of a MAV file, at least one. */
export async function readTraces(terminal: Terminal, file: string, dialect: MavDialect): Promise<readonly FileTrace[]> {
  const { name, text } = await readDocument(terminal, file, { language: 'mav', command: 'trace' });
  const lines = new LineIndex(text);
  const found: FileTrace[] = [];
  for (const { offset, section } of readMav(text)) {
    if (section.item?.kind !== 'trace') continue;
    const view = mavView(text.slice(offset, offset + section.length), undefined, dialect);
    if (view.trace === undefined) continue;
    const placeOf = (at: number): Position => lines.positionAt(offset + at);
    found.push({ name, number: found.length + 1, view, model: view.trace, placeOf });
  }
  if (found.length === 0) throw usageError(`${name} has no traces`);
  return found;
}

/** A trace as a tree. */
export interface FileTree {
  /** For a `.mcts.jsonl` file. */
  readonly lines: string;
  /** How much of it lies in or below diverged nodes, and what is decided without the others; undefined where the trace has no tree. */
  readonly states: TrueSearchJson | undefined;
}

/** The tree of a trace. */
export function treeOf({ view, model }: Pick<FileTrace, 'view' | 'model'>, dialect: MavDialect): FileTree {
  const { lines, notes } = traceTree(model, { text: view.text, dialect, findings: [] });
  const read = readTree(lines);
  if (!read.ok) return { lines, states: undefined };
  const { header, simulations } = read.value;
  const tree = new ReplayedTree(read.value);
  tree.goTo(simulations.length);
  const { root } = tree;
  const selected = notes.find(({ node }) => node === root.id)?.selected ?? null;
  const decided = selected === null ? -1 : root.actions.indexOf(selected);
  return { lines, states: trueSearchJson(root, header.settings, new GameStates(header.game), decided) };
}

/** The start and shape of a trace, which determine its reference. */
export interface TraceShape {
  readonly game: MavGameName;
  /** How the root writes its state. */
  readonly form?: 'state' | 'FEN';
  /** The root's state, as the game's automaton prints it. */
  readonly state: string;
  readonly breadth: number;
  readonly depth: number;
}

/** A state with all that its text says: the digits of a native one have its castling rights (format assumed), as in the references made of it. */
function rootState(game: MavGameName, placed: PlacedState | undefined): unknown {
  if (placed === undefined) return undefined;
  const strict = mavGame(game, { ...PUBLISHED_DIALECT, strictMeta: true });
  return strict?.read(placed.word.text, placed.form).state ?? placed.reading.state;
}

/** The shape of a trace; undefined if it cannot be read. */
export function shapeOf({ trace, root }: TraceModel): TraceShape | undefined {
  const game = mavGameName(root?.example?.header.game?.text ?? '');
  const state = game === undefined ? undefined : rootState(game, fullest(root?.model?.current ?? []));
  const { breadth, depth } = trace;
  const automaton = root?.model?.game?.automaton;
  if (game === undefined || state === undefined || automaton === undefined) return undefined;
  if (breadth?.value === undefined || depth?.value === undefined) return undefined;
  const form = root?.model?.current[0]?.form === 'FEN' ? 'FEN' : 'state';
  return { game, form, state: automaton.print(state), breadth: breadth.value, depth: depth.value };
}
