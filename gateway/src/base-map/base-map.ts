import { open, type FileHandle } from 'node:fs/promises';
import { AppError, type Logger } from '@symbio/runtime';
import { FetchSource, PMTiles, TileType, type RangeResponse, type Source } from 'pmtiles';
import type { GatewayConfig } from '../config.js';

/** Milliseconds for a tile of another server. */
const TILE_MS = 10_000;
/** Largest tile in bytes; usual ones have 10 to 200 kB. */
const MAX_TILE_BYTES = 4 * 1024 * 1024;
/** Deepest zoom of tile servers in general; maps enlarge these tiles. */
const TEMPLATE_MAX_ZOOM = 19;
const VECTOR_TILE = 'application/vnd.mapbox-vector-tile';

export interface BaseMapInfo {
  kind: 'raster' | 'vector';
  minZoom: number;
  maxZoom: number;
  attribution: string;
}

export interface Tile {
  contentType: string;
  bytes: Uint8Array;
}

export interface BaseMap {
  /** @throws AppError UNAVAILABLE (base_map_unreachable) */
  info(): Promise<BaseMapInfo>;
  /** Undefined where it has none. @throws AppError UNAVAILABLE (base_map_unreachable) */
  tile(z: number, x: number, y: number): Promise<Tile | undefined>;
}

const unreachable = (cause?: unknown): AppError =>
  new AppError('UNAVAILABLE', 'base_map_unreachable', 'The base map cannot be reached.', { cause });

/** Attributions of archives may be HTML. */
const plain = (html: string): string => html.replaceAll(/<[^>]*>/g, '').trim();

/** Ends the connection at a tile that is too large, since the length that a server states may be absent or wrong. */
async function wholeTile({ body }: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > MAX_TILE_BYTES) throw new Error(`a tile of more than ${MAX_TILE_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Tiles of a server, by an address with `{z}`, `{x}` and `{y}`. */
function templateMap(template: string, attribution: string): BaseMap {
  const isVector = /\.(?:mvt|pbf)(?:\?|$)/.test(template);
  return {
    info: () =>
      Promise.resolve({ kind: isVector ? 'vector' : 'raster', minZoom: 0, maxZoom: TEMPLATE_MAX_ZOOM, attribution }),
    async tile(z, x, y) {
      const address = template.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y));
      try {
        const response = await fetch(address, { signal: AbortSignal.timeout(TILE_MS) });
        if (response.status === 404 || response.status === 204) {
          await response.body?.cancel();
          return undefined;
        }
        const contentType = response.headers.get('content-type')?.split(';')[0]?.trim() ?? '';
        const isTile = isVector || /^image\/(?:png|jpeg|webp|avif)$/.test(contentType);
        if (!response.ok || !isTile || Number(response.headers.get('content-length')) > MAX_TILE_BYTES) {
          await response.body?.cancel();
          throw new Error(`status ${response.status}, ${contentType || 'no content type'}`);
        }
        return { contentType: isVector ? VECTOR_TILE : contentType, bytes: await wholeTile(response) };
      } catch (error) {
        throw unreachable(error);
      }
    },
  };
}

/** A PMTiles archive on disk, opened at its first use. */
class DiskSource implements Source {
  #file: Promise<FileHandle> | undefined;

  constructor(private readonly path: string) {}

  getKey = (): string => this.path;

  async getBytes(offset: number, length: number): Promise<RangeResponse> {
    this.#file ??= open(this.path).catch((error: unknown) => {
      this.#file = undefined;
      throw error;
    });
    const { buffer, bytesRead } = await (await this.#file).read(Buffer.alloc(length), 0, length, offset);
    return { data: buffer.buffer.slice(buffer.byteOffset, buffer.byteOffset + bytesRead) };
  }
}

const CONTENT_TYPES: Readonly<Partial<Record<TileType, string>>> = {
  [TileType.Mvt]: VECTOR_TILE,
  [TileType.Png]: 'image/png',
  [TileType.Jpeg]: 'image/jpeg',
  [TileType.Webp]: 'image/webp',
  [TileType.Avif]: 'image/avif',
};

/** Tiles of a PMTiles archive: https://docs.protomaps.com/pmtiles */
function archiveMap(source: Source, attribution: string): BaseMap {
  const archive = new PMTiles(source);
  const readable = async <T>(read: () => Promise<T>): Promise<T> => {
    try {
      return await read();
    } catch (error) {
      throw unreachable(error);
    }
  };
  return {
    info: () =>
      readable(async () => {
        const { tileType, minZoom, maxZoom } = await archive.getHeader();
        const { attribution: own } = (await archive.getMetadata()) as { attribution?: unknown };
        return {
          kind: tileType === TileType.Mvt ? 'vector' : 'raster',
          ...{ minZoom, maxZoom },
          attribution: attribution || (typeof own === 'string' ? plain(own) : ''),
        };
      }),
    tile: (z, x, y) =>
      readable(async () => {
        const contentType = CONTENT_TYPES[(await archive.getHeader()).tileType];
        const found = await archive.getZxy(z, x, y);
        return contentType && found ? { contentType, bytes: new Uint8Array(found.data) } : undefined;
      }),
  };
}

export function createBaseMap(
  { BASE_MAP: address, BASE_MAP_ATTRIBUTION: attribution }: Pick<GatewayConfig, 'BASE_MAP' | 'BASE_MAP_ATTRIBUTION'>,
  log: Pick<Logger, 'info'>,
): BaseMap | undefined {
  if (address === '') return undefined;
  log.info({ address: address.split('?')[0] }, 'maps have a base map');
  if (/\{[xyz]\}/.test(address)) return templateMap(address, attribution);
  return archiveMap(/^https?:\/\//.test(address) ? new FetchSource(address) : new DiskSource(address), attribution);
}
