import type { ValuedList } from '../check/engine-values.ts';
import type { ActionValue, Command, MavDialect } from '../syntax.ts';
import { bucketOf } from '../values.ts';
import { readRookLines } from './read-rook.ts';
import { rookChess } from './step.ts';
import { ROOK_LIST, type RookPolicy } from './syntax.ts';
import { winOfPawns } from './write-rook.ts';

/** The lists of policies of a text, for a source of values to judge, each with the index of its example. */
export function* rookLists(
  text: string,
  dialect: MavDialect,
): Generator<{ readonly list: ValuedList; readonly game: number }> {
  let game = -1;
  for (const line of readRookLines(text)) {
    if (line.kind === 'unknown') continue;
    game++;
    const list = line.kind === 'policy' ? valuedList(line, dialect) : undefined;
    if (list !== undefined) yield { list, game };
  }
}

function valuedList({ fen, moves, values }: RookPolicy, dialect: MavDialect): ValuedList | undefined {
  const { automaton } = rookChess();
  const parsed = automaton.parse(fen.text);
  if (!parsed.ok || moves === undefined || moves.isWithheld) return undefined;
  const command: Command = { kind: 'top', name: `top_${ROOK_LIST}`, k: ROOK_LIST, range: moves.range };
  const actions = moves.words.map((move, i): ActionValue => {
    const value = values?.words[i];
    const number = value === undefined ? Number.NaN : Number(value.text);
    const bucket = Number.isFinite(number) ? bucketOf(winOfPawns(number), dialect) : undefined;
    return { range: move.range, move, value, bucket };
  });
  const body = { kind: 'list', actions, isElided: false } as const;
  return {
    position: { game: 'chess', state: automaton.print(parsed.value) },
    nameOf: (action) => action,
    line: { range: moves.range, isClosed: true, command, body },
    body,
  };
}
