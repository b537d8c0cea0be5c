import type { FoldingRange } from 'vscode-languageserver';
import { shiftRange } from '../../core/base/text/range.ts';
import { mavFolds } from '../../core/mav/features/outline.ts';
import { readFenFile } from '../../core/notation/fen/fen-file.ts';
import { recordRange } from '../../core/notation/fen/record-outline.ts';
import type { Language } from '../../core/notation/language.ts';
import { pddlOutline } from '../../core/notation/pddl/pddl-outline.ts';
import { type Fold, gameFold, partFolds } from '../../core/notation/pgn/outline/folds.ts';
import type { ServerDocument } from '../documents/document.ts';
import { inTurns } from '../documents/in-turns.ts';
import type { ServerFeature } from '../feature.ts';
import { walkOf } from '../walks/walk-at.ts';
import { DETAILED, firstOf, gamesOf, mavSectionsOf, recordsOf, walkSectionsOf } from './games.ts';

/** More is of no use to an editor: VS Code keeps 5,000. */
const MAX_FOLDS = 50_000;

/** Folding: games, tag sections, variations, comments; in FEN files a record with its predictions; walks; examples, traces and their nodes. */
export const foldingFeature: ServerFeature = {
  name: 'folding',
  register(context) {
    const { connection, documents } = context;
    connection.onFoldingRanges(async ({ textDocument }, token) => {
      const document = documents.get(textDocument.uri);
      const folds = document?.language === undefined ? undefined : FOLDS[document.language];
      if (document === undefined || folds === undefined) return null;
      return (
        (await inTurns(context, document, token, () => firstOf(MAX_FOLDS, overLines(document, folds(document))))) ??
        null
      );
    });
    return { foldingRangeProvider: true };
  },
};

function* gameFolds(document: ServerDocument): Generator<Fold> {
  const detailed = document.length <= DETAILED;
  for (const { placed, chunk } of gamesOf(document)) {
    yield gameFold(chunk, placed.offset);
    if (detailed) yield* partFolds(chunk, placed.offset);
  }
}

function* mavSectionFolds(document: ServerDocument): Generator<Fold> {
  const detailed = document.length <= DETAILED;
  for (const placed of mavSectionsOf(document))
    for (const fold of mavFolds(document.mavView(placed), detailed))
      yield { kind: 'region', range: shiftRange(fold, placed.offset) };
}

function* recordFolds(document: ServerDocument): Generator<Fold> {
  for (const { text, offset } of recordsOf(document))
    for (const record of readFenFile(text).records)
      yield { kind: 'region', range: shiftRange(recordRange(record), offset) };
}

function* walkFolds(document: ServerDocument): Generator<Fold> {
  for (const placed of walkSectionsOf(document)) {
    const replayed = walkOf(document, placed);
    if (replayed !== undefined) yield { kind: 'region', range: shiftRange(replayed.walk.range, placed.offset) };
  }
}

function* pddlFolds(document: ServerDocument): Generator<Fold> {
  // a text is read as a whole
  if (document.length > DETAILED) return;
  for (const { range, children } of pddlOutline(document.text)) {
    yield { kind: 'region', range };
    for (const child of children) yield { kind: 'region', range: child.range };
  }
}

const FOLDS: Readonly<Partial<Record<Language, (document: ServerDocument) => Iterable<Fold>>>> = {
  pgn: gameFolds,
  fen: recordFolds,
  epd: recordFolds,
  mav: mavSectionFolds,
  walk: walkFolds,
  pddl: pddlFolds,
};

/** Folds as lines, without those that cover one alone. */
function* overLines(document: ServerDocument, folds: Iterable<Fold>): Generator<FoldingRange> {
  for (const { kind, range } of folds) {
    const { start, end } = document.rangeAt(range);
    if (end.line > start.line) yield { startLine: start.line, endLine: end.line, ...(kind === 'comment' && { kind }) };
  }
}
