interface Entry<T> {
  texture: T;
  /** Frame that used it last. */
  usedAt: number;
}

/**
 * Textures by sheet and tile. Over the limit, sheets not in the current frame go first, the one longest out of view
 * first; then single tiles. Those of the frame stay.
 */
export class TextureCache<T> {
  private readonly sheets = new Map<string, Map<string, Entry<T>>>();
  private frame = 0;
  private total = 0;

  constructor(
    private readonly max: number,
    private readonly release: (texture: T) => void,
  ) {}

  get size(): number {
    return this.total;
  }

  get ids(): string[] {
    return [...this.sheets.keys()];
  }

  /** Later uses belong to a new frame. */
  beginFrame(): void {
    this.frame += 1;
  }

  get(sheetId: string, key: string): T | undefined {
    const entry = this.sheets.get(sheetId)?.get(key);
    if (entry) entry.usedAt = this.frame;
    return entry?.texture;
  }

  set(sheetId: string, key: string, texture: T): void {
    const tiles = this.sheets.get(sheetId) ?? new Map<string, Entry<T>>();
    this.sheets.set(sheetId, tiles);
    const known = tiles.get(key);
    if (known) this.release(known.texture);
    else this.total += 1;
    tiles.set(key, { texture, usedAt: this.frame });
    this.trim();
  }

  dropSheet(sheetId: string): void {
    for (const { texture } of this.sheets.get(sheetId)?.values() ?? []) this.release(texture);
    this.total -= this.sheets.get(sheetId)?.size ?? 0;
    this.sheets.delete(sheetId);
  }

  /** @param isLost the graphics context took the textures with it */
  clear(isLost = false): void {
    if (!isLost) for (const sheetId of this.ids) this.dropSheet(sheetId);
    this.sheets.clear();
    this.total = 0;
  }

  private trim(): void {
    const lastUse = (tiles: Map<string, Entry<T>>): number =>
      Math.max(...[...tiles.values()].map((each) => each.usedAt));
    while (this.total > this.max) {
      const [oldest] = [...this.sheets]
        .map(([id, tiles]) => ({ id, usedAt: lastUse(tiles) }))
        .filter(({ usedAt }) => usedAt < this.frame)
        .sort((a, b) => a.usedAt - b.usedAt);
      if (!oldest) break;
      this.dropSheet(oldest.id);
    }
    if (this.total <= this.max) return;
    const tiles = [...this.sheets.values()].flatMap((each) => [...each].map(([key, entry]) => ({ each, key, entry })));
    const unused = tiles.filter(({ entry }) => entry.usedAt < this.frame);
    unused.sort((a, b) => a.entry.usedAt - b.entry.usedAt);
    for (const { each, key, entry } of unused.slice(0, this.total - this.max)) {
      each.delete(key);
      this.release(entry.texture);
      this.total -= 1;
    }
  }
}
