import { shiftDiagnostic } from '../../core/diagnostics/diagnostic.ts';
import { toLsp } from '../diagnostics.ts';
import { type ActionSource, editAction } from './source.ts';

/** The repairs of the diagnostics that a selection touches. */
export const quickFixes: ActionSource = {
  kind: 'quickfix',
  actions({ document, range }, { client }) {
    const { sections } = document;
    if (sections.count === 0) return [];
    const last = sections.indexAt(range.end);
    const place = document.rangeAt.bind(document);
    const found = [];
    for (let i = sections.indexAt(range.start); i <= last; i++) {
      const { section, offset, game } = sections.at(i);
      found.push(...(section.found ?? []).map((d) => shiftDiagnostic(d, offset, game)));
    }
    return found
      .filter((d) => d.fixes !== undefined && d.range.start <= range.end && range.start <= d.range.end)
      .flatMap((d) => {
        const diagnostics = toLsp(place, [{ found: [d], offset: 0 }], { uri: document.uri, related: client.related });
        return (d.fixes ?? []).map(({ title, edits, safe }, i) =>
          editAction(document, title, 'quickfix', edits, { diagnostics, isPreferred: safe && i === 0 }),
        );
      });
  },
};
