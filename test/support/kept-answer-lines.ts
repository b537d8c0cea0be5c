import type { RunSample } from '../../src/core/evaluation/runs/run-schema.ts';
import { answerLine } from '../../src/models/answers/answers-writer.ts';

/** The line of an answer of so many characters, which no other of its writer equals. */
export function answerOf(ply: number, writer: string, length: number): string {
  const sample: RunSample = {
    kind: 'sample',
    id: '',
    model: 'gpt-4o',
    game: 0,
    ply,
    index: 0,
    variant: 'chess',
    trueFen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
    raw: 'x'.repeat(length),
    extraction: null,
  };
  return answerLine(sample, {
    prompt: 'user: Where?',
    file: 'game.pgn',
    started: '2026-01-02T00:00:00.000Z',
    nonce: writer,
  });
}
