import { jest } from '@jest/globals';
import { createLogger, createMetrics } from '@symbio/runtime';
import { testTokens } from './testing/index.js';
import { GrpcServer } from './server.js';
import { hostPort } from './target.js';

describe('a host and a port', () => {
  it.each([
    ['0.0.0.0', '0.0.0.0:5101'],
    ['localhost', 'localhost:5101'],
    ['::', '[::]:5101'],
    ['fd00::2', '[fd00::2]:5101'],
  ])('are one text (%s)', (host, text) => {
    expect(hostPort(host, 5101)).toBe(text);
  });

  it('of IPv6 are accepted by the server: a foreign address is refused as such, not resolved as a name', async () => {
    const server = new GrpcServer({
      log: createLogger({ name: 'identity', level: 'silent' }),
      metrics: createMetrics('identity'),
      tokens: testTokens('identity'),
    });
    // gRPC also logs it to the console
    const said = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    // documentation range (RFC 3849), assigned to no machine
    await expect(server.bind('2001:db8::1', 0)).rejects.toThrow(
      /^Cannot listen on \[2001:db8::1\]:0: (?!Name resolution)/,
    );
    expect(said.mock.calls.flat().join(' ')).toContain('No address added');
    said.mockRestore();
    await server.drain();
  });
});
