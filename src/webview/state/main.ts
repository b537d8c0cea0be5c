import {
  type FromState,
  readStatePage,
  readToState,
  STATE_VERSION,
  type ToState,
} from '../../protocol/state-messages.ts';
import { connect } from '../common/host.ts';
import { StatePage } from './page.ts';

const root = document.querySelector<HTMLElement>('main');
if (root !== null) {
  const host = connect<ToState, FromState>(STATE_VERSION, readToState, (message) => page.receive(message));
  const page = new StatePage(root, host, readStatePage(host.kept()));
  host.send({ type: 'ready' });
}
