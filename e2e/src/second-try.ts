import { jest } from '@jest/globals';

// a browser, a stack of eleven processes and a busy machine: a journey that fails is walked once more, at once. How it
// failed is shown and counted all the same (tools/testing/tally.ts), and a run where several need it fails.
jest.retryTimes(1, { logErrorsBeforeRetry: true, retryImmediately: true });
