import { alertsFire } from './alerts/alerts.js';
import type { Drill } from './drill.js';
import { clockJumps, deadStores, slowStores } from './faults/dependencies.js';
import { blobsFull, databaseFull, queueFull } from './faults/disks.js';
import { repeatedEvents } from './faults/events.js';
import { forgedEvents } from './faults/forged.js';
import { contestedJob } from './faults/jobs.js';
import { killed, mongoRestarted, natsRestarted, powerCut, suspendedCopies } from './faults/processes.js';
import { uploadCut } from './faults/upload.js';

export const DRILLS: readonly Drill[] = [
  ...[killed, natsRestarted, mongoRestarted, powerCut, uploadCut, contestedJob],
  ...[slowStores, deadStores, suspendedCopies, clockJumps, repeatedEvents, forgedEvents],
  ...[blobsFull, databaseFull, queueFull, alertsFire],
];
