/**
 * Set up before every integration test: how long one may take. It starts services and waits for what events bring
 * about, on a machine that is busy with other things; only a broken test ever takes this long. A file of its own,
 * because jest heeds `testTimeout` for all of its projects together only.
 */
import { jest } from '@jest/globals';

jest.setTimeout(240_000);
