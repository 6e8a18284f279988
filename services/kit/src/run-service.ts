import { AppError } from './errors.js';
import { ConfigError } from './config.js';
import { createLogger } from './logger.js';
import { flushTelemetry } from './telemetry.js';
import type { RunningService } from './running-service.js';
import { ServiceHost, type HostOptions } from './service-host.js';

/** What a process is made of: its settings and how to start it. */
export interface ServiceModule<C> {
  name: string;
  readConfig(env: NodeJS.ProcessEnv): C;
  start(config: C): Promise<RunningService>;
}

/** Milliseconds after which a shutdown that hangs is ended by force. */
const LAST_RESORT_MS = 45_000;

/** Runs a service as a process: settings, start, signals, exit code. */
export async function runService<C>(module: ServiceModule<C>): Promise<void> {
  const log = createLogger({ name: module.name, level: process.env['LOG_LEVEL'] ?? 'info' });
  let running: RunningService;
  try {
    running = await module.start(module.readConfig(process.env));
  } catch (error) {
    const sentence = error instanceof ConfigError || error instanceof AppError ? error.message : undefined;
    log.fatal(sentence ? { reason: sentence } : { err: error }, `${module.name} could not start`);
    process.exitCode = 1;
    setTimeout(() => process.exit(1), 500).unref();
    return;
  }
  let stopping = false;
  const stop = (signal: string): void => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => {
      log.fatal('shutdown took too long, ending by force');
      process.exit(1);
    }, LAST_RESORT_MS).unref();
    void running
      .stop()
      .then(flushTelemetry)
      .then(() => {
        log.info('stopped');
        process.exit(0);
      });
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'a promise was rejected and nobody looked'));
}

export { ServiceHost, type HostOptions };
