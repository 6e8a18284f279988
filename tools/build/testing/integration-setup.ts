/**
 * Runs before every integration test: selects the worker's own NATS server and the timeout. Tests start services and
 * wait for events on a busy machine; only a broken test reaches the timeout.
 */
import { jest } from '@jest/globals';

jest.setTimeout(240_000);

const servers = process.env.TEST_NATS_URLS?.split(' ') ?? [];
process.env.TEST_NATS_URL = servers[Number(process.env.JEST_WORKER_ID ?? 1) - 1];
