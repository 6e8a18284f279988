/**
 * Set up before every integration test: which message server the worker has to itself, and how long a test may take. It
 * starts services and waits for what events bring about, on a machine that is busy with other things; only a broken test
 * ever takes this long. Here, because jest heeds `testTimeout` for all of its projects together only.
 */
import { jest } from '@jest/globals';

jest.setTimeout(240_000);

const servers = process.env.TEST_NATS_URLS?.split(' ') ?? [];
process.env.TEST_NATS_URL = servers[Number(process.env.JEST_WORKER_ID ?? 1) - 1];
