/** The folder of a workspace or of an experiment that holds runs, answers, searches and the user's templates. */
export const STATELENS_FOLDER = '.statelens';

/** Content of its `.gitignore`: everything but the templates, which a user writes. */
export const GITIGNORE_CONTENT = `# StateLens: runs, answers and searches stay out of the repository, templates do not. Written once: change it as you like.
*
!/templates/
!/templates/**
`;

/**
 * Returns where the `.gitignore` of a new file belongs: in the `.statelens` that holds the file, the innermost one. Undefined where
 * there is none above it. Both kinds of slashes divide a path.
 */
export const gitignoreFile = (file: string): string | undefined => {
  const own = /^(?:.*[\\/])?\.statelens(?=[\\/])/s.exec(file)?.[0];
  return own && `${own}/.gitignore`;
};

/** Where a workspace keeps templates of its own, below its folder. */
export const TEMPLATE_FOLDER = '.statelens/templates';

/** The run file of the answers that an editor keeps, below `.statelens`. Nothing plans it, and it is never gone on with as a run. */
export const ANSWERS_FILE = 'predictions.run.jsonl';
