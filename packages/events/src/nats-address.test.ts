import { ConfigError } from '@symbio/runtime';
import { natsAddress } from './nats-address.js';

describe('an address of NATS', () => {
  it.each([
    ['nats://nats:4222', { servers: ['nats:4222'] }],
    ['127.0.0.1:4222', { servers: ['127.0.0.1:4222'] }],
    ['nats://a:4222, nats://b\n', { servers: ['a:4222', 'b'] }],
    ['nats://symbio:pw@nats:4222', { servers: ['nats:4222'], user: 'symbio', pass: 'pw' }],
    ['nats://symbio:p%40%3A%2C%2F%25@nats/', { servers: ['nats'], user: 'symbio', pass: 'p@:,/%' }],
    ['symbio:p:w@d@nats:4222', { servers: ['nats:4222'], user: 'symbio', pass: 'p:w@d' }],
    ['nats://symbio:@nats', { servers: ['nats'], user: 'symbio', pass: '' }],
    ['nats://s3cr%25t@nats:4222', { servers: ['nats:4222'], token: 's3cr%t' }],
    ['nats://u:p@a,nats://u:p@b,c', { servers: ['a', 'b', 'c'], user: 'u', pass: 'p' }],
    ['tls://u:p@nats.example.com:4443', { servers: ['nats.example.com:4443'], user: 'u', pass: 'p', tls: {} }],
    ['nats://a,TLS://b', { servers: ['a', 'b'], tls: {} }],
    ['nats://u:p@[::1]:4222', { servers: ['[::1]:4222'], user: 'u', pass: 'p' }],
    ['nats://::1', { servers: ['::1'] }],
  ])('%j names servers and credentials', (url, read) => {
    expect(natsAddress(url)).toEqual(read);
  });

  it.each([
    'http://nats:4222',
    // the browser protocol, unsupported by processes
    'wss://nats',
    'nats://',
    'nats://a,',
    'nats://a:b:c',
    'nats://a b',
    'nats://:hunter2@nats',
    'nats://u:hunter2%@nats',
    'nats://u:hunter2@a,nats://v:hunter2@b',
  ])('%j is refused, without its password in the error', (url) => {
    expect(() => natsAddress(url)).toThrow(ConfigError);
    expect(() => natsAddress(url)).toThrow(/^NATS_URL: (?!.*hunter2)/);
  });
});
