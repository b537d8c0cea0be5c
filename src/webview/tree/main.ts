import { type FromTree, readToTree, type ToTree, TREE_VERSION } from '../../protocol/tree-messages.ts';
import { connect } from '../common/host.ts';
import { TreePage } from './page.ts';

const root = document.querySelector<HTMLElement>('main');
if (root !== null) {
  const host = connect<ToTree, FromTree>(TREE_VERSION, readToTree, (message) => page.receive(message));
  const page = new TreePage(root, host);
  host.send({ type: 'ready' });
}
