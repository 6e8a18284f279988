/**
 * Preloaded by every process (`node --import @symbio/runtime/telemetry`): traces of gRPC and HTTP calls, sent to
 * OTEL_EXPORTER_OTLP_ENDPOINT. Loads nothing without that setting, since the SDK doubles the start time.
 */
import { register } from 'node:module';

/** Modules patched by the instrumentations below, by import name. */
const INSTRUMENTED = ['@grpc/grpc-js', 'http', 'https'];

let shutdown: (() => Promise<void>) | undefined;

if (process.env['OTEL_EXPORTER_OTLP_ENDPOINT']) {
  // ES modules are patched through a loader hook; CommonJS packages through require. The hook reads every module not
  // excluded, which takes longer than the rest of the start.
  register('@opentelemetry/instrumentation/hook.mjs', import.meta.url, { data: { include: INSTRUMENTED } });
  const [{ NodeSDK }, { OTLPTraceExporter }, { GrpcInstrumentation }, { HttpInstrumentation }] = await Promise.all([
    import('@opentelemetry/sdk-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/instrumentation-grpc'),
    import('@opentelemetry/instrumentation-http'),
  ]);
  const sdk = new NodeSDK({
    traceExporter: new OTLPTraceExporter(),
    instrumentations: [new GrpcInstrumentation(), new HttpInstrumentation()],
  });
  sdk.start();
  shutdown = () => sdk.shutdown();
}

/** Flushes buffered traces. No-op when telemetry is off. */
export const flushTelemetry = async (): Promise<void> => shutdown?.();
