/** Values for the placeholders of a text: `{name}`. */
type Named = Readonly<Record<string, string | number | boolean>>;

let translations: Readonly<Record<string, string>> = {};

/** Sets the translations of this program's texts: English text to text. Without a translation a text stays English. */
export function setTexts(bundle: Readonly<Record<string, string>>): void {
  translations = bundle;
}

/**
 * Returns a text for people in the language that `setTexts` has set, with `{0}` and `{name}` filled in. The first
 * argument is a literal, from which `scripts/l10n.mjs` makes the English bundle. Call it when the text is displayed: a
 * constant of a module may be older than the language.
 */
export function t(message: string, ...values: (string | number | boolean)[]): string;
export function t(message: string, values: Named): string;
export function t(message: string, ...values: (string | number | boolean)[] | [Named]): string {
  const text = Object.hasOwn(translations, message) ? (translations[message] ?? message) : message;
  const [first] = values;
  const named: Named = typeof first === 'object' ? first : Object.fromEntries(values.entries());
  return text.replace(/\{(\w+)\}/g, (place, name: string) =>
    Object.hasOwn(named, name) ? String(named[name]) : place,
  );
}
