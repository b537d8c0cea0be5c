import { type DatasetPart, datasetPart } from '../../core/mav/author/dataset.ts';
import type { Steps } from './job.ts';
import type { AuthorJob } from './jobs.ts';

/** Makes the examples of a block of games. */
export const runAuthor = ({ block, options }: AuthorJob): Steps<DatasetPart> => datasetPart(block, options);
