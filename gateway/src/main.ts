import '@symbio/runtime/telemetry';
import { runService } from '@symbio/runtime';
import { gateway } from './start.js';

await runService(gateway);
