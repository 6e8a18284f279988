import { trace } from '@opentelemetry/api';
import { pino, type Logger as PinoLogger } from 'pino';

/** Structured log: JSON lines with service, level, time and trace ids. */
export type Logger = PinoLogger;

export interface LoggerOptions {
  name: string;
  /** fatal, error, warn, info, debug, trace or silent. */
  level: string;
}

/** Creates the log of a process. Never log tokens, document text or file contents. */
export function createLogger({ name, level }: LoggerOptions): Logger {
  return pino({
    name,
    level,
    base: { pid: process.pid },
    redact: ['token', 'authorization', 'password', '*.token', '*.authorization', '*.password'],
    formatters: { level: (label) => ({ level: label }) },
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: () => {
      const span = trace.getActiveSpan()?.spanContext();
      return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
    },
  });
}
