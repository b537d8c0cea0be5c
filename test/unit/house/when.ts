/** The values of context keys; a missing one is undefined. */
export type Context = Readonly<Record<string, string | number | boolean>>;

/** Whether a `when` clause holds: `&&`, `||`, `!`, `==`, `!=`, `=~`, `>`, parentheses and keys. Throws for anything else. */
export function holds(clause: string, context: Context): boolean {
  const tokens = clause.match(/\(|\)|&&|\|\||==|!=|=~|!(?!=)|>|\/(?:\\.|[^/\\])+\/[a-z]*|[\w.*-]+|\S/g) ?? [];
  let at = 0;
  const take = (token: string): boolean => tokens[at] === token && ++at > 0;
  const value = (): boolean => {
    if (take('!')) return !value();
    if (take('(')) {
      const inner = either();
      if (!take(')')) throw new Error(`no end of a parenthesis: ${clause}`);
      return inner;
    }
    const key = tokens[at++] ?? '';
    if (!/^[\w.]+$/.test(key)) throw new Error(`"${key}" is not a key: ${clause}`);
    const known = context[key];
    if (take('==')) return String(known ?? '') === tokens[at++];
    if (take('!=')) return String(known ?? '') !== tokens[at++];
    if (take('>')) return Number(known ?? 0) > Number(tokens[at++]);
    if (take('=~')) {
      const [, pattern = '', flags] = /^\/(.*)\/([a-z]*)$/s.exec(tokens[at++] ?? '') ?? [];
      return new RegExp(pattern, flags).test(String(known ?? ''));
    }
    return key === 'true' || (key !== 'false' && Boolean(known));
  };
  const both = (): boolean => {
    let all = value();
    while (take('&&')) all = value() && all;
    return all;
  };
  const either = (): boolean => {
    let any = both();
    while (take('||')) any = both() || any;
    return any;
  };
  const result = either();
  if (at < tokens.length) throw new Error(`"${tokens[at]}" is too much: ${clause}`);
  return result;
}
