import { analysisUrl, type PositionLink } from '../../notation/pgn/outline/links.ts';
import type { MavView } from '../view.ts';

/** The states of chess of a section, as they are printed, each with the address of its board; in the order of the text. */
export function mavLinks({ examples }: MavView): PositionLink[] {
  const links: PositionLink[] = [];
  for (const { model } of examples) {
    const { game } = model;
    if (game?.hasFen !== true) continue;
    const variant = game.automaton.id === 'chess960' ? 'chess960' : 'chess';
    for (const { word, reading } of [...model.previous, ...model.current, ...model.final])
      if (reading.state !== undefined)
        links.push({ range: word.range, url: analysisUrl(game.write(reading.state, 'FEN'), variant) });
  }
  return links.sort((a, b) => a.range.start - b.range.start);
}
