import { SampleTable } from '../../src/core/evaluation/report/list/sample-table.ts';
import type { LengthGroup } from '../../src/core/evaluation/report/report.ts';
import type { ReportSamples } from '../../src/models/report/report-samples.ts';
import type { SampleDetail } from '../../src/protocol/report-messages.ts';
import { readingAt } from './readings.ts';

const TRUE = 'r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4';

/** Failed answers of so many characters, each about another position, with its state in the middle. */
export function madeDetails(count: number, characters: number): readonly SampleDetail[] {
  return Array.from({ length: count }, (_, i): SampleDetail => {
    const predicted = `r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/${1 + (i % 7)}N${6 - (i % 7)}/PPPP1PPP/RNBQK2R b KQkq - ${i} ${i % 90}`;
    // Not one like the other: what repeats would be packed away.
    const filler = (length: number): string =>
      Array.from({ length: Math.max(0, Math.ceil(length / 12)) }, (_, k) =>
        ((i * 7919 + k * 104_729) % 1e11).toString(36).padStart(12, '.'),
      ).join('');
    const before = `Position ${i}: ${filler(characters / 2 - 40)}\n`;
    const raw = `${before}${predicted}\n${filler(characters / 2 - 40)}`;
    const moves = Array.from({ length: 20 + (i % 40) }, (_, k) => `${k + 1}. Nf${(i + k) % 8} Nc${k % 8}`).join(' ');
    return {
      sample: i,
      listed: {
        file: 'night.run.jsonl',
        id: `gpt-4o/${i}`,
        series: ['gpt-4o', 'o3-mini', 'nano'][i % 3] ?? '',
        template: null,
        index: 0,
        games: 'games.pgn',
        game: Math.floor(i / 10),
        gameName: null,
        opening: 'Italian Game',
        ply: 6 + (i % 80),
        move: `${3 + (i % 40)}...Nf6`,
        variant: 'chess',
        trueFen: TRUE.replace('4 4', `4 ${i}`),
        predicted,
        doubtful: false,
        error: null,
        status: 'squares',
        cause: 'missed-move',
        causeText: 'missed a move (3...Nf6)',
        sentence: `thinks the knight is still on g8: missed 3...Nf6; ${i % 9} more squares wrong`,
        p: (i % 1000) / 1001,
        r: (i % 997) / 1001,
        editDistance: i % 30,
        wrongSquares: 2 + (i % 9),
        change: null,
      },
      verdictText: `${2 + (i % 9)} squares wrong · p₄ 0.${i % 97}`,
      lastMove: ['g8', 'f6'],
      blame: Array.from({ length: 2 + (i % 9) }, (_, k) => ({
        square: `${'abcdefgh'[k % 8] ?? 'a'}${1 + (i % 8)}`,
        predicted: 'N',
        actual: null,
        ply: i % 60,
        san: 'Nf6',
        move: '3...Nf6',
      })),
      answer: {
        label: 'gpt-4o',
        prompt: `Give the FEN of the position after the last move of this game, with all six fields.\n\n${moves}`,
        raw,
        reasoning: null,
        reading: readingAt(before.length, predicted),
        drafts: [],
        finishReason: 'stop',
        tokens: { prompt: 300 + (i % 50), completion: 40 + (i % 50) },
        seconds: 1 + (i % 100) / 10,
        attempts: 1,
        at: null,
        fault: null,
        source: 'night.run.jsonl',
        otherMoves: false,
      },
    };
  });
}

/** Samples of a report that are these. */
export function exportedOf(
  details: readonly SampleDetail[],
  lengths: readonly LengthGroup[] = [{ from: 0, to: null }],
): ReportSamples {
  const table = new SampleTable(
    details.map(({ listed }) => listed),
    lengths,
  );
  return { table, lengths, detail: (number: number) => Promise.resolve(details[number]) } as unknown as ReportSamples;
}
