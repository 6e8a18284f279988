/**
 * Preloaded by every process (`node --import @symbio/kit/telemetry`): traces of gRPC and HTTP calls, sent to
 * OTEL_EXPORTER_OTLP_ENDPOINT. Without that setting nothing is loaded, since the SDK is half of a process's start.
 */
import { register } from 'node:module';

let shutdown: (() => Promise<void>) | undefined;

if (process.env['OTEL_EXPORTER_OTLP_ENDPOINT']) {
  // ES modules are patched through a loader hook; CommonJS packages through require
  register('@opentelemetry/instrumentation/hook.mjs', import.meta.url);
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
