import type { CancellationToken } from 'vscode-languageserver';
import {
  MARKED_LINES_REQUEST,
  MARKS_CHANGED_NOTIFICATION,
  MARKS_REQUEST,
  type MarkedLinesParams,
  type MarkedLinesResult,
  type MarksChangedParams,
  type MarksParams,
  type MarksResult,
} from '../../protocol/marks.ts';
import type { ServerDocument } from '../documents/document.ts';
import type { ServerFeature } from '../feature.ts';
import { sendOrLog } from '../log.ts';
import { Marks, type Pause } from '../marks/marks.ts';

/** Predictions between two looks at the time: asking for it takes as long as what is done for one that is known. */
const LOOKS = 32;

/** How predictions are marked beside and in the text: those on the screen, and the lines of all. */
export const marksFeature: ServerFeature = {
  name: 'marks',
  register({ connection, documents, work, turns, events, log }) {
    const marks = new Marks();
    /** What is read of a document as it is now; null where there is none, or it changes meanwhile. */
    const read = async <Result>(
      uri: string,
      token: CancellationToken,
      what: (document: ServerDocument, pause: Pause) => Promise<Result | undefined>,
    ): Promise<(Result & { version: number }) | null> => {
      const document = documents.get(uri);
      if (document === undefined || !(await work.whenRead(document))) return null;
      await turns.next();
      const { version } = document;
      let asked = 0;
      const isWanted = () => document.version === version && !document.signal.aborted && !token.isCancellationRequested;
      const pause: Pause = () => (++asked % LOOKS === 0 ? turns.pause()?.then(isWanted) : undefined);
      // It may have been edited while others had their turn.
      const found = document.sections.isRead ? await what(document, pause) : undefined;
      return found === undefined ? null : { ...found, version };
    };
    connection.onRequest<MarksResult | null, void>(MARKS_REQUEST, ({ uri, ranges }: MarksParams, token) =>
      read(uri, token, async (document, pause) => {
        const found = hasMarks(document) ? await marks.within(document, ranges, pause) : [];
        return found && { marks: found };
      }),
    );
    connection.onRequest<MarkedLinesResult | null, void>(MARKED_LINES_REQUEST, ({ uri }: MarkedLinesParams, token) =>
      read(uri, token, async (document, pause) => {
        if (!hasMarks(document)) return { lines: { near: [], wrong: [], none: [] }, count: 0 };
        const lines = await marks.lines(document, pause);
        return lines && { lines, count: document.predictionCount };
      }),
    );
    events.onPrograms(() => {
      for (const { uri, kit } of documents.all()) {
        const params: MarksChangedParams = { uri };
        if (kit?.worldsOf !== undefined)
          sendOrLog(log, 'changed marks', () => connection.sendNotification(MARKS_CHANGED_NOTIFICATION, params));
      }
    });
    return {};
  },
};

/** Predictions that are the content of a file have lenses and findings instead. */
const hasMarks = ({ kit }: ServerDocument): boolean => kit?.isAnswer !== true;
