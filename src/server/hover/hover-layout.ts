import { svgDataUri } from '../../core/board/board-svg.ts';
import { sceneSvg, sceneText, type WorldBoard } from '../../core/board/world-board.ts';
import { OPEN_STATE_COMMAND } from '../../protocol/lsp.ts';
import type { Orientation } from '../../protocol/settings.ts';
import type { ServerDocument } from '../documents/document.ts';

/** The title of links to the state view. */
export const STATE_VIEW = 'State View';

/** The form of a client's hovers. */
export interface HoverStyle {
  /** Pictures, else boards as text. */
  readonly images: boolean;
  readonly markdown: boolean;
  /** Tables of HTML with links to commands: words stand beside the picture. */
  readonly html: boolean;
  readonly orientation: Orientation;
}

/** A command that a hover links to. */
export interface HoverLink {
  readonly title: string;
  readonly command: string;
  readonly arguments: readonly unknown[];
}

/** The link of a hover that shows a position. */
export const linkTo = ({ uri, buffer }: ServerDocument, offset: number): HoverLink => ({
  title: STATE_VIEW,
  command: OPEN_STATE_COMMAND,
  arguments: [uri, buffer.positionAt(offset)],
});

/** A line of a hover. Where there is no room for all, those of the highest rank are left out. */
export interface HoverLine {
  readonly text: string;
  readonly rank: number;
  /** Set as code. */
  readonly isCode?: boolean;
}

/** What a hover shows. */
export interface HoverContent {
  /** Set strong. */
  readonly title: string;
  /** Beside the title. */
  readonly facts?: string;
  /** A picture as SVG, and the same as text; without it there are but words. */
  readonly board?: { readonly svg: () => string; readonly text: () => readonly string[] };
  readonly lines: readonly HoverLine[];
  readonly links?: readonly HoverLink[];
}

/** Longest line of a hover, in characters. */
const MAX_LENGTH = 300;
/** Rows beside a picture, which VS Code's hover, 250 pixels high at first, shows without a scroll bar; and characters of a row. */
const ROWS = 10;
const ROW_LENGTH = 66;

/** Width of a square board, in pixels: that of a hover's height, or with title and words above and below it less. */
export const boardSize = ({ html }: HoverStyle): number => (html ? 208 : 184);

/** A hover as text: the words beside the picture where the client can, else above and below. */
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

/** A line of text alone. */
export const textHover = (text: string, style: HoverStyle): string => escaped(shortened(text), style);

function asTable({ title, facts = '', board, lines, links = [] }: HoverContent): string {
  const head = `<b>${inHtml(shortened(title))}</b>${inHtml(facts)}`;
  // Where a prediction leads to its answer, the client may add how that was read.
  const shown = fitting(lines, ROWS - rowsOf(title + facts) - Math.min(links.length, 2));
  // Beside a view an editor is narrow and rows are more: links stand where they are seen without scrolling.
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

/** The lines of the lowest ranks that have room, in their order. */
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

/** A code span; the text of a file may hold anything, also what ends one. */
function code(text: string, { markdown }: HoverStyle): string {
  const plain = shortened(text).replace(/\s+/g, ' ');
  return markdown ? `\`${plain.replace(/`/g, "'")}\`` : plain;
}

/** Text that Markdown and HTML take for text. */
function escaped(text: string, { markdown }: HoverStyle): string {
  const plain = text.replace(/\s+/g, ' ');
  if (!markdown) return plain;
  return plain.replace(/[\\`*_[\]<>&~]/g, (c) => ENTITIES[c] ?? `\\${c}`);
}

/** Text inside of HTML elements, in which nothing is Markdown; what Markdown would take for a link of its own is none. */
const inHtml = (text: string): string => text.replace(/\s+/g, ' ').replace(/[<>&"]/g, (c) => ENTITIES[c] ?? c);

const ENTITIES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };

/** The picture of a state of a world for a hover. */
export const worldPicture = (
  { scene, marks, wrong }: WorldBoard,
  title: string,
  style: HoverStyle,
): NonNullable<HoverContent['board']> => ({
  svg: () => sceneSvg({ scene, marks, size: boardSize(style), title }),
  text: () => sceneText(scene, new Set(wrong)),
});
