import '@symbio/runtime/telemetry';
import { runService } from '@symbio/runtime';
import { lowerPriority } from '@symbio/page-engine/priority';
import { service } from './start.js';

/**
 * Sheet occupies a CPU for seconds; interactive requests go first, with nine times the CPU time (sched(7): weights of
 * 110 and 1,024).
 */
const NICENESS = 10;

void lowerPriority(process.pid, NICENESS);
await runService(service);
