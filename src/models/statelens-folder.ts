/** Folder of a workspace or of an experiment with runs, answers, searches and the user's templates. */
export const STATELENS_FOLDER = '.statelens';

/** Content of its `.gitignore`: everything but the user's templates. */
export const GITIGNORE_CONTENT = `# StateLens: runs, answers and searches stay out of the repository, templates do not. Written once: change it as you like.
*
!/templates/
!/templates/**
`;

/**
 * Returns the location of the `.gitignore` for a new file: the innermost `.statelens` that holds the file. Undefined if there is none above
 * it. A path may have either kind of slashes.
 */
export const gitignoreFile = (file: string): string | undefined => {
  const own = /^(?:.*[\\/])?\.statelens(?=[\\/])/s.exec(file)?.[0];
  return own && `${own}/.gitignore`;
};

/** Folder of a workspace's templates, relative to the workspace. */
export const TEMPLATE_FOLDER = '.statelens/templates';

/** Run file of the answers that an editor stores, below `.statelens`. It has no plan, and is never resumed as a run. */
export const ANSWERS_FILE = 'predictions.run.jsonl';

/** Returns true for a file in a folder of templates. */
export const isTemplate = ({ path }: { readonly path: string }): boolean =>
  path.endsWith('.md') && path.includes(`/${TEMPLATE_FOLDER}/`);
