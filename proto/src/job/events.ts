import { JobEvent } from '../../gen/symbio/job/v1/job_events.js';
import { catalogueEvents } from '../catalogue.js';

/** Job events with the complete state. Scope: project. */
export const jobEvents = catalogueEvents('job', 'job', JobEvent);
