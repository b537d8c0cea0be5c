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

/** What an editor shows and asks; no test does. */
export const window = {};
export const commands = {};

/** A span between two offsets: documents of tests have offsets for positions. */
export class Range {
  readonly start: number;
  readonly end: number;

  constructor(start: number, end: number) {
    this.start = start;
    this.end = end;
  }
}

export const TextEdit = {
  replace: (range: Range, newText: string) => ({ range, newText }),
};

export class WorkspaceEdit {
  edits: readonly ReturnType<typeof TextEdit.replace>[] = [];

  set(_uri: unknown, edits: WorkspaceEdit['edits']): void {
    this.edits = edits;
  }
}

/** A test that applies edits puts its own function here. */
export const workspace = {
  applyEdit: (_edit: WorkspaceEdit): Promise<boolean> => Promise.reject(new Error('no edit is expected')),
};
