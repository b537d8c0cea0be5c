import type { LanguageKit } from '../../core/languages/kit.ts';
import { languageKit } from '../../core/languages/kits.ts';
import { detectLanguage, firstLine, LANGUAGES, nameInEditor } from '../../core/languages/languages.ts';

/**
 * The kit of an open document.
 *
 * @param uri of the document; its path's ending tells languages apart that share one identifier in editors, as FEN and EPD do
 * @param languageId as the editor calls it; an unknown one (`plaintext`, or an editor without such a language) is
 *   judged by the name and the first line
 * @returns undefined when this is no document for the server
 */
export function documentKit(uri: string, languageId: string, text: string): LanguageKit | undefined {
  const path = uri.replace(/[?#].*$/s, '');
  const line = firstLine(text);
  const claimed = LANGUAGES.some(({ claims }) => claims?.(line) === true);
  const language = (claimed ? undefined : nameInEditor(languageId, path)?.id) ?? detectLanguage(path, line);
  return language === undefined ? undefined : languageKit(language);
}
