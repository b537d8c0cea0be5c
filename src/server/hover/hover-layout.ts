import { svgDataUri } from '../../core/board/board-svg.ts';
import { sceneSvg, sceneText, type WorldBoard } from '../../core/board/world-board.ts';
import { OPEN_STATE_COMMAND } from '../../protocol/lsp.ts';
import type { Orientation } from '../../protocol/settings.ts';
import type { ServerDocument } from '../documents/document.ts';

/** Title of links to the state view. */
export const STATE_VIEW = 'State View';

/** Form of a client's hovers. */
export interface HoverStyle {
  /** True for images; otherwise boards are text. */
  readonly images: boolean;
  readonly markdown: boolean;
  /** True for HTML tables with links to commands, with text beside the image. */
  readonly html: boolean;
  readonly orientation: Orientation;
}

/** A command that a hover links to. */
export interface HoverLink {
  readonly title: string;
  readonly command: string;
  readonly arguments: readonly unknown[];
}

/** Returns the link of a hover that shows a position. */
export const linkTo = ({ uri, buffer }: ServerDocument, offset: number): HoverLink => ({
  title: STATE_VIEW,
  command: OPEN_STATE_COMMAND,
  arguments: [uri, buffer.positionAt(offset)],
});

/** A line of a hover. If there is not enough room, lines of the highest rank are omitted. */
export interface HoverLine {
  readonly text: string;
  readonly rank: number;
  /** True to format it as code. */
  readonly isCode?: boolean;
}

/** Content of a hover. */
export interface HoverContent {
  /** Title, in bold. */
  readonly title: string;
  /** Text beside the title. */
  readonly facts?: string;
  /** An image as SVG, and the same as text; without it the hover is text alone. */
  readonly board?: { readonly svg: () => string; readonly text: () => readonly string[] };
  readonly lines: readonly HoverLine[];
  readonly links?: readonly HoverLink[];
}

/** Maximum length of a line of a hover, in characters. */
const MAX_LENGTH = 300;
/**
 * Rows beside an image that VS Code's hover, initially 250 pixels high, shows without a scroll bar; and characters of a
 * row.
 */
const ROWS = 10;
const ROW_LENGTH = 66;

/**
 * Returns the width of a square board, in pixels: the height of a hover, reduced if title and text are above and below.
 */
export const boardSize = ({ html }: HoverStyle): number => (html ? 208 : 184);

/** Lays out a hover as text: the text beside the image if the client can, otherwise above and below. */
export function layout(content: HoverContent, style: HoverStyle): string {
  if (style.html && style.images) return asTable(content);
  const { title, facts = '', board, lines } = content;
  const below = lines.map(({ text, isCode }) =>
    isCode === true ? code(text, style) : escaped(shortened(text), style),
  );
  return [
    strong(shortened(title), style) + escaped(facts, style),
    board === undefined ? '' : style.images ? `![board](${svgDataUri(board.svg())})` : codeBlock(board.text(), style),
    below.join(style.markdown ? '  \n' : '\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Lays out a single line of text. */
export const textHover = (text: string, style: HoverStyle): string => escaped(shortened(text), style);

function asTable({ title, facts = '', board, lines, links = [] }: HoverContent): string {
  const head = `<b>${inHtml(shortened(title))}</b>${inHtml(facts)}`;
  // The client may add the reading of the answer that a prediction links to.
  const shown = fitting(lines, ROWS - rowsOf(title + facts) - Math.min(links.length, 2));
  // Beside a view an editor is narrow and rows wrap: links are placed where they are visible without scrolling.
  const rows = [
    head,
    ...(links.length > 0 ? [links.map(anchor).join(' · ')] : []),
    ...shown.map(({ text, isCode }) => (isCode === true ? `<code>${inHtml(text)}</code>` : inHtml(shortened(text)))),
  ].join('<br>');
  if (board === undefined) return rows;
  return `<table><tr><td><img src="${svgDataUri(board.svg())}" alt="board"></td><td>&nbsp;</td><td>${rows}</td></tr></table>`;
}

const anchor = ({ title, command, arguments: args }: HoverLink): string =>
  `<a href="command:${command}?${encodeURIComponent(JSON.stringify(args))}">${inHtml(title)}</a>`;

const rowsOf = (text: string): number => Math.max(1, Math.ceil(text.length / ROW_LENGTH));

/** Returns the lines of the lowest ranks that fit, in their order. */
function fitting(lines: readonly HoverLine[], room: number): readonly HoverLine[] {
  const kept = new Set<HoverLine>();
  let left = room;
  for (const line of [...lines].sort((a, b) => a.rank - b.rank)) {
    left -= rowsOf(line.text);
    if (left < 0) break;
    kept.add(line);
  }
  return lines.filter((line) => kept.has(line));
}

const shortened = (text: string): string => (text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH)}…`);

const strong = (text: string, style: HoverStyle): string =>
  style.markdown ? `**${escaped(text, style)}**` : escaped(text, style);

function codeBlock(lines: readonly string[], { markdown }: HoverStyle): string {
  return markdown ? `\`\`\`text\n${lines.join('\n')}\n\`\`\`` : lines.join('\n');
}

/** Formats a code span; the text of a file can contain anything, including the end of one. */
function code(text: string, { markdown }: HoverStyle): string {
  const plain = shortened(text).replace(/\s+/g, ' ');
  return markdown ? `\`${plain.replace(/`/g, "'")}\`` : plain;
}

/** Escapes text for Markdown and HTML. */
function escaped(text: string, { markdown }: HoverStyle): string {
  const plain = text.replace(/\s+/g, ' ');
  if (!markdown) return plain;
  return plain.replace(/[\\`*_[\]<>&~]/g, (c) => ENTITIES[c] ?? `\\${c}`);
}

/** Escapes text within HTML elements, where Markdown does not apply, and prevents automatic links. */
const inHtml = (text: string): string => text.replace(/\s+/g, ' ').replace(/[<>&"]/g, (c) => ENTITIES[c] ?? c);

const ENTITIES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };

/** Returns the image of a state of a world for a hover. */
export const worldPicture = (
  { scene, marks, wrong }: WorldBoard,
  title: string,
  style: HoverStyle,
): NonNullable<HoverContent['board']> => ({
  svg: () => sceneSvg({ scene, marks, size: boardSize(style), title }),
  text: () => sceneText(scene, new Set(wrong)),
});
