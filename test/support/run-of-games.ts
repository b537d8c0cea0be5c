import { mainLines } from '../../src/models/predict/main-lines.ts';

/** A run of two models about every fourth ply of games; from ply 12 on one of them answers with an earlier position. */
export function runOfGames(pgn: string, file: string): string {
  const header = {
    kind: 'run',
    schema: 1,
    tool: { name: 'statelens', version: '0' },
    origin: { type: 'predict' },
    models: [
      { label: 'model-a', prices: { input: 1, output: 2, currency: 'EUR', date: '2026-01-31' } },
      { label: 'model-b' },
    ],
    settings: {},
    games: { file, count: [...mainLines(pgn)].length },
  };
  const samples = [...mainLines(pgn)].flatMap((line) =>
    Array.from({ length: Math.min(10, Math.floor(line.moves.length / 4)) }, (_, i) => 4 * (i + 1)).flatMap((ply) =>
      ['model-a', 'model-b'].map((label) => ({
        kind: 'sample',
        id: `${label}/${line.game}/${ply}`,
        label,
        index: 0,
        game: line.game,
        ply,
        variant: 'chess',
        moves: line.moves.slice(0, ply),
        trueFen: line.fenAt(ply),
        raw: '',
        extraction: { fen: line.fenAt(label === 'model-b' && ply > 8 ? ply - 4 : ply), by: 'statelens' },
        usage: { inputTokens: 100, outputTokens: 50 },
      })),
    ),
  );
  return `${[header, ...samples].map((one) => JSON.stringify(one)).join('\n')}\n`;
}

/** What the status bar says of a cursor behind a move of a game's main line, when the move is selected. */
export function cursorBehind(pgn: string, game: number, ply: number): string {
  const range = [...mainLines(pgn)].find((line) => line.game === game)?.rangeOf(ply);
  if (range === undefined) throw new Error(`game ${game} has no ply ${ply}`);
  const lines = pgn.slice(0, range.end).split('\n');
  return `Ln ${lines.length}, Col ${(lines.at(-1)?.length ?? 0) + 1} (${range.end - range.start} selected)`;
}
