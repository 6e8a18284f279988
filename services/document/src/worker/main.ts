import '@symbio/kit/telemetry';
import { runService } from '@symbio/kit';
import { lowerPriority } from '@symbio/page-engine/priority';
import { service } from './start.js';

/**
 * Drawing and reading a sheet keeps a processor busy for seconds; who opens or marks one meanwhile is answered first. At
 * equal need a process of the usual priority gets nine times as much (sched(7): weights of 110 and 1,024).
 */
const NICENESS = 10;

void lowerPriority(process.pid, NICENESS);
await runService(service);
