import { startExport } from './exported-page.ts';

startExport();
