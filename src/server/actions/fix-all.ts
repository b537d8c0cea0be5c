import { type AllFixes, allFixes } from '../../core/diagnostics/fix-all.ts';
import { foundIn } from './found.ts';
import { type ActionSource, checkRest, editAction } from './source.ts';

/** One action changes no more places; asked for again, it changes the next ones. */
const MOST_EDITS = 5000;

/** All safe repairs of a file, for a command or `editor.codeActionsOnSave`. */
export const fixAll: ActionSource = {
  kind: 'source.fixAll.statelens',
  actions({ document }, context) {
    checkRest(document, context);
    const all = allFixes(foundIn(document, 0, document.sections.count - 1, context.settings()), MOST_EDITS);
    return all.fixed === 0 ? [] : [editAction(document, title(all, 'safe repair'), fixAll.kind, all.edits)];
  },
};

/** The safe repairs of all diagnostics with the code of one that a selection touches. */
export const fixKind: ActionSource = {
  kind: 'quickfix',
  actions({ document, range }, context) {
    const { sections } = document;
    if (sections.count === 0) return [];
    checkRest(document, context);
    const settings = context.settings();
    const here = foundIn(document, sections.indexAt(range.start), sections.indexAt(range.end), settings);
    const codes = new Set(
      [...here]
        .filter((d) => d.range.start <= range.end && range.start <= d.range.end && d.fixes?.some(({ safe }) => safe))
        .map(({ code }) => code),
    );
    if (codes.size === 0) return [];
    return [...codes].flatMap((code) => {
      const all = allFixes(foundIn(document, 0, sections.count - 1, settings), MOST_EDITS, code);
      return all.total < 2 ? [] : [editAction(document, title(all, code), 'quickfix', all.edits)];
    });
  },
};

function title({ fixed, total }: AllFixes, what: string): string {
  if (fixed < total) return `Fix ${fixed} of ${total} (${what}) in the file; again for the rest`;
  return total === 1 ? `Fix 1 (${what}) in the file` : `Fix all ${total} (${what}) in the file`;
}
