import { plural } from '../../../base/text/counts.ts';
import { boardSvg, svgDataUri } from '../../../board/board-svg.ts';
import { predictionMarks } from '../../../board/marks.ts';
import { comparedBuiltInWorld, sceneSvg, worldBoard } from '../../../board/world-board.ts';
import { isComparedWorld } from '../../../metrics/comparison-rules.ts';
import { formatScore } from '../../../metrics/score-format.ts';
import { VERDICT_NAMES } from '../../../metrics/wording.ts';
import { compareCommand } from '../../exports/command-line.ts';
import type { Report, WorstSample } from '../report.ts';
import { depthName, placeText } from '../words.ts';
import { escape, type Markup } from './markup.ts';

/** Maximum number of boards: each takes about ten thousand characters. */
export const MAX_BOARDS = 36;

/** Returns the target of a click on the place of an answer; undefined where its file is not known. */
export type BoardLink = (answer: Pick<WorstSample, 'games' | 'place'>) => string | undefined;

/** Returns the worst answers as cards with boards, at most `MAX_BOARDS`. */
export function worstBoards({ worst, m, digits }: Report, linkOf: BoardLink = () => undefined): Markup {
  return `<ul class="worst">${worst
    .slice(0, MAX_BOARDS)
    .map((one, i) => card(one, i, { m, digits }, linkOf(one)))
    .join('\n')}</ul>`;
}

function card(
  one: WorstSample,
  number: number,
  { m, digits }: Pick<Report, 'm' | 'digits'>,
  link: string | undefined,
): Markup {
  const { trueFen, predicted, variant, world } = one;
  const command = compareCommand({ trueFen, predictedFen: predicted, variant, world, comparison: null });
  return (
    `<li data-worst="${number}"><h3>${escape(one.sentence)}</h3><p class="quiet">${escape(one.series)}<br>${escape(gameOf(one))}${placeMarkup(one, link)}</p>` +
    picture(one) +
    `<p>${escape(`${depthName('p', m)} ${formatScore(one.p, { digits })} · ${depthName('r', m)} ${formatScore(one.r, { digits })} · edit ${one.editDistance}${one.copies > 1 ? ` · the answer of ${one.copies} samples` : ''}`)}</p>` +
    `<details><summary>Positions</summary><p>true <code>${escape(trueFen)}</code></p>` +
    `<p>believed <code>${escape(predicted)}</code></p><p><code>${escape(command)}</code></p></details></li>`
  );
}

/** Returns the predicted board with its wrong parts marked; for a world without pictures, both states as text. */
function picture(one: WorstSample): Markup {
  const { trueFen, predicted, verdict, variant } = one;
  if (isComparedWorld(variant)) {
    const drawn = worldBoard(comparedBuiltInWorld(variant), predicted, trueFen, 'predicted');
    if (drawn !== undefined) {
      const { scene, marks, wrong } = drawn;
      const title = `State believed by ${one.series}; wrong: ${wrong.join(', ')}`;
      return `<img alt="${escape(title)}" width="270" src="${svgDataUri(sceneSvg({ scene, marks, size: 270, title }))}">`;
    }
    return `<pre class="state-text">${escape(trueFen)}</pre><pre class="state-text">${escape(predicted)}</pre>`;
  }
  const wrong = one.wrongSquares > 0 ? `${plural(one.wrongSquares, 'square')} wrong` : VERDICT_NAMES[verdict];
  const orientation = trueFen.trim().split(/\s+/)[1] === 'b' ? 'black' : 'white';
  const board = boardSvg({ fen: predicted, marks: predictionMarks(trueFen, predicted), size: 270, orientation });
  const alt = `Board believed by ${one.series}, wrong squares marked: ${wrong}`;
  return `<img alt="${escape(alt)}" width="270" height="270" src="${svgDataUri(board)}">`;
}

/** Returns file and line, as a link if it has a target. */
function placeMarkup({ place }: WorstSample, link: string | undefined): Markup {
  if (place === undefined) return '';
  const text = escape(placeText(place));
  return `<br>${link === undefined ? text : `<a href="${escape(link)}">${text}</a>`}`;
}

/** Formats the place of the sample: file, game, ply. */
function gameOf({ games, game, gameName, ply, san, file }: WorstSample): string {
  const name = gameName === null ? '' : ` (${gameName})`;
  const after = san === null ? '' : `, after ${san}`;
  return `${games ?? file}, game ${game + 1}${name}, ply ${ply}${after}`;
}
