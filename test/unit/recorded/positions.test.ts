import fs from 'node:fs';
import { describe, it } from 'node:test';
import { applyEdits } from '../../../src/core/base/text/range.ts';
import { printChess } from '../../../src/core/games/chess/state.ts';
import { checkText } from '../../../src/core/languages/check.ts';
import { EPD, FEN } from '../../../src/core/languages/fen/kit.ts';
import { formatPieces } from '../../../src/core/languages/format.ts';
import { annotate, predictionsIn, removePredictions } from '../../../src/core/languages/predictions.ts';
import { completeFen } from '../../../src/core/notation/fen/complete-fen.ts';
import { fenInlays, recordPosition } from '../../../src/core/notation/fen/record-position.ts';
import type { Language } from '../../../src/core/notation/language.ts';
import { fenUrl } from '../../../src/core/notation/pgn/outline/analysis-links.ts';
import { makeLabel, SAME_LABEL } from '../../../src/core/notation/predictions/prediction.ts';
import { completeWalk } from '../../../src/core/notation/walk/complete-walk.ts';
import { pgnToWalks, walksToPgn } from '../../../src/core/notation/walk/convert-pgn.ts';
import { actionsBefore, readWalks } from '../../../src/core/notation/walk/read-walk.ts';
import { replayWalk, unknownState, walkEntry, walkHistory } from '../../../src/core/notation/walk/replay-walk.ts';
import { filesNamed, namedWorlds, programsNamed } from '../../../src/core/notation/walk/walk-world.ts';
import { assertRecorded, type RecordedValue, variants } from '../../support/recorded.ts';

const textsOf = (name: string): readonly string[] =>
  JSON.parse(fs.readFileSync(`test/fixtures/recorded/${name}.json`, 'utf8')) as readonly string[];

const FENS = textsOf('positions');
const EPDS = textsOf('operations');
const WALKS = textsOf('walks');
const GAMES = textsOf('games');
const STATE = '4k3/8/8/8/8/8/8/4K3 w - - 0 1';
const LABELS = ['m', 'm#2', 'gpt-4o@ask'].map((label) => makeLabel(label));

const isEpd = (language: Language): boolean => language === 'epd';

function checked(key: string, text: string, language: Language): RecordedValue {
  const found = checkText(text, language, { predictions: true });
  const codes = [...new Set(found.map(({ code }) => code))].sort();
  return { key, summary: codes.join(' '), value: found };
}

function* findings(texts: readonly string[], language: Language, slips: number): Iterable<RecordedValue> {
  for (const [i, text] of texts.entries())
    for (const [name, varied] of variants(text, i, slips)) yield checked(`${i} ${name}`, varied, language);
}

/** What an editor shows of lines of positions, at each of their places. */
function* shown(texts: readonly string[], language: Language): Iterable<RecordedValue> {
  const kit = isEpd(language) ? EPD : FEN;
  for (const [i, line] of texts.entries()) {
    const text = i % 3 === 0 ? `# list\n\n${line}\n# pfen m ${STATE}\n` : line;
    const completions = Array.from({ length: Math.ceil(text.length / 5) }, (_, at) =>
      completeFen(text, 5 * at + (i % 5), isEpd(language)),
    );
    const found = recordPosition(line, isEpd(language));
    const position = found.ok ? [printChess(found.value.state), found.value.variant] : found.error;
    yield {
      key: String(i),
      summary: found.ok ? found.value.variant : 'none',
      value: [
        completions,
        position,
        fenInlays(text, isEpd(language)),
        [...(kit.outline?.(text, true) ?? [])],
        [...(kit.folds?.(text) ?? [])],
        applyEdits(text, [...(formatPieces(text, language, { style: 'gentle' }) ?? [])].flat()),
        fenUrl(line.split(' ')),
      ],
    };
  }
}

