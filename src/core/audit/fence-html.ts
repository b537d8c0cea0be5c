import { boardSvg, escapeXml, svgDataUri } from '../board/board-svg.ts';
import { fencePosition } from './fences.ts';

const SIZE = 320;

/**
 * Returns a `chess` fence as HTML for a Markdown preview: its board as an image that needs neither scripts nor the
 * network, otherwise its text and the reason why there is no board.
 *
 * @param line of the fence in its document, from 0: previews scroll by it
 */
export function fenceHtml(text: string, line: number | undefined): string {
  const place = line === undefined ? '' : ` class="code-line" data-line="${line}"`;
  const position = fencePosition(text);
  if ('problem' in position) {
    return `<pre${place}><code>${text.split(/\r?\n/).map(escapeXml).join('\n')}</code></pre><p><em>StateLens: ${escapeXml(position.problem)}</em></p>\n`;
  }
  const { fen, lastMove } = position;
  const side = fen.split(' ')[1] === 'b' ? 'black' : 'white';
  const image = svgDataUri(boardSvg({ fen, size: SIZE }));
  const after = lastMove === undefined ? '' : `after ${lastMove}, `;
  const caption = escapeXml(`${after}${side} to move: ${fen}`);
  return `<p${place}><img src="${image}" alt="${caption}" title="${caption}" width="${SIZE}" height="${SIZE}"></p>\n`;
}
