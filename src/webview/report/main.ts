import { type FromReport, REPORT_VERSION, readToReport, type ToReport } from '../../protocol/report-messages.ts';
import { connect } from '../common/host.ts';
import { ReportPage } from './page.ts';

const root = document.querySelector<HTMLElement>('main');
if (root !== null) {
  const host = connect<ToReport, FromReport>(REPORT_VERSION, readToReport, (message) => page.receive(message));
  const page = new ReportPage(root, host);
  host.send({ type: 'ready' });
}
