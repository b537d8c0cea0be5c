import type * as vscode from 'vscode';
import { TEMPLATE_FOLDER } from '../../models/statelens-folder.ts';

/** Returns true for a file in a folder of templates. */
export const isTemplate = ({ path }: vscode.Uri): boolean =>
  path.endsWith('.md') && path.includes(`/${TEMPLATE_FOLDER}/`);
