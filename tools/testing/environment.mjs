// Plain JavaScript: jest loads this file itself, outside its TypeScript transform.
import { TestEnvironment } from 'jest-environment-node';
import { nodeLibraries } from './node-libraries.mjs';

/** Node, with libraries that are compiled once for all test files of a worker. */
export default class LibraryEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    nodeLibraries.provide(this);
  }
}
