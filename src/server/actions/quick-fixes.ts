import { toLsp } from '../diagnostics/diagnostics.ts';
import { foundIn } from './found.ts';
import { type ActionSource, checkRest, editAction } from './source.ts';

/** The repairs of the diagnostics that a selection touches. */
export const quickFixes: ActionSource = {
  kind: 'quickfix',
  actions({ document, range }, context) {
    const { sections } = document;
    if (sections.count === 0) return [];
    checkRest(document, context);
    const place = document.rangeAt.bind(document);
    return [...foundIn(document, sections.indexAt(range.start), sections.indexAt(range.end), context.settings())]
      .filter((d) => d.fixes !== undefined && d.range.start <= range.end && range.start <= d.range.end)
      .flatMap((d) => {
        const diagnostics = toLsp(place, [{ found: [d], offset: 0 }], {
          uri: document.uri,
          related: context.client.related,
        });
        return (d.fixes ?? []).map(({ title, edits, safe }, i) =>
          editAction(document, title, 'quickfix', edits, { diagnostics, isPreferred: safe && i === 0 }),
        );
      });
  },
};
