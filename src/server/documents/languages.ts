import type { LanguageKit } from '../../core/languages/kit.ts';
import { languageKit } from '../../core/languages/kits.ts';
import { detectLanguage, firstLine, LANGUAGES, nameInEditor } from '../../core/languages/languages.ts';

/**
 * Returns the kit of an open document.
 *
 * @param uri of the document; the extension in its path distinguishes languages that share an identifier in editors, as
 * FEN and EPD do
 * @param languageId identifier in the editor; for an unknown one (`plaintext`, or an editor without such a language),
 * the name and the first line decide
 * @returns undefined for a document that the server does not read
 */
export function documentKit(uri: string, languageId: string, text: string): LanguageKit | undefined {
  const path = uri.replace(/[?#].*$/s, '');
  const line = firstLine(text);
  const claimed = LANGUAGES.some(({ claims }) => claims?.(line) === true);
  const language = (claimed ? undefined : nameInEditor(languageId, path)?.id) ?? detectLanguage(path, line);
  return language === undefined ? undefined : languageKit(language);
}
