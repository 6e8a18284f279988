// Plain JavaScript: jest loads this file itself, outside its TypeScript transform.
import http from 'node:http';
import net from 'node:net';
import { TestEnvironment } from 'jest-environment-node';
import { endAsyncStorages } from './async-storages.mjs';
import { letGoOfModules } from './module-links.mjs';
import { nodeLibraries } from './node-libraries.mjs';

/** Default of Node's http server. */
const NODES_KEEP_ALIVE_MS = 5_000;

/**
 * Tests call servers in their own process. On a busy machine a call may be sent at the moment the server closes an idle
 * connection, and fail: keep connections open until the server closes.
 */
http.Server.prototype.listen = function listen(...how) {
  if (this.keepAliveTimeout === NODES_KEEP_ALIVE_MS) this.keepAliveTimeout = 0;
  return net.Server.prototype.listen.apply(this, how);
};

/** Node, with libraries that are compiled once per worker. */
export default class LibraryEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    nodeLibraries.provide(this);
  }

  async teardown() {
    endAsyncStorages();
    await super.teardown();
    letGoOfModules();
  }
}