/** Predictions written below a record or into a walk, read and removed. */
function predicted(key: string, text: string, language: Language, state: string): RecordedValue {
  const annotations = [0, 1, 2, 3].flatMap((ply, i) =>
    LABELS.slice(0, 1 + (i % 3)).map((label) => ({ game: ply % 2, ply, label, fen: ply === 2 ? undefined : state })),
  );
  const results = SAME_LABEL.map((sameLabel) => {
    const first = annotate(text, language, annotations, { sameLabel });
    const once = applyEdits(text, first.edits);
    const second = annotate(once, language, annotations.slice(0, 3), { sameLabel });
    const twice = applyEdits(once, second.edits);
    const read = predictionsIn(twice, language).map((prediction) => [
      prediction,
      prediction.trueFen,
      prediction.unknown,
    ]);
    const removals = [{}, { label: 'm' }].map((options) => {
      const { edits, removed } = removePredictions(twice, language, options);
      return [applyEdits(twice, edits), removed];
    });
    return [first, second, read, removals];
  });
  return { key, summary: `${predictionsIn(text, language).length} before`, value: results };
}

/** A walk as the editor reads and completes it. */
function walk(key: string, text: string): RecordedValue {
  const { walks } = readWalks(text);
  const replayed = walks.map((one) => replayWalk(one, namedWorlds));
  const lines = replayed.map((one) =>
    Array.from({ length: one.walk.actions.length + 1 }, (_, at) => [walkHistory(one, at), unknownState(one, at)]),
  );
  const completions = Array.from({ length: 6 }, (_, i) => {
    const at = Math.floor((i * text.length) / 5);
    const own = replayed.filter((one) => one.walk.range.start <= at).at(-1);
    return [completeWalk(text, at, own, ['door.csv']), own === undefined ? 0 : actionsBefore(own.walk, at)];
  });
  return {
    key,
    summary: `${walks.length} walks`,
    value: [
      walks,
      replayed.map((one) => walkEntry(one)),
      lines,
      completions,
      filesNamed(text),
      programsNamed(text),
      walksToPgn(text, namedWorlds),
      applyEdits(text, [...(formatPieces(text, 'walk', { style: 'gentle' }) ?? [])].flat()),
    ],
  };
}

describe('positions with slips of the pen, as recorded', () => {
  it('have findings and fixes', () => {
    assertRecorded('fen-findings', findings(FENS, 'fen', 3));
  });

  it('have findings and fixes with operations', () => {
    assertRecorded('epd-findings', findings(EPDS, 'epd', 6));
  });

  it('have completions, notes, an outline, a format and a link', () => {
    assertRecorded('fen-shown', shown(FENS, 'fen'));
    assertRecorded('epd-shown', shown(EPDS, 'epd'));
  });

  it('take predictions, and give them back', () => {
    const files = [
      `${STATE}\n`,
      `# list\r\n${STATE}\r\n# pfen m ?\r\n# pfen other ${STATE}\r\n\r\n${STATE}\r\n`,
      `${STATE}\n# note\n# pfen m ${STATE}\n# pfen m#2 ?\n${STATE}`,
      `${FENS.slice(0, 3).join('\n')}\n`,
      '# pfen m ?\n',
      '',
    ];
    assertRecorded(
      'fen-predictions',
      files.map((text, i) => predicted(String(i), text, 'fen', STATE)),
    );
  });
});

describe('walks with slips of the pen, as recorded', () => {
  it('have findings and fixes', () => {
    assertRecorded('walk-findings', findings(WALKS, 'walk', 3));
  });

  it('have completions, a history, a format and games', () => {
    assertRecorded(
      'walks-shown',
      WALKS.map((text, i) => walk(String(i), text)),
    );
  });

  it('take predictions, and give them back', () => {
    assertRecorded(
      'walk-predictions',
      WALKS.map((text, i) => predicted(String(i), text, 'walk', '1 2 3')),
    );
  });

  it('are made of games', () => {
    assertRecorded(
      'games-as-walks',
      GAMES.filter((_, i) => i % 4 === 0).map((text, i) => {
        const converted = pgnToWalks(text);
        return {
          key: String(i),
          summary: `${converted.count} of ${converted.count + converted.left}`,
          value: converted,
        };
      }),
    );
  });
});
