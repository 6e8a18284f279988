import { listeningUrl } from './listening-url.js';

it.each([
  ['127.0.0.1', 'http://127.0.0.1:8080'],
  ['localhost', 'http://localhost:8080'],
  ['::', 'http://[::]:8080'],
  ['::1', 'http://[::1]:8080'],
])('says where a server on %s listens in a way that browsers understand', (host, url) => {
  expect(listeningUrl(host, 8080)).toBe(url);
  expect(new URL(url).port).toBe('8080');
});
