import { applyEdits } from '../../base/text/range.ts';
import { moveName } from '../../games/chess/moves.ts';
import { INITIAL_FEN, printChess } from '../../games/chess/state.ts';
import { continuation, nextMoves } from '../pgn/board-position.ts';
import { isGame, readChunk } from '../pgn/document.ts';
import { PLAYED, readGame, stateAfter } from '../pgn/replay.ts';
import { tagNamed } from '../pgn/tags.ts';
import { annotate, predictionsIn } from '../predictions/annotate.ts';
import type { Annotation } from '../predictions/types.ts';
import { printWalk } from './print-walk.ts';
import { readWalks } from './read-walk.ts';
import { replayWalk, walkHistory } from './replay-walk.ts';
import { predictionsOf } from './walk-predictions.ts';
import type { WorldLookup } from './walk-world.ts';

/** A converted text, and how many games or walks it leaves out. */
export interface Converted {
  readonly text: string;
  readonly count: number;
  readonly left: number;
}

/**
 * The main lines of the games of a PGN as walks of chess, as far as they can be played, with their predictions. A game whose start
 * is not known is left out.
 */
export function walksOfPgn(text: string): Converted {
  const walks: string[] = [];
  let left = 0;
  for (let offset = 0; offset < text.length; ) {
    const chunk = readChunk(text, offset);
    const own = text.slice(offset, offset + chunk.length);
    offset += chunk.length;
    if (!isGame(chunk)) continue;
    const walk = walkOfGame(own);
    if (walk === undefined) left++;
    else walks.push(walk);
  }
  return { text: walks.join('\n'), count: walks.length, left };
}

function walkOfGame(text: string): string | undefined {
  const { replay, tags } = readGame(text);
  const state = stateAfter(replay, -1);
  if (state === undefined) return undefined;
  const actions: string[] = [];
  for (const move of continuation(-1, nextMoves(replay.tree))) {
    if (replay.status[move] !== PLAYED) break;
    actions.push(moveName(replay.moves[move] ?? 0));
  }
  const start = printChess(state);
  const [white = '?', black = '?'] = ['White', 'Black'].map((name) => tagNamed(tags, name)?.value);
  const comments = white === '?' && black === '?' ? [] : [`${white} – ${black}`];
  const predictions = predictionsIn(text, 'pgn').flatMap(({ path, ply: at, label, fen }) =>
    path.length > 0 || at > actions.length ? [] : [{ at, label, fen }],
  );
  return printWalk({
    comments,
    world: replay.start.variant,
    start: start === INITIAL_FEN ? undefined : start,
    actions,
    predictions,
  });
}

/** The walks of chess and Chess960 as games of a PGN, as far as they are legal, with their predictions; others are left out. */
export function pgnOfWalks(text: string, lookup: WorldLookup): Converted {
  const games: string[] = [];
  const annotations: Annotation[] = [];
  let left = 0;
  for (const walk of readWalks(text).walks) {
    const replayed = replayWalk(walk, lookup);
    const id = replayed.opened?.world.automaton.id;
    if ((id !== 'chess' && id !== 'chess960') || replayed.states.length === 0) {
      left++;
      continue;
    }
    const game = games.length;
    const history = walkHistory(replayed, replayed.states.length - 1);
    games.push(
      printGame(
        history.map(({ fen }) => fen)[0] ?? '',
        history.slice(1).map(({ san }) => san ?? ''),
        id,
      ),
    );
    for (const { label, fen, ply, trueFen } of predictionsOf(replayed, game))
      if (trueFen !== undefined) annotations.push({ game, ply, label, fen });
  }
  const plain = games.join('\n');
  return { text: applyEdits(plain, annotate(plain, 'pgn', annotations).edits), count: games.length, left };
}

/** Characters of a line of movetext. */
const LINE = 79;

function printGame(start: string, sans: readonly string[], variant: 'chess' | 'chess960'): string {
  const tags = ['Event', 'Site', 'Date', 'Round', 'White', 'Black'].map(
    (name) => `[${name} "${name === 'Date' ? '????.??.??' : '?'}"]`,
  );
  tags.push('[Result "*"]');
  if (variant === 'chess960') tags.push('[Variant "Chess960"]');
  if (start !== INITIAL_FEN) tags.push('[SetUp "1"]', `[FEN "${start}"]`);
  const [, side = 'w', , , , full = '1'] = start.split(' ');
  const first = 2 * (Number(full) - 1) + (side === 'b' ? 1 : 0);
  const words = sans.flatMap((san, i) => {
    const ply = first + i;
    const number = `${Math.floor(ply / 2) + 1}.`;
    if (ply % 2 === 0) return [number, san];
    return i === 0 ? [`${number}..`, san] : [san];
  });
  const lines: string[] = [];
  let line = '';
  for (const word of [...words, '*']) {
    if (line !== '' && line.length + 1 + word.length > LINE) {
      lines.push(line);
      line = '';
    }
    line += line === '' ? word : ` ${word}`;
  }
  return `${tags.join('\n')}\n\n${[...lines, line].join('\n')}\n`;
}
