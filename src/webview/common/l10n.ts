import { setTexts } from '../../core/base/text/l10n.ts';

export { t } from '../../core/base/text/l10n.ts';

/** The translations that the extension put into the page; none where VS Code is English. */
function pageTexts(): Record<string, string> {
  // parts of pages are tested without one
  if (typeof document === 'undefined') return {};
  const data: unknown = JSON.parse(document.getElementById('texts')?.textContent ?? '{}');
  return typeof data === 'object' && data !== null
    ? Object.fromEntries(
        Object.entries(data).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      )
    : {};
}

// Before any other module of the page asks for a text.
setTexts(pageTexts());
