import { AppError } from './errors.js';
import { ConfigError } from './config-error.js';
import { createLogger } from './logger.js';
import { flushTelemetry } from './telemetry.js';
import type { RunningService } from './running-service.js';
import { LAST_RESORT_MS } from './timing.js';

/** Process: its settings and start function. */
export interface ServiceModule<C> {
  name: string;
  readConfig(env: NodeJS.ProcessEnv): C;
  start(config: C): Promise<RunningService>;
  /** Maximum shutdown time in milliseconds; longer with uploads. */
  lastResortMs?: number;
}

/** Command that only creates resources. */
const PREPARE = 'prepare';

/** Timeout of preparation in milliseconds: stores may be slow, but the caller waits. */
const PREPARE_MS = 10 * 60_000;

/**
 * Runs a service as a process: settings, start, signals, exit code. With the argument `prepare` it creates the indexes,
 * streams, buckets and durable consumers and exits; idempotent, also while the service runs.
 */
export async function runService<C extends object>(module: ServiceModule<C>): Promise<void> {
  const log = createLogger({ name: module.name, level: process.env['LOG_LEVEL'] ?? 'info' });
  const [, , command] = process.argv;
  let running: RunningService | undefined;
  let stopping = false;
  const lastResortMs = module.lastResortMs ?? LAST_RESORT_MS;
  let delayMs = 0;
  const stop = (signal: string): void => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    // nothing to shut down
    if (!running) process.exit(0);
    setTimeout(() => {
      log.fatal('shutdown took too long, ending by force');
      process.exit(1);
    }, delayMs + lastResortMs).unref();
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
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled promise rejection'));
  try {
    if (command !== undefined && command !== PREPARE)
      throw new ConfigError(`"${command}" is no command of ${module.name}: it knows ${PREPARE}.`);
    const config = module.readConfig(process.env);
    delayMs = ('SHUTDOWN_DELAY_SECONDS' in config ? Number(config.SHUTDOWN_DELAY_SECONDS) : 0) * 1_000;
    if (command === PREPARE) {
      setTimeout(() => {
        log.fatal('preparing took too long, ending');
        process.exit(1);
      }, PREPARE_MS).unref();
      await module.start({ ...config, prepareOnly: true });
      process.exit(0);
    }
    running = await module.start(config);
  } catch (error) {
    const sentence = error instanceof ConfigError || error instanceof AppError ? error.message : undefined;
    log.fatal(sentence ? { reason: sentence } : { err: error }, `${module.name} could not start`);
    process.exitCode = 1;
    setTimeout(() => process.exit(1), 500).unref();
  }
}
