/** Outside React to survive navigation, and in browser storage to survive the end of the page. */
import { MAX_PHOTOGRAPH_BYTES } from '@symbio/proto/limits';
import { fileSize } from '../../../lib/ui/formats.js';
import type { PhotoStore } from './stored-photos.js';

/** `drawing`: all bytes are sent; the server re-encodes the image. */
export type PhotoState = 'waiting' | 'sending' | 'drawing' | 'failed' | 'refused';

export interface QueuedPhoto {
  /** Of the photograph: retries are idempotent. */
  id: string;
  file: File;
  /** Local object URL. */
  preview: string;
  state: PhotoState;
  /** 0 to 1. */
  sent: number;
  /** Why it failed or was refused. */
  error: string | null;
  /** No response of the server. */
  isOffline: boolean;
  /** After a failure that passes by itself. */
  isRetried: boolean;
  /** Absent until known. */
  keeping?: PhotoStore;
}

export interface QueueEffects {
  /** Rejects with {@link PhotoError}. */
  send(photo: QueuedPhoto, onSent: (share: number) => void): Promise<void>;
  changed(): void;
  /** After it has left the queue and its storage. */
  arrived?(): void;
  /** By the person, before it was sent. */
  removed?(id: string): void;
  newId(): string;
  preview(file: File): string;
  forget(preview: string): void;
  /** Never rejects. */
  keep(id: string, file: File): Promise<PhotoStore>;
  /** Never rejects. */
  drop(id: string): Promise<void>;
}

export class PhotoError extends Error {
  constructor(
    message: string,
    /** A retry cannot help. */
    readonly isFinal: boolean,
    readonly isOffline = false,
    readonly isRetried = isOffline,
  ) {
    super(message);
    this.name = 'PhotoError';
  }
}

const NO_FAILURE = { error: null, isOffline: false, isRetried: false };

/** One is processed by the server while the other is sent. */
const AT_ONCE = 2;
/** For files without a type. */
const PHOTO_NAME = /\.(jpe?g|hei[cf]|png|webp|tiff?|bmp)$/i;
const PHOTO_TYPE = /^image\/(jpeg|hei[cf]|png|webp|tiff|bmp|x-ms-bmp)$/i;

/** `accept` of the file input; extensions for systems that do not know HEIC. */
export const ACCEPTED_PHOTOS =
  'image/jpeg,image/heic,image/heif,image/png,image/webp,image/tiff,image/bmp,.heic,.heif,.tif,.tiff,.bmp';

/** Null if it can be added. The server decides by content. */
export function photoRefusal(file: Pick<File, 'name' | 'type' | 'size'>): string | null {
  if (!(file.type ? PHOTO_TYPE.test(file.type) : PHOTO_NAME.test(file.name)))
    return 'Only JPEG, HEIC, PNG, WebP, TIFF and BMP photographs can be added';
  if (file.size >= MAX_PHOTOGRAPH_BYTES) return `Photographs must be smaller than ${fileSize(MAX_PHOTOGRAPH_BYTES)}`;
  if (file.size === 0) return 'This file is empty';
  return null;
}

const isSame = (a: File, b: File): boolean =>
  a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;

/** Is being sent or will be, automatically. */
export const isInProgress = ({ state }: Pick<QueuedPhoto, 'state'>): boolean =>
  state === 'waiting' || state === 'sending' || state === 'drawing';

/** Empty if all are stored. */
export function storageNote(photos: readonly QueuedPhoto[]): string {
  const waiting = photos.filter(({ state }) => state !== 'refused');
  const leaves = 'Keep this page open until they have arrived';
  if (waiting.some(({ keeping }) => keeping === 'no-room'))
    return `This device has too little storage to keep the photographs until they are sent. ${leaves}.`;
  if (waiting.some(({ keeping }) => keeping === 'not-kept'))
    return `This browser does not keep photographs until they are sent. ${leaves}.`;
  return '';
}

export class PhotoQueue {
  private photos: readonly QueuedPhoto[] = [];
  private arrived = 0;
  private readonly listeners = new Set<() => void>();
  private readonly keeping = new Map<string, Promise<unknown>>();

  constructor(private readonly effects: QueueEffects) {}

  readonly getPhotos = (): readonly QueuedPhoto[] => this.photos;

