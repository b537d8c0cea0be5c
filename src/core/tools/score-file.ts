import { err, ok } from '../base/result.ts';
import { LineIndex } from '../base/text/lines.ts';
import { annotatedLanguages, detectLanguage, firstLine, languageName } from '../languages/languages.ts';
import { predictionsIn } from '../languages/predictions.ts';
import { Comparers } from '../metrics/comparers.ts';
import { LineHistory } from '../metrics/placement.ts';
import { type Prediction, withoutSample } from '../notation/predictions/prediction.ts';
import { DEPTH_FIELD } from './replay-moves.ts';
import { type JudgedPrediction, modelFigures } from './summarize-run.ts';
import {
  badInput,
  bounded,
  CANCELLED,
  defineTool,
  excerpt,
  rounded,
  type ToolAnswer,
  toolCancellation,
} from './tool.ts';

const MAX_SHOWN = 200;

/** Tool that scores every prediction of a file. */
export const SCORE_FILE = defineTool({
  name: 'score_file',
  title: 'Score the predictions in a file',
  description:
    'Scores the predictions ([%pfen MODEL FEN] in PGN, "# pfen" lines in FEN and EPD) of a file: figures per model (exact, verdicts, ' +
    'mean p_m and r_m, board accuracy, by game length) and the worst predictions with line, game, ply, move and verdict.',
  fields: {
    file: { kind: 'text', most: 4000, required: true, description: 'The file, in the workspace.' },
    depth: DEPTH_FIELD,
    most: {
      kind: 'whole',
      least: 1,
      most: 20_000,
      default: 1000,
      description: 'Maximum number of predictions to score; the others are only counted.',
    },
    show: {
      kind: 'whole',
      least: 0,
      most: MAX_SHOWN,
      default: 20,
      description: 'Number of worst predictions to list.',
    },
  },
  async run({ file, depth, most, show }, host, signal) {
    const source = await host.readFile(file);
    if (!source.ok) return source;
    const { name, text } = source.value;
    const language = detectLanguage(name, firstLine(text));
    if (language === undefined || languageName(language)?.isAnnotated !== true) {
      return badInput(
        `${name} cannot hold predictions; pass one of these file types: ${annotatedLanguages().join(', ')}`,
      );
    }
    const predictions = predictionsIn(text, language);
    if (predictions.length === 0) return err({ code: 'failed', message: `no predictions in ${name}` });
    const lines = new LineIndex(text);
    const comparers = new Comparers();
    const judged: JudgedPrediction[] = [];
    const worst: { badness: number; line: ToolAnswer }[] = [];
    let unscored = 0;
    let unread = 0;
    for (const prediction of predictions.slice(0, most)) {
      await host.turn();
      if (signal.aborted) return CANCELLED;
      const { trueFen, variant, world } = prediction;
      const history = new LineHistory(trueFen === undefined ? [] : prediction.history());
      const scored =
        trueFen === undefined
          ? undefined
          : comparers
              .of(variant, world)
              .compare(
                { trueFen, predictedFen: prediction.fen, history },
                { affordance: { m: depth }, conditional: false },
                toolCancellation(signal),
              );
      if (scored === undefined || !scored.ok) {
        if (scored?.error === 'unread') unread++;
        else unscored++;
        continue;
      }
      const { value } = scored;
      judged.push({ model: withoutSample(prediction.label.text), ply: prediction.ply, comparison: value });
      if (value.exactMatch) continue;
      const p = value.p.at(-1) ?? 0;
      const line = lines.positionAt(prediction.range.start).line + 1;
      worst.push({
        badness: 2 - p - value.boardAccuracy,
        line: {
          line,
          ...findPlace(prediction, history),
          label: prediction.label.text,
          sentence: excerpt(value.sentence, 200),
          says: excerpt(value.verdictText, 200),
          p: rounded(p),
        },
      });
    }
    worst.sort((a, b) => b.badness - a.badness);
    return ok({
      file: name,
      predictions: predictions.length,
      scored: judged.length,
      ...(unscored > 0 ? { true_state_unknown: unscored } : {}),
      ...(unread > 0 ? { unread } : {}),
      m: depth,
      models: modelFigures(judged, depth),
      worst: bounded(
        worst.map(({ line }) => line),
        show,
      ),
    });
  },
});

function findPlace({ game, ply, san }: Prediction, history: LineHistory): ToolAnswer {
  const move = history.length < 2 ? san : history.moveAfter(history.length - 2);
  return { game: game + 1, ply, ...(move === undefined ? {} : { move }) };
}
