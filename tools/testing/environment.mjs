// Plain JavaScript: jest loads this file itself, outside its TypeScript transform.
import http from 'node:http';
import net from 'node:net';
import { TestEnvironment } from 'jest-environment-node';
import { endAsyncStorages } from './async-storages.mjs';
import { letGoOfModules } from './module-links.mjs';
import { nodeLibraries } from './node-libraries.mjs';

/** What Node gives a server that says nothing. */
const NODES_KEEP_ALIVE_MS = 5_000;

/**
 * Tests call servers of their own process. Where the machine has no time for it for five seconds, the next call is sent at the
 * moment in which the server ends the connection, and fails: here connections stay until the server is closed.
 */
http.Server.prototype.listen = function listen(...how) {
  if (this.keepAliveTimeout === NODES_KEEP_ALIVE_MS) this.keepAliveTimeout = 0;
  return net.Server.prototype.listen.apply(this, how);
};

/** Node, with libraries that are compiled once for all test files of a worker. */
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
