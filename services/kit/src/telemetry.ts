/**
 * Preloaded by every process (`node --import @symbio/kit/telemetry`): traces of gRPC and HTTP calls, sent to
 * OTEL_EXPORTER_OTLP_ENDPOINT. Without that setting nothing is loaded, since the SDK is half of a process's start.
 */
import { register } from 'node:module';

/** What the instrumentations below patch, by the names under which it is imported. */
const INSTRUMENTED = ['@grpc/grpc-js', 'http', 'https'];

let shutdown: (() => Promise<void>) | undefined;

if (process.env['OTEL_EXPORTER_OTLP_ENDPOINT']) {
  // ES modules are patched through a loader hook; CommonJS packages through require. The hook reads the source of every
  // module it is not told to leave alone, which takes longer than the rest of a start.
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

/** Sends what is still buffered. Does nothing when telemetry is off. */
export const flushTelemetry = async (): Promise<void> => shutdown?.();
