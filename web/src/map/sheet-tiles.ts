import type { PictureSize } from '@symbio/georeference';
import { RetrySchedule } from '@symbio/sheet/view/retry-schedule';
import type { DrawnSheet } from './drawn-sheet.js';
import { TextureCache } from './texture-cache.js';
import { tileKey, type TileAt } from './tile-choice.js';

export interface TilePicture extends PictureSize {
  texture: WebGLTexture;
}

/** About 250 MB of graphics memory with tiles of 512 pixels. */
const MAX_TEXTURES = 200;
const MAX_FETCHES = 8;

interface Wanted {
  sheet: DrawnSheet;
  key: string;
}

/** Tiles of sheets as textures, loaded for the current frame. */
export class SheetTiles {
  private readonly cache: TextureCache<TilePicture>;
  private readonly loading = new Map<string, AbortController>();
  private wanted = new Map<string, Wanted>();
  private urgent = new Map<string, Wanted>();
  private readonly failed = new Set<string>();
  private isOver = false;
  private readonly schedule = new RetrySchedule(() => {
    this.failed.clear();
    this.repaint();
  });

  constructor(
    private readonly gl: WebGL2RenderingContext,
    private readonly repaint: () => void,
  ) {
    this.cache = new TextureCache(MAX_TEXTURES, ({ texture }) => gl.deleteTexture(texture));
  }

  get isLoading(): boolean {
    return this.loading.size > 0 || this.wanted.size > 0 || this.urgent.size > 0;
  }

  beginFrame(): void {
    this.cache.beginFrame();
    this.wanted = new Map();
    this.urgent = new Map();
  }

  get({ id }: DrawnSheet, key: string): TilePicture | undefined {
    return this.cache.get(id, key);
  }

  want(sheet: DrawnSheet, tile: TileAt, isUrgent = false): void {
    const key = tileKey(tile);
    const name = `${sheet.id} ${key}`;
    if (!this.failed.has(name)) (isUrgent ? this.urgent : this.wanted).set(name, { sheet, key });
  }

  /** Requests what this frame lacks; requests of earlier frames that it does not need are given up. */
  load(): void {
    for (const [name, fetching] of this.loading) if (!this.wanted.has(name) && !this.urgent.has(name)) fetching.abort();
    for (const [name, { sheet, key }] of [...this.urgent, ...this.wanted]) {
      if (this.loading.size >= MAX_FETCHES) return;
      if (!this.loading.has(name)) void this.fetch(name, sheet, key);
    }
  }

  keepOnly(sheets: readonly DrawnSheet[]): void {
    const ids = new Set(sheets.map(({ id }) => id));
    for (const id of this.cache.ids) if (!ids.has(id)) this.cache.dropSheet(id);
    this.failed.clear();
  }

  /** The graphics context is lost, with all textures. */
  forget(): void {
    this.end();
    this.cache.clear(true);
  }

  destroy(): void {
    this.end();
    this.cache.clear();
  }

  private end(): void {
    this.isOver = true;
    this.schedule.end();
    for (const fetching of this.loading.values()) fetching.abort();
  }

  private async fetch(name: string, sheet: DrawnSheet, key: string): Promise<void> {
    const fetching = new AbortController();
    this.loading.set(name, fetching);
    const { Url: url, Format: format } = sheet.tileSource.Image;
    try {
      const response = await fetch(`${url}${key}.${format}`, { signal: fetching.signal });
      if (!response.ok) throw new Error(`Tile ${key} of ${sheet.id} failed to load: ${response.status}`);
      const bitmap = await createImageBitmap(await response.blob(), { premultiplyAlpha: 'none' });
      if (!this.isOver) this.cache.set(sheet.id, key, this.upload(bitmap));
      bitmap.close();
      if (this.failed.size === 0) this.schedule.end();
    } catch (error) {
      if (!fetching.signal.aborted) this.fail(name, error);
    } finally {
      this.loading.delete(name);
      this.repaint();
    }
  }

  private fail(name: string, error: unknown): void {
    if (this.failed.size === 0 && this.schedule.attempts === 0)
      console.warn('A tile of the map failed to load and will be requested again', error);
    this.failed.add(name);
    this.schedule.fail();
  }

  private upload(bitmap: ImageBitmap): TilePicture {
    const { gl } = this;
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGB8, gl.RGB, gl.UNSIGNED_BYTE, bitmap);
    gl.generateMipmap(gl.TEXTURE_2D);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
    return { texture, width: bitmap.width, height: bitmap.height };
  }
}
