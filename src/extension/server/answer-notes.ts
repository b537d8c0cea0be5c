import * as vscode from 'vscode';
import { AT_ANSWER, COMPARE_COMMAND, type ComparePlace } from '../../protocol/lsp.ts';
import { ANSWER_NOTES, type NotedPlace } from '../platform/answers/notes.ts';

/** A link of a hover to a prediction. */
const LINK = new RegExp(`<a href="command:${COMPARE_COMMAND}\\?([^"]*)">[^<]*</a>`, 'g');

/** Adds to the hover of a prediction how its state was taken from the answer, behind the link to that. */
export async function noteHover(hover: vscode.Hover, token: vscode.CancellationToken): Promise<void> {
  const notes = ANSWER_NOTES.current;
  if (notes === undefined) return;
  for (const content of hover.contents) {
    if (!(content instanceof vscode.MarkdownString)) continue;
    const { value } = content;
    for (const { 0: link, 1: args = '', index } of value.matchAll(LINK)) {
      const place = placeOf(JSON.parse(decodeURIComponent(args)));
      if (place === undefined) continue;
      const sentence = await notes.sentence(place, token);
      const end = index + link.length;
      if (sentence !== '') content.value = `${value.slice(0, end)}<br>${inHtml(sentence)}${value.slice(end)}`;
      break;
    }
  }
}

/** Adds to the tooltips of lenses what is doubtful about their answers. */
export function noteLenses(document: vscode.TextDocument, lenses: readonly vscode.CodeLens[]): void {
  const notes = ANSWER_NOTES.current;
  if (notes === undefined || lenses.length === 0) return;
  for (const lens of lenses) noteLens(lens);
  notes.shown(document);
}

/** The same of a lens that was resolved. */
export function noteLens({ command }: vscode.CodeLens): void {
  const args: unknown = command?.arguments;
  const place = command?.command === COMPARE_COMMAND ? placeOf(args, false) : undefined;
  const doubt = place === undefined ? '' : (ANSWER_NOTES.current?.doubt(place) ?? '');
  if (command === undefined || doubt === '') return;
  command.tooltip = [command.tooltip ?? '', doubt.replaceAll('`', '')].filter((line) => line !== '').join('\n');
}

/** The prediction that the arguments of a link name; undefined for other links. */
function placeOf(args: unknown, isAnswer = true): NotedPlace | undefined {
  if (!Array.isArray(args)) return undefined;
  const [uri, place, part]: readonly unknown[] = args;
  if (typeof uri !== 'string' || typeof place !== 'object' || place === null) return undefined;
  if (isAnswer && part !== AT_ANSWER) return undefined;
  const { label, ...rest } = place as ComparePlace;
  return label === undefined ? undefined : { uri, place: { ...rest, label } };
}

const ENTITIES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };

/** A sentence with quotations in backticks, as HTML in which nothing is Markdown. */
const inHtml = (sentence: string): string =>
  sentence
    .split('`')
    .map((part) => part.replace(/[<>&"]/g, (sign) => ENTITIES[sign] ?? sign))
    .map((part, i) => (i % 2 === 1 ? `<code>${part}</code>` : part))
    .join('');
