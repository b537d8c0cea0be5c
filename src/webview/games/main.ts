import { type FromGames, GAMES_VERSION, readToGames, type ToGames } from '../../protocol/games-messages.ts';
import { connect } from '../common/host.ts';
import { GamesPage } from './page.ts';

const root = document.querySelector<HTMLElement>('main');
if (root !== null) {
  const host = connect<ToGames, FromGames>(GAMES_VERSION, readToGames, (message) => page.receive(message));
  const page = new GamesPage(root, host);
  host.send({ type: 'ready' });
}
