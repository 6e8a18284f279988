import { ReportEvent, ReportVersionEvent } from '../../gen/symbio/reports/v1/reports_events.js';
import { catalogueEvents } from '../catalogue.js';

/** The scope is the project. */
export const reportEvents = catalogueEvents('reports', 'report', ReportEvent);
/** The scope is the project. */
export const reportVersionEvents = catalogueEvents('reports', 'version', ReportVersionEvent);
