import { JobEvent } from '../../gen/symbio/job/v1/job_events.js';
import { catalogueEvents } from '../catalogue.js';

/** Of a job; each carries it whole. Scope: its project. */
export const jobEvents = catalogueEvents('job', 'job', JobEvent);
