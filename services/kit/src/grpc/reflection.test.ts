import { createRequire } from 'node:module';
import path from 'node:path';
import {
  credentials,
  loadPackageDefinition,
  Server,
  ServerCredentials,
  type Client,
  type ClientDuplexStream,
} from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { enableReflection } from './reflection.js';

/** Lists services, the first request of a tool. */
async function servicesOf(port: number): Promise<string[]> {
  const library = path.dirname(createRequire(import.meta.url).resolve('@grpc/reflection/package.json'));
  const contract = loadSync(path.join(library, 'build/proto/grpc/reflection/v1/reflection.proto'));
  const { grpc } = loadPackageDefinition(contract) as unknown as {
    grpc: { reflection: { v1: { ServerReflection: new (address: string, how: object) => Client } } };
  };
  const client = new grpc.reflection.v1.ServerReflection(`127.0.0.1:${port}`, credentials.createInsecure());
  try {
    return await new Promise((resolve, reject) => {
      const call = (
        client as unknown as { serverReflectionInfo: () => ClientDuplexStream<object, Answer> }
      ).serverReflectionInfo();
      call.on('data', (answer: Answer) => {
        resolve(answer.listServicesResponse.service.map(({ name }) => name));
        call.end();
      });
      call.on('error', reject);
      call.write({ listServices: '' });
    });
  } finally {
    client.close();
  }
}

interface Answer {
  listServicesResponse: { service: { name: string }[] };
}

describe('a server in development', () => {
  let server: Server;
  const start = async (service: string): Promise<number> => {
    server = new Server();
    enableReflection(server, service);
    return new Promise((resolve, reject) =>
      server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) =>
        error ? reject(error) : resolve(port),
      ),
    );
  };
  afterEach(() => server.forceShutdown());

  it('tells tools of its own contract, and of no other', async () => {
    const ours = (await servicesOf(await start('project'))).filter((name) => name.startsWith('symbio.'));
    expect(ours).toEqual(['symbio.project.v1.ProjectService']);
  });

  it('does without where there is no contract of its name', async () => {
    await expect(servicesOf(await start('things'))).rejects.toThrow('UNIMPLEMENTED');
  });
});
