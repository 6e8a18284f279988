import { credentials, makeClientConstructor } from '@grpc/grpc-js';
import { service } from 'grpc-health-check';

type Health = InstanceType<ReturnType<typeof makeClientConstructor>> & {
  check(request: { service: string }, done: (error: Error | null, answer: { status: string }) => void): void;
};
const HealthClient = makeClientConstructor(service, 'grpc.health.v1.Health');

/** Health status of a gRPC server: SERVING or NOT_SERVING. */
export async function healthOf(port: number, name: string): Promise<string> {
  const client = new HealthClient(`127.0.0.1:${port}`, credentials.createInsecure()) as unknown as Health;
  try {
    return await new Promise((resolve, reject) =>
      client.check({ service: name }, (error, answer) => (error ? reject(error) : resolve(answer.status))),
    );
  } finally {
    client.close();
  }
}
