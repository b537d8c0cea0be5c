import { readPageState } from '../../protocol/webview.ts';
import { connect } from '../common/host.ts';
import { ComparePage } from './page.ts';

const root = document.querySelector<HTMLElement>('main');
if (root !== null) {
  const host = connect((message) => page.receive(message));
  const page = new ComparePage(root, host, readPageState(host.kept()));
  host.send({ type: 'ready' });
}
