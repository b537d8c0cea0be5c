import { type FromLeague, LEAGUE_VERSION, readToLeague, type ToLeague } from '../../protocol/league-messages.ts';
import { connect } from '../common/host.ts';
import { LeaguePage } from './page.ts';

const root = document.querySelector<HTMLElement>('main');
if (root !== null) {
  const host = connect<ToLeague, FromLeague>(LEAGUE_VERSION, readToLeague, (message) => page.receive(message));
  const page = new LeaguePage(root, host);
  host.send({ type: 'ready' });
}
