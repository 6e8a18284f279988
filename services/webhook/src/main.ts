import '@symbio/kit/telemetry';
import { runService } from '@symbio/kit';
import { service } from './start.js';

await runService(service);
