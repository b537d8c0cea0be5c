import { ok } from '../base/result.ts';
import { checkCounted } from '../languages/check.ts';
import { languageOf } from '../languages/language-of.ts';
import type { Diagnostic } from '../notation/diagnostics/diagnostic.ts';
import { LANGUAGES } from '../notation/language.ts';
import { bounded, excerpt } from './bounded.ts';
import { TextPlaces } from './text-places.ts';
import { badInput, CANCELLED, cancellationOf, defineTool } from './tool.ts';

export const MAX_TEXT_LENGTH = 2_000_000;
const MAX_FINDINGS = 100;
const SEVERITIES = ['error', 'warning', 'info', 'hint'] as const;

/** What is wrong in a text. */
export const CHECK_TEXT = defineTool({
  name: 'check_text',
  title: 'Check a PGN, FEN, EPD or MAV text',
  description:
    'Finds what is wrong in a PGN, FEN, EPD or MAV text or file: illegal moves, broken syntax, impossible positions, wrong lists of ' +
    'actions, each with line, column, game, ply and move, counted from 1. Use it on what you wrote before you rely on it.',
  fields: {
    text: { kind: 'text', most: MAX_TEXT_LENGTH, description: 'The text; or give a file instead.' },
    file: { kind: 'text', most: 4000, description: 'A file of the workspace, in place of a text.' },
    language: {
      kind: 'text',
      most: 10,
      oneOf: LANGUAGES,
      description: "Told by the file's ending or the first line when left out.",
    },
    fixes: { kind: 'flag', description: 'Also tell what a quick fix would do.' },
  },
  async run({ text: given, file, language: named, fixes }, host, signal) {
    if ((given === undefined) === (file === undefined)) return badInput('give either "text" or "file"');
    const source = given === undefined ? await host.readFile(file ?? '') : ok({ name: '', text: given });
    if (!source.ok) return source;
    const { name, text } = source.value;
    const language = named ?? languageOf(name, /^\s*([^\r\n]*)/.exec(text.slice(0, 10_000))?.[1] ?? '');
    if (language === undefined) return badInput('cannot tell what the text is; name its "language"');
    const { found, games } = checkCounted(text, language, {}, cancellationOf(signal));
    if (signal.aborted) return CANCELLED;
    const places = new TextPlaces(text, language);
    const tell = (d: Diagnostic) => ({
      severity: d.severity,
      code: d.code,
      message: d.message,
      ...places.at(d.range.start, d.game),
      at: excerpt(text.slice(d.range.start, Math.min(d.range.end, d.range.start + 200)), 60),
      ...(fixes && d.fixes?.[0] !== undefined ? { fix: d.fixes[0].title } : {}),
    });
    // the worst first, so that what is cut away is the least
    const ranked = SEVERITIES.flatMap((severity) => found.filter((d) => d.severity === severity));
    const { items, ...rest } = bounded(ranked, MAX_FINDINGS);
    return ok({
      language,
      games,
      counts: Object.fromEntries(SEVERITIES.map((s) => [s, found.filter((d) => d.severity === s).length])),
      findings: { items: items.map(tell), ...rest },
    });
  },
});
