import { type FromPage, readPageState, readToPage, type ToPage, WEBVIEW_VERSION } from '../../protocol/webview.ts';
import { connect } from '../common/host.ts';
import { ComparePage } from './page.ts';

const root = document.querySelector<HTMLElement>('main');
if (root !== null) {
  const host = connect<ToPage, FromPage>(WEBVIEW_VERSION, readToPage, (message) => page.receive(message));
  const page = new ComparePage(root, host, readPageState(host.kept()));
  host.send({ type: 'ready' });
}
