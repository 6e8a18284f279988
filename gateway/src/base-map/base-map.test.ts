import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import express from 'express';
import { baseMapRoutes } from '../public/base-map.js';
import { servePublic } from '../public/testing.js';
import { closeServers, serve } from '../testing.js';
import { readConfig } from '../config.js';
import { createBaseMap } from './base-map.js';
import { archiveOfOneTile } from './testing.js';

afterEach(closeServers);

const MEBIBYTE = 1024 * 1024;
const log = { info: () => undefined } as never;
const served = (BASE_MAP: string, BASE_MAP_ATTRIBUTION = '') =>
  servePublic(baseMapRoutes(createBaseMap({ BASE_MAP, BASE_MAP_ATTRIBUTION }, log)));

/** A tile server that knows tile 3/1/2. */
async function tileServer(status = 200): Promise<string> {
  const app = express();
  app.get('/3/1/2.png', (_request, response) => void response.status(status).type('png').send(Buffer.from('a tile')));
  app.get('/3/1/3.png', (_request, response) => void response.type('html').send('<p>busy</p>'));
  return `${await serve(app)}/{z}/{x}/{y}.png`;
}

describe('the base map', () => {
  it('is null where none is configured, and has no tiles', async () => {
    const { get } = await served('');
    expect((await get('/base-map')).body).toEqual({ data: null });
    expect((await get('/base-map/tiles/0/0/0')).status).toBe(404);
  });

  it('passes tiles of a server on, and says 404 for those it does not have', async () => {
    const { get, origin } = await served(await tileServer(), '© Streets of Minneapolis');
    expect((await get('/base-map')).body).toEqual({
      data: { kind: 'raster', min_zoom: 0, max_zoom: 19, attribution: '© Streets of Minneapolis' },
    });
    const tile = await fetch(`${origin}/base-map/tiles/3/1/2`);
    expect([tile.status, tile.headers.get('content-type'), await tile.text()]).toEqual([200, 'image/png', 'a tile']);
    expect(tile.headers.get('cache-control')).toBe('private, max-age=86400');
    expect((await get('/base-map/tiles/3/2/2')).status).toBe(404);
    // beyond the earth, and no numbers
    expect((await get('/base-map/tiles/3/8/2')).status).toBe(404);
    expect((await get('/base-map/tiles/3/-1/2')).status).toBe(400);
  });

  it.each([
    ['refuses', 403, '3/1/2'],
    ['fails', 500, '3/1/2'],
    ['sends a page', 200, '3/1/3'],
  ])('says that it cannot be reached when its server %s', async (_, status, tile) => {
    const { get } = await served(await tileServer(status));
    const answer = await get(`/base-map/tiles/${tile}`);
    expect([answer.status, answer.body]).toMatchObject([503, { error: 'The base map cannot be reached.' }]);
  });

  it('stops reading a tile without a stated length at 4 MiB', async () => {
    let sent = 0;
    const app = express();
    const ended = new Promise<void>((resolve) => {
      app.get('/0/0/0.png', (_request, response) => {
        const endless = new Readable({ read: () => endless.push(Buffer.alloc(MEBIBYTE, ++sent)) });
        endless.pipe(response.type('png')).on('close', () => {
          endless.destroy();
          resolve();
        });
      });
    });
    const { get } = await served(`${await serve(app)}/{z}/{x}/{y}.png`);
    expect((await get('/base-map/tiles/0/0/0')).status).toBe(503);
    await ended;
    expect(sent).toBeLessThan(64);
  });

  it('reads a PMTiles archive from disk and by its address', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'symbio-base-map-'));
    const file = path.join(folder, 'county.pmtiles');
    writeFileSync(file, archiveOfOneTile(Buffer.from('the earth'), '<a href="#">© County</a>'));
    const app = express();
    app.use(express.static(folder));
    for (const address of [file, `${await serve(app)}/county.pmtiles`]) {
      const { get, origin } = await served(address);
      expect((await get('/base-map')).body).toEqual({
        data: { kind: 'raster', min_zoom: 0, max_zoom: 0, attribution: '© County' },
      });
      const tile = await fetch(`${origin}/base-map/tiles/0/0/0`);
      expect([tile.headers.get('content-type'), await tile.text()]).toEqual(['image/png', 'the earth']);
      expect((await get('/base-map/tiles/1/0/0')).status).toBe(404);
    }
    rmSync(folder, { recursive: true });
    const { get } = await served(path.join(folder, 'gone.pmtiles'));
    expect((await get('/base-map')).status).toBe(503);
  });
});

it.each([
  ['https://tiles.example/{z}/{x}/{y}.png', true],
  ['https://files.example/county.pmtiles', true],
  ['/var/maps/county.pmtiles', true],
  ['https://tiles.example/map.png', false],
  ['county.mbtiles', false],
])('the setting %s is accepted: %p', (BASE_MAP, isAccepted) => {
  const env = {
    ...{ NATS_URL: 'nats://127.0.0.1:4222', KEYCLOAK_URL: 'http://127.0.0.1:8081', FILES_ADDR: 'http://127.0.0.1:1' },
    BASE_MAP,
  };
  const read = (): string => {
    try {
      return readConfig(env).BASE_MAP;
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect(read().includes('BASE_MAP')).toBe(!isAccepted);
});
