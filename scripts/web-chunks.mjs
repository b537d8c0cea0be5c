/**
 * Loads the chunks of the extension in VS Code's web worker host, which evaluates one CommonJS file and gives it a `require` that knows
 * `vscode` alone. Chunks are read from the extension's folder and evaluated as VS Code evaluates that file. This function is
 * written into the entry by `esbuild.mjs`; it refers to nothing outside of itself.
 *
 * @param vscode the API
 * @param id of the extension, `publisher.name`
 * @param folder of the chunks, from the extension's folder on
 * @param needs for each chunk all that must be there before it is evaluated
 * @param inEntry the chunks that the entry itself contains, as functions
 * @returns `required` gives a chunk that is there; `imported` reads what is missing first
 */
export function chunkLoader(vscode, id, folder, needs, inEntry) {
  const programs = new Map(Object.entries(inEntry));
  const reading = new Map();
  const modules = new Map();
  const nameOf = (path) => path.slice(path.lastIndexOf('/') + 1);
  const required = (path) => {
    if (path === 'vscode') return vscode;
    const name = nameOf(path);
    let module = modules.get(name);
    if (module === undefined) {
      const program = programs.get(name);
      if (program === undefined) throw new Error(`${name} is not loaded`);
      module = { exports: {} };
      modules.set(name, module);
      program(module, module.exports, required, imported);
    }
    return module.exports;
  };
  const read = async (name) => {
    if (programs.has(name)) return;
    const { extensionUri } = vscode.extensions.getExtension(id);
    const uri = vscode.Uri.joinPath(extensionUri, folder, name);
    const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
    // oxlint-disable-next-line typescript/no-implied-eval -- what VS Code itself does with the entry
    programs.set(name, new Function('module', 'exports', 'require', '__chunk', `${text}\n//# sourceURL=${uri}`));
  };
  const readOnce = (name) => {
    if (!reading.has(name)) {
      const all = read(name);
      // The next call tries again.
      all.catch(() => reading.delete(name));
      reading.set(name, all);
    }
    return reading.get(name);
  };
  const imported = async (path) => {
    const name = nameOf(path);
    await Promise.all([name, ...(needs[name] ?? [])].map(readOnce));
    return required(name);
  };
  return { required, imported };
}
