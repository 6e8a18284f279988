import type { Drill } from './drill.js';
import { alertsFire } from './alerts/alerts.js';
import { clockJumps } from './faults/clock.js';
import { deadStores, frozenCopies, slowStores } from './faults/dependencies.js';
import { blobsFull, databaseFull, queueFull } from './faults/disks.js';
import { repeatedEvents } from './faults/events.js';
import { forgedEvents } from './faults/forged.js';
import { contestedJob } from './faults/jobs.js';
import { killed } from './faults/kill.js';
import { powerCut } from './faults/power.js';
import { mongoRestarted, natsRestarted } from './faults/restarts.js';
import { uploadCut } from './faults/upload.js';

/** Every drill in order of execution. */
export const DRILLS: readonly Drill[] = [
  killed,
  natsRestarted,
  mongoRestarted,
  powerCut,
  uploadCut,
  contestedJob,
  slowStores,
  deadStores,
  frozenCopies,
  clockJumps,
  repeatedEvents,
  forgedEvents,
  blobsFull,
  databaseFull,
  queueFull,
  alertsFire,
];
