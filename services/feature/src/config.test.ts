import { testKeys } from '@symbio/rpc/testing';
import { readConfig } from './config.js';

const env = {
  MONGODB_URI: 'mongodb://127.0.0.1',
  NATS_URL: 'nats://127.0.0.1',
  ...testKeys('feature'),
  SYMBIO_PROJECT_ADDR: '127.0.0.1:5102',
  SYMBIO_ANNOTATION_ADDR: '127.0.0.1:5104',
  SYMBIO_IDENTITY_ADDR: '127.0.0.1:5101',
};

describe('Settings of the feature service', () => {
  it('name its peers', () => {
    expect(readConfig(env)).toMatchObject({
      SYMBIO_PROJECT_ADDR: '127.0.0.1:5102',
      SYMBIO_ANNOTATION_ADDR: '127.0.0.1:5104',
      SYMBIO_IDENTITY_ADDR: '127.0.0.1:5101',
    });
  });

  it('stop the process with one sentence that names every bad one', () => {
    const bad = { ...env, SYMBIO_PROJECT_ADDR: 'here', SYMBIO_ANNOTATION_ADDR: undefined };
    expect(() => readConfig(bad)).toThrow(/SYMBIO_PROJECT_ADDR.*SYMBIO_ANNOTATION_ADDR/);
  });
});
