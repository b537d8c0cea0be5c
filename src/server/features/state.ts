import { readsAlike } from '../../core/mav/syntax.ts';
import { STATE_CHANGED_NOTIFICATION, STATE_REQUEST, type StateParams } from '../../protocol/state.ts';
import type { ServerFeature } from '../feature.ts';
import { sendOrLog } from '../log.ts';
import { LineScoring } from '../state/line-scoring.ts';
import { StateLines } from '../state/state-lines.ts';

/** The state view: the line through a place with all that was predicted on it, and its scores as they come. */
export const stateFeature: ServerFeature = {
  name: 'state',
  register(context) {
    const { connection, scorer, host, log, events, documents, settings } = context;
    const changed = (uri: string): void =>
      sendOrLog(log, 'news of a line', () => connection.sendNotification(STATE_CHANGED_NOTIFICATION, { uri }));
    const scoring = new LineScoring(scorer, host.clock, changed);
    const lines = new StateLines(context, scoring);
    connection.onRequest(STATE_REQUEST, (params: StateParams) => lines.at(params));
    events.onSettings((before) => {
      const { m, mavDialect } = settings();
      if (before.m === m && readsAlike(before.mavDialect, mavDialect)) return;
      for (const { uri } of documents.all()) changed(uri);
    });
    events.onPrograms(() => {
      for (const { uri, kit } of documents.all()) if (kit?.worldsOf !== undefined) changed(uri);
    });
    events.onClose((document) => scoring.drop(document));
    events.onShutdown(() => scoring.dispose());
    return {};
  },
};
