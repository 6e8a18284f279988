// Program: a records service that a test can kill.
import { readConfig } from '../src/config.js';
import { start } from '../src/start.js';

const { address } = await start(readConfig(process.env));
process.send?.(address);
