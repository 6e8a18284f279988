import '@symbio/kit/telemetry';
import { runService } from '@symbio/kit';
import { gateway } from './start.js';

await runService(gateway);
