import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterMove } from '../../src/core/games/chess/chess.ts';
import { moveName } from '../../src/core/games/chess/moves.ts';
import type { ChessState } from '../../src/core/games/chess/state.ts';
import { parseTypedMove } from '../../src/core/games/chess/typed-move.ts';
import type { ProseNode } from '../../src/core/traces/prose/prose-tree.ts';
import { type ProseReading, readProse } from '../../src/core/traces/prose/read-prose.ts';
import { findWorld } from '../../src/core/worlds/worlds.ts';

/** A text with the tree that a reader finds in it, annotated by hand. */
export interface AnnotatedProse {
  readonly name: string;
  readonly world: string;
  readonly start?: string;
  readonly record?: string;
  readonly text: string;
  /** Paths from the root, actions with a space between them; in SAN for chess. */
  readonly nodes: readonly string[];
  readonly choice?: string;
  /** Actions that no position of the text allows. */
  readonly hallucinated: readonly string[];
  /** Actions that are illegal where the text names them, and legal elsewhere in it. */
  readonly illegalInPlace: readonly string[];
  /** Paths that a careful reader may or may not annotate: they count neither as right nor as wrong. */
  readonly doubtful: readonly string[];
}

/**
 * Sets of annotated texts, by the beginning of their names. Writers who did not know the reader made `fresh1` to
 * `fresh4`, one after the other, and the reader was mended on each but the last after it had been measured on it.
 */
export const PROSE_SETS = ['dev', 'held', 'styles', 'fresh1', 'fresh2', 'fresh3', 'fresh4'] as const;
export type ProseSet = (typeof PROSE_SETS)[number];

const FOLDER = 'test/fixtures/traces/prose';

/** Reads the annotated texts of a set. */
export function annotatedProse(set: ProseSet): AnnotatedProse[] {
  return readdirSync(FOLDER)
    .filter((name) => name.startsWith(set) && name.endsWith('.json'))
    .map((name) => {
      const annotated = JSON.parse(readFileSync(path.join(FOLDER, name), 'utf8'));
      const none = { hallucinated: [], illegalInPlace: [], doubtful: [] };
      return { ...none, ...annotated, name: name.slice(0, -5), text: annotated.text.join('\n') };
    });
}

/** Reads an annotated text without its annotations. */
export function readAnnotated({ world: name, start, record, text }: AnnotatedProse): ProseReading {
  const world = findWorld(name);
  if (!world.ok) throw new Error(world.error);
  return readProse(text, {
    world: world.value,
    ...(start !== undefined && { start }),
    ...(record !== undefined && { record }),
  });
}

/** Returns the path of a node in the form of the world. */
export function pathOf(node: ProseNode): string {
  const actions: string[] = [];
  for (let at: ProseNode | undefined = node; at?.parent !== undefined; at = at.parent) actions.unshift(at.action);
  return actions.join(' ');
}

/** Returns an annotated path in the form of the world. */
function worldPath(written: string, root: unknown, isChess: boolean): string {
  if (!isChess) return written;
  let state = root as ChessState;
  return written
    .split(' ')
    .map((san) => {
      const move = parseTypedMove(state, san);
      if (!move.ok) throw new Error(`${written}: ${san}: ${move.error}`);
      state = afterMove(state, move.value);
      return moveName(move.value);
    })
    .join(' ');
}

/** Agreement of a reading with the annotation. */
export interface ProseAgreement {
  readonly right: readonly string[];
  /** Nodes that the annotation has not. */
  readonly wrong: readonly string[];
  readonly missed: readonly string[];
  readonly hallucinated: readonly string[];
}

/** Compares a reading with the annotated nodes. */
export function compareProse(annotated: AnnotatedProse, reading: ProseReading): ProseAgreement {
  const [root] = reading.nodes;
  const isChess = annotated.world === 'chess';
  const pathsOf = (written: readonly string[]): string[] =>
    root === undefined ? [...written] : written.map((one) => worldPath(one, root.state, isChess));
  const doubtful = new Set(pathsOf(annotated.doubtful));
  const wanted = new Set(pathsOf(annotated.nodes).filter((node) => !doubtful.has(node)));
  const found = new Set(
    reading.nodes
      .slice(1)
      .map(pathOf)
      .filter((node) => !doubtful.has(node)),
  );
  return {
    right: [...found].filter((node) => wanted.has(node)),
    wrong: [...found].filter((node) => !wanted.has(node)),
    missed: [...wanted].filter((node) => !found.has(node)),
    hallucinated: reading.unplaced.filter(({ isHallucinated }) => isHallucinated).map(({ mention }) => mention.text),
  };
}

/** Returns precision and recall of the nodes of several readings together. */
export function proseFigures(agreements: readonly ProseAgreement[]): { precision: number; recall: number } {
  const sum = (of: (agreement: ProseAgreement) => readonly string[]): number =>
    agreements.reduce((total, agreement) => total + of(agreement).length, 0);
  const right = sum(({ right }) => right);
  return {
    precision: right / Math.max(1, right + sum(({ wrong }) => wrong)),
    recall: right / Math.max(1, right + sum(({ missed }) => missed)),
  };
}
