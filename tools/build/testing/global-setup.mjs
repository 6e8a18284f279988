// Plain JavaScript: jest loads this file itself, outside its TypeScript transform; tsx loads the implementation.
import { tsImport } from 'tsx/esm/api';
import makeBundles from './bundles.mjs';

/** Starts the servers of the integration project and publishes their addresses to the tests. */
export default async function globalSetup({ maxWorkers }) {
  await makeBundles();
  const { startTestServers } = await tsImport('./test-servers.ts', import.meta.url);
  const servers = await startTestServers(process.env, maxWorkers);
  process.env.TEST_MONGODB_URI = servers.mongoUri;
  process.env.TEST_NATS_URLS = servers.natsUrls.join(' ');
  globalThis.symbioTestServers = servers;
}
