import { firstLine, languageOf } from '../../core/languages/language-of.ts';
import { looksLikeMav } from '../../core/mav/read-mav.ts';
import { CHECKED_LANGUAGES, type Language } from '../../core/notation/language.ts';

/**
 * The language of an open document.
 *
 * @param uri of the document; its path's ending tells EPD from FEN, which share one identifier in editors
 * @param languageId as the editor calls it; an unknown one (`plaintext`, or an editor without such a language) is
 *   judged by the name and the first line
 * @returns undefined when this is no document for the server
 */
export function documentLanguage(uri: string, languageId: string, text: string): Language | undefined {
  const path = uri.replace(/[?#].*$/s, '');
  const named = CHECKED_LANGUAGES.find((language) => language === languageId);
  const line = firstLine(text);
  // an editor without such a language may take a table for anything
  if (named === undefined || looksLikeMav(line) || languageOf('', line) === 'table') return languageOf(path, line);
  return named === 'fen' && languageOf(path) === 'epd' ? 'epd' : named;
}
