import '@symbio/runtime/telemetry';
import { runService } from '@symbio/runtime';
import { service } from './start.js';

await runService(service);
