import { signedAddresses } from '@symbio/blobs';
import { TestClock } from '@symbio/runtime/testing';
import { createLinks } from './links.js';
import type { StoredPhotograph } from '../photographs/model.js';

function setUp() {
  const clock = new TestClock(new Date('2026-11-23T10:01:00Z'));
  const addresses = signedAddresses({ secret: 'secret', clock });
  const links = createLinks(
    { signedUrl: (key, options) => Promise.resolve(addresses.sign(key, options)) },
    () => '/files/t/',
  );
  return { clock, links };
}

describe('addresses of a photograph', () => {
  const photograph = { stored: { picture: 'p/picture.jpg', thumbnail: 'p/thumbnail.webp' } } as StoredPhotograph;

  it('stay the same for up to 15 minutes, so that a browser uses its cache', async () => {
    const { clock, links } = setUp();
    const first = await links.photograph(photograph);
    clock.advance(13 * 60_000);
    expect(await links.photograph(photograph)).toEqual(first);
    clock.advance(15 * 60_000);
    expect(await links.photograph(photograph)).not.toEqual(first);
  });

  it('are valid for an hour at least, as pictures (CONST-03)', async () => {
    const { clock, links } = setUp();
    const { imageUrl, thumbnailUrl } = await links.photograph(photograph);
    for (const [url, type] of [
      [imageUrl, 'image/jpeg'],
      [thumbnailUrl, 'image/webp'],
    ] as const) {
      const query = new URL(url, 'https://files.test').searchParams;
      expect(Number(query.get('exp')) * 1000 - clock.now().getTime()).toBeGreaterThanOrEqual(3_600_000);
      expect(query.get('ct')).toBe(type);
    }
  });
});
