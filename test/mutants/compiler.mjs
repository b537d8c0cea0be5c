// The compiler, asked about mutants: one that it refuses is none, since it never gets as far as a test.
import fs from 'node:fs';
import path from 'node:path';
import { API } from 'typescript/unstable/sync';

/** Unused names and code that is never reached: what is left is the same program. */
const HARMLESS = new Set([6133, 6138, 6192, 6196, 6198, 7027]);

/** The `tsconfig.json` whose project a file belongs to. */
function configOf(file) {
  for (let folder = path.dirname(path.resolve(file)); ; folder = path.dirname(folder)) {
    const config = path.join(folder, 'tsconfig.json');
    if (fs.existsSync(config)) return config;
    if (folder === path.dirname(folder)) throw new Error(`${file} is in no project`);
  }
}

export class Compiler {
  #changed = { file: '', text: '' };
  #api = new API({ fs: { readFile: (name) => (name === this.#changed.file ? this.#changed.text : undefined) } });

  /** True if the file of a mutant does not compile; `source` is the file without it. The files that import it are not looked at. */
  refuses(mutant, source) {
    const config = configOf(mutant.file);
    const file = path.resolve(mutant.file);
    const last = this.#changed.file;
    this.#changed = { file, text: source.slice(0, mutant.start) + mutant.text + source.slice(mutant.end) };
    const changed = last === '' || last === file ? [file] : [last, file];
    const snapshot = this.#api.updateSnapshot({ openProjects: [config], fileChanges: { changed } });
    try {
      const { program } = snapshot.getProject(config);
      const isWrong = ({ code }) => !HARMLESS.has(code);
      return program.getSyntacticDiagnostics(file).length > 0 || program.getSemanticDiagnostics(file).some(isWrong);
    } finally {
      snapshot.dispose();
    }
  }

  close() {
    this.#api.close();
  }
}
