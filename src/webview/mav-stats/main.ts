import {
  type FromMavStats,
  MAV_STATS_VERSION,
  readToMavStats,
  type ToMavStats,
} from '../../protocol/mav-stats-messages.ts';
import { connect } from '../common/host.ts';
import { MavStatsPage } from './page.ts';

const root = document.querySelector<HTMLElement>('main');
if (root !== null) {
  const host = connect<ToMavStats, FromMavStats>(MAV_STATS_VERSION, readToMavStats, (message) => page.receive(message));
  const page = new MavStatsPage(root, host);
  host.send({ type: 'ready' });
}
