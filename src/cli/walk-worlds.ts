import { statSync } from 'node:fs';
import path from 'node:path';
import { dialectFiles, pddlFolder } from '../compute/worlds/node-files-beside.ts';
import { err, type Result } from '../core/base/result.ts';
import { languageName } from '../core/languages/languages.ts';
import type { CheckOptions } from '../core/languages/sections.ts';
import type { DialectSource } from '../core/languages/trace/section-trace.ts';
import { isPddlProblem } from '../core/notation/check-world-files.ts';
import type { Language } from '../core/notation/language.ts';
import { filesNamed, type WorldFiles, worldFromFile } from '../core/notation/walk/walk-world.ts';
import { findDomain } from '../core/worlds/pddl/problem.ts';
import type { WorldSpec } from '../core/worlds/world-spec.ts';
import { STDIN } from './io/files.ts';
import type { Terminal } from './io/terminal.ts';
import { readText } from './io/text-source.ts';

/** Size limit of a world file in bytes. */
const MAX_BYTES = 1 << 24;

/** Files that a file names, or that lie beside it: worlds of walks, each read once, the domain of a problem, dialects of traces. */
export class WalkWorlds {
  readonly #terminal: Terminal;
  readonly #folder: string;
  readonly #name: string;
  #dialects: readonly DialectSource[] | undefined;
  readonly #known = new Map<string, Result<WorldSpec, string>>();

  /** @param file the walk file, or `-`; names in it are relative to its folder */
  constructor(terminal: Terminal, file: string) {
    this.#terminal = terminal;
    this.#folder = file === '-' ? '.' : path.dirname(file);
    this.#name = file === '-' ? STDIN : path.basename(file);
  }

  /** Returns the files that a text, or a part of one, names; undefined if it names none. */
  async of(text: string, language: Language): Promise<WorldFiles | undefined> {
    const names = languageName(language)?.hasWalks === true ? filesNamed(text) : [];
    if (names.length === 0) return undefined;
    const files: Record<string, Result<WorldSpec, string>> = {};
    for (const name of names) {
      const found = this.#known.get(name) ?? (await this.#read(name));
      this.#known.set(name, found);
      files[name] = found;
    }
    return files;
  }

  /** Returns the options for checking such a text; for a problem in PDDL with its domain. */
  async optionsFor(text: string, language: Language, options: CheckOptions): Promise<CheckOptions> {
    if (languageName(language)?.hasDomain === true)
      return isPddlProblem(text)
        ? { ...options, domain: findDomain({ name: this.#name, text }, pddlFolder(this.#folder)) }
        : options;
    const traceDialects = this.dialectsFor(language);
    if (traceDialects.length > 0) return { ...options, traceDialects };
    const worlds = await this.of(text, language);
    return worlds === undefined ? options : { ...options, worlds };
  }

  /** Returns the dialect files in its folder; none for a language other than that of traces. */
  dialectsFor(language: Language): readonly DialectSource[] {
    if (languageName(language)?.isTrace !== true) return [];
    this.#dialects ??= dialectFiles(this.#folder).map(({ name, text }) => ({ name, text }));
    return this.#dialects;
  }

  async #read(name: string): Promise<Result<WorldSpec, string>> {
    if (path.isAbsolute(name)) return err(`${name} must be relative to the folder of the walk`);
    const file = path.join(this.#folder, name);
    const stat = statSync(file, { throwIfNoEntry: false });
    if (stat?.isFile() !== true) return err(`cannot read ${name}: there is no such file beside the walk`);
    if (stat.size > MAX_BYTES) return err(`${name} is too large for a world`);
    return worldFromFile(name, (await readText(this.#terminal, file)).text, pddlFolder(path.dirname(file)));
  }
}
