/**
 * What modules without an editor use of the API of VS Code, for tests: texts, as VS Code gives them where it has no translation.
 */
export const l10n = {
  t: (message: string, ...values: unknown[]): string => {
    const [first] = values;
    const named = typeof first === 'object' && first !== null ? first : values;
    return message.replace(/\{([^}]+)\}/g, (place, name: string) => String(Reflect.get(named, name) ?? place));
  },
};