  /** Since last viewed. */
  readonly getArrived = (): number => this.arrived;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  add(files: readonly File[]): void {
    const fresh = files.filter((file) => !this.photos.some((photo) => isSame(photo.file, file)));
    const chosen = fresh.map((file): QueuedPhoto => {
      const error = photoRefusal(file);
      return {
        id: this.effects.newId(),
        file,
        preview: error ? '' : this.effects.preview(file),
        state: error ? 'refused' : 'waiting',
        sent: 0,
        ...NO_FAILURE,
        error,
      };
    });
    this.set([...this.photos, ...chosen]);
    for (const photo of chosen) if (photo.state === 'waiting') this.keep(photo);
    this.advance();
  }

  /** Under their stored ids. */
  restore(kept: readonly { id: string; file: File }[]): void {
    const others = kept.filter(({ id }) => !this.photos.some((photo) => photo.id === id));
    const isKnown = (file: File): boolean => this.photos.some((photo) => isSame(photo.file, file));
    const fresh = others.filter(({ file }) => !isKnown(file));
    // chosen again since: sent under the new id
    for (const { id } of others.filter(({ file }) => isKnown(file))) void this.effects.drop(id);
    const back = fresh.map(({ id, file }): QueuedPhoto => {
      const preview = this.effects.preview(file);
      return { id, file, preview, state: 'waiting', sent: 0, ...NO_FAILURE, keeping: 'kept' };
    });
    this.set([...back, ...this.photos]);
    this.advance();
  }

  retry(id?: string): void {
    this.again((photo) => id === undefined || photo.id === id);
  }

  /** Those that failed for a reason that passes by itself. */
  retryPassing(): void {
    this.again((photo) => photo.isRetried);
  }

  /** Unless it is being sent. */
  remove(id: string): void {
    const photo = this.photos.find((each) => each.id === id);
    if (!photo || photo.state === 'sending' || photo.state === 'drawing') return;
    if (photo.preview) this.effects.forget(photo.preview);
    void this.drop(id);
    this.effects.removed?.(id);
    this.set(this.photos.filter((each) => each !== photo));
  }

  seen(): void {
    if (this.arrived === 0) return;
    this.arrived = 0;
    this.set(this.photos);
  }

  /** @param keeps leaves the photographs in storage */
  clear(keeps = false): void {
    this.arrived = 0;
    for (const { id, preview } of this.photos) {
      if (preview) this.effects.forget(preview);
      if (!keeps) void this.drop(id);
    }
    this.set([]);
  }

  private keep({ id, file }: QueuedPhoto): void {
    const known = this.effects.keep(id, file).then((keeping) => this.change(id, { keeping }));
    this.keeping.set(id, known);
  }

  /** After storing has finished: the upload may be faster. */
  private drop(id: string): Promise<void> {
    const known = this.keeping.get(id) ?? Promise.resolve();
    this.keeping.delete(id);
    return known.then(() => this.effects.drop(id));
  }

  private again(isMeant: (photo: QueuedPhoto) => boolean): void {
    this.set(
      this.photos.map((photo) =>
        photo.state === 'failed' && isMeant(photo) ? { ...photo, state: 'waiting', ...NO_FAILURE, sent: 0 } : photo,
      ),
    );
    this.advance();
  }

  private advance(): void {
    const busy = this.photos.filter(({ state }) => state === 'sending' || state === 'drawing').length;
    const next = this.photos.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, AT_ONCE - busy));
    // send() never rejects: failures become state
    for (const photo of next) void this.send(photo);
  }

  private async send(photo: QueuedPhoto): Promise<void> {
    const { id } = photo;
    this.change(id, { state: 'sending', sent: 0, error: null });
    try {
      await this.effects.send(photo, (share) =>
        this.change(id, { sent: share, ...(share >= 1 && { state: 'drawing' }) }),
      );
      const dropped = this.drop(id);
      this.effects.changed();
      this.effects.forget(photo.preview);
      this.arrived++;
      this.set(this.photos.filter((each) => each.id !== id));
      void dropped.then(() => this.effects.arrived?.());
    } catch (error) {
      const { message, isFinal, isOffline, isRetried } =
        error instanceof PhotoError ? error : new PhotoError('The photograph could not be added. Try again.', false);
      this.change(id, { state: isFinal ? 'refused' : 'failed', error: message, isOffline, isRetried });
    }
    this.advance();
  }

  private change(id: string, change: Partial<QueuedPhoto>): void {
    this.set(this.photos.map((photo) => (photo.id === id ? { ...photo, ...change } : photo)));
  }

  private set(photos: readonly QueuedPhoto[]): void {
    this.photos = photos;
    for (const listener of this.listeners) listener();
  }
}
