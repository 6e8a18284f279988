import { createRequire } from 'node:module';
import path from 'node:path';
import {
  credentials,
  loadPackageDefinition,
  Metadata,
  Server,
  ServerCredentials,
  type Client,
  type ClientDuplexStream,
} from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { serviceActor, unauthenticated } from '@symbio/runtime';
import type { InternalTokens } from './internal-tokens.js';
import { enableReflection } from './reflection.js';

const TOKEN = 'valid';
const tokens: Pick<InternalTokens, 'verify'> = {
  verify: (token) => (token === TOKEN ? Promise.resolve(serviceActor('gateway')) : Promise.reject(unauthenticated())),
};

/** What a tool asks first: which services there are. */
async function servicesOf(port: number, token?: string, version: 'v1' | 'v1alpha' = 'v1'): Promise<string[]> {
  const library = path.dirname(createRequire(import.meta.url).resolve('@grpc/reflection/package.json'));
  const contract = loadSync(path.join(library, 'build/proto/grpc/reflection', version, 'reflection.proto'));
  const { grpc } = loadPackageDefinition(contract) as unknown as {
    grpc: { reflection: Record<'v1' | 'v1alpha', { ServerReflection: new (address: string, how: object) => Client }> };
  };
  const client = new grpc.reflection[version].ServerReflection(`127.0.0.1:${port}`, credentials.createInsecure());
  const metadata = new Metadata();
  if (token !== undefined) metadata.set('authorization', `Bearer ${token}`);
  try {
    return await new Promise((resolve, reject) => {
      const call = (
        client as unknown as { serverReflectionInfo: (metadata: Metadata) => ClientDuplexStream<object, Answer> }
      ).serverReflectionInfo(metadata);
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
    enableReflection(server, service, tokens);
    return new Promise((resolve, reject) =>
      server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) =>
        error ? reject(error) : resolve(port),
      ),
    );
  };
  afterEach(() => server.forceShutdown());

  it('describes only its own contract to tools', async () => {
    const ours = (await servicesOf(await start('project'), TOKEN)).filter((name) => name.startsWith('symbio.'));
    expect(ours).toEqual(['symbio.project.v1.ProjectService']);
  });

  it.each(['v1', 'v1alpha'] as const)('refuses a caller without a valid token (%s)', async (version) => {
    const port = await start('project');
    await expect(servicesOf(port, undefined, version)).rejects.toThrow('UNAUTHENTICATED');
    await expect(servicesOf(port, 'forged', version)).rejects.toThrow('UNAUTHENTICATED');
    expect(await servicesOf(port, TOKEN, version)).toContain('symbio.project.v1.ProjectService');
  });

  it('describes nothing without a contract of its name', async () => {
    await expect(servicesOf(await start('things'), TOKEN)).rejects.toThrow('UNIMPLEMENTED');
  });
});
