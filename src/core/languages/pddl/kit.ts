import { isPddlProblem } from '../../notation/check-world-files.ts';
import { pddlHover, pddlOutline } from '../../notation/pddl-symbols.ts';
import type { LanguageKit } from '../kit.ts';
import { languageRow } from '../languages.ts';
import { WHOLE } from '../section-readers.ts';
import { checkPddlFile } from './check.ts';

/** Maximum length of a text with an outline and folds: each reads it as a whole. */
const MAX_OUTLINED = 1_000_000;

export const PDDL: LanguageKit = {
  ...languageRow('pddl'),
  // the world of a problem is made to know its size, which takes a second if it is large
  sections: { ...WHOLE, checkedIn: 'pool' },
  check: checkPddlFile,
  besideOptions: (text, beside) => (isPddlProblem(text) ? { domain: beside.domain(text) } : {}),
  outline: (text) => (text.length > MAX_OUTLINED ? [] : pddlOutline(text)),
  *folds(text) {
    if (text.length > MAX_OUTLINED) return;
    for (const { range, children } of pddlOutline(text)) {
      yield { kind: 'region', range };
      for (const child of children) yield { kind: 'region', range: child.range };
    }
  },
  hover(text, offset, beside) {
    const domain = beside !== undefined && isPddlProblem(text) ? beside.domain(text) : undefined;
    const found = pddlHover(text, offset, domain?.ok === true ? domain.value.text : undefined);
    return found && { range: found.range, code: found.declaration, text: found.what };
  },
};
