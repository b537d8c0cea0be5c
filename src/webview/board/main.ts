import {
  BOARD_VERSION,
  type FromBoard,
  readBoardState,
  readToBoard,
  type ToBoard,
} from '../../protocol/board-messages.ts';
import { connect } from '../common/host.ts';
import { BoardPage } from './page.ts';

const root = document.querySelector<HTMLElement>('main');
if (root !== null) {
  const host = connect<ToBoard, FromBoard>(BOARD_VERSION, readToBoard, (message) => page.receive(message));
  const page = new BoardPage(root, host, readBoardState(host.kept()));
  host.send({ type: 'ready' });
}
