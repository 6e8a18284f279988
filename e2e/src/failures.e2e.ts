/** Processes and servers are killed on one replicated stack, because each start costs 20 s of processor time. */
import { jest } from '@jest/globals';
import { gatewaysOn } from './failures/gateways.js';
import { jobsOn } from './failures/jobs.js';
import { FailingStack } from './failures/stack.js';
import { TEST_MS } from './timeouts.js';

jest.setTimeout(TEST_MS);

let stack: FailingStack | undefined;

beforeAll(async () => {
  stack = await FailingStack.start();
});
afterAll(() => stack?.stop());

function started(): FailingStack {
  if (!stack) throw new Error('The stack did not start.');
  return stack;
}

gatewaysOn(started);
jobsOn(started);
