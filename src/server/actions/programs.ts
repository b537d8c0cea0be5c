import type { CodeAction } from 'vscode-languageserver';
import { PROCESS, programCommandLine, programSpec } from '../../core/worlds/world-spec.ts';
import { type AllowedProgram, START_PROGRAM_COMMAND } from '../../protocol/lsp.ts';
import { toLsp } from '../diagnostics/diagnostics.ts';
import { splitUri } from '../documents/open-domain.ts';
import { type ActionSource, findingsIn } from './source.ts';

/** Maximum length of a command in the title, in UTF-16 units; the question that follows shows all of it. */
const MAX_SHOWN = 60;

/** Starts the program of a walk that is not allowed yet, or has failed, if the client asks its user about programs. */
export const programActions: ActionSource = {
  kind: 'quickfix',
  actions({ document, range }, { client, settings }) {
    const { sections, kit, uri, buffer } = document;
    if (!client.startsPrograms || kit?.worldsOf === undefined || sections.count === 0) return [];
    const actions: CodeAction[] = [];
    for (const d of findingsIn(document, sections.indexAt(range.start), sections.indexAt(range.end), settings())) {
      if (d.code !== 'WALK_PROGRAM' && d.code !== 'WALK_BAD_WORLD') continue;
      if (d.range.end < range.start || range.end < d.range.start) continue;
      const name = buffer.slice(d.range.start, d.range.end);
      const program = name.startsWith(PROCESS) ? programSpec(name) : undefined;
      if (program === undefined) continue;
      const allowed: AllowedProgram = { words: program.command, folder: splitUri(uri).folder };
      const again = d.code === 'WALK_PROGRAM' ? '' : ' again';
      const title = `Start ${shortened(programCommandLine(program))}${again} for this window…`;
      actions.push({
        title,
        kind: 'quickfix',
        diagnostics: toLsp((place) => document.rangeAt(place), [{ found: [d], offset: 0 }], {
          uri,
          related: client.related,
        }),
        command: { title, command: START_PROGRAM_COMMAND, arguments: [allowed] },
      });
    }
    return actions;
  },
};

const shortened = (text: string): string => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);
