/**
 * Photographs on their way to a visit: outside the page, so that looking at another page loses none, and kept by the browser until
 * they have arrived, so that the end of the page loses none either.
 */
import { MAX_PHOTOGRAPH_BYTES } from '@symbio/proto/limits';
import { fileSize } from '../../../lib/formats.js';
import type { Keeping } from './kept-photos.js';

/** `drawing`: all bytes have left, and the server draws it anew. */
export type PhotoState = 'waiting' | 'sending' | 'drawing' | 'failed' | 'refused';

export interface QueuedPhoto {
  /** The photograph's own: sent again under it, it is one photograph. */
  id: string;
  file: File;
  /** Address of the file in this browser. */
  preview: string;
  state: PhotoState;
  /** Share of the bytes that have left, 0 to 1. */
  sent: number;
  /** Why it failed or is refused, a sentence. */
  error: string | null;
  /** It failed for want of a connection: it is sent again when there is one. */
  isOffline: boolean;
  /** Absent until it is known. */
  keeping?: Keeping;
}

/** What the queue does to the world; given from outside, so that a test needs no server. */
export interface QueueEffects {
  /** Rejects with {@link PhotoError}. */
  send(photo: QueuedPhoto, onSent: (share: number) => void): Promise<void>;
  /** Photographs of the visit changed. */
  changed(): void;
  newId(): string;
  preview(file: File): string;
  forget(preview: string): void;
  /** Keeps a photograph until it has arrived. Never rejects. */
  keep(id: string, file: File): Promise<Keeping>;
  /** Keeps it no longer. Never rejects. */
  drop(id: string): Promise<void>;
}

/** A photograph that could not be added. */
export class PhotoError extends Error {
  constructor(
    message: string,
    /** The file itself is refused: sending it again does not help. */
    readonly isFinal: boolean,
    readonly isOffline = false,
  ) {
    super(message);
    this.name = 'PhotoError';
  }
}

/** Photographs that travel at the same time: one is drawn by the server while the other is on its way. */
const AT_ONCE = 2;
/** Names of files that systems give no type for. */
const PHOTO_NAME = /\.(jpe?g|hei[cf]|png|webp)$/i;
const PHOTO_TYPE = /^image\/(jpeg|hei[cf]|png|webp)$/i;

/** What a file input offers; endings for systems that do not know HEIC. */
export const ACCEPTED_PHOTOS = 'image/jpeg,image/heic,image/heif,image/png,image/webp,.heic,.heif';

/** Why a file cannot be added, or null. The server judges by content. */
export function photoRefusal(file: Pick<File, 'name' | 'type' | 'size'>): string | null {
  if (!(file.type ? PHOTO_TYPE.test(file.type) : PHOTO_NAME.test(file.name)))
    return 'Only JPEG, HEIC, PNG and WebP photographs can be added';
  if (file.size >= MAX_PHOTOGRAPH_BYTES) return `Photographs must be smaller than ${fileSize(MAX_PHOTOGRAPH_BYTES)}`;
  if (file.size === 0) return 'This file is empty';
  return null;
}

const isSame = (a: File, b: File): boolean =>
  a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;

/** Whether a photograph is being sent, or will be by itself. */
export const isUnderWay = ({ state }: Pick<QueuedPhoto, 'state'>): boolean =>
  state === 'waiting' || state === 'sending' || state === 'drawing';

/** What becomes of photographs when this page ends, where that is not well: a sentence; empty: all are kept. */
export function keepingNote(photos: readonly QueuedPhoto[]): string {
  const waiting = photos.filter(({ state }) => state !== 'refused');
  const leaves = 'Keep this page open until they have arrived';
  if (waiting.some(({ keeping }) => keeping === 'no-room'))
    return `This device has no room to keep the photographs until they are sent. ${leaves}.`;
  if (waiting.some(({ keeping }) => keeping === 'not-kept'))
    return `This browser does not keep photographs until they are sent. ${leaves}.`;
  return '';
}

/** The photographs on their way to one visit, oldest first. */
export class PhotoQueue {
  private photos: readonly QueuedPhoto[] = [];
  private arrived = 0;
  private readonly listeners = new Set<() => void>();
  /** Ends when it is known whether a photograph is kept. */
  private readonly keeping = new Map<string, Promise<unknown>>();

  constructor(private readonly effects: QueueEffects) {}

  readonly getPhotos = (): readonly QueuedPhoto[] => this.photos;

  /** How many have arrived since somebody looked. */
  readonly getArrived = (): number => this.arrived;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Takes chosen files; those that can be added leave at once. A file that is in the queue already is taken once. */
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
        error,
        isOffline: false,
      };
    });
    this.set([...this.photos, ...chosen]);
    for (const photo of chosen) if (photo.state === 'waiting') this.keep(photo);
    this.advance();
  }

  /** Goes on with photographs that were kept when an earlier page ended, under their ids. */
  restore(kept: readonly { id: string; file: File }[]): void {
    const others = kept.filter(({ id }) => !this.photos.some((photo) => photo.id === id));
    const isKnown = (file: File): boolean => this.photos.some((photo) => isSame(photo.file, file));
    const fresh = others.filter(({ file }) => !isKnown(file));
    // chosen once more meanwhile: it is sent as that one
    for (const { id } of others.filter(({ file }) => isKnown(file))) void this.effects.drop(id);
    const back = fresh.map(({ id, file }): QueuedPhoto => {
      const preview = this.effects.preview(file);
      return { id, file, preview, state: 'waiting', sent: 0, error: null, isOffline: false, keeping: 'kept' };
    });
    this.set([...back, ...this.photos]);
    this.advance();
  }

  /** Sends failed ones again: one, or all of them. */
  retry(id?: string): void {
    this.again((photo) => id === undefined || photo.id === id);
  }

  /** There is a connection again. */
  reconnected(): void {
    this.again((photo) => photo.isOffline);
  }

  /** Lets go of a photograph that is not on its way. */
  remove(id: string): void {
    const photo = this.photos.find((each) => each.id === id);
    if (!photo || photo.state === 'sending' || photo.state === 'drawing') return;
    if (photo.preview) this.effects.forget(photo.preview);
    this.drop(id);
    this.set(this.photos.filter((each) => each !== photo));
  }

  /** Somebody has seen what arrived. */
  seen(): void {
    if (this.arrived === 0) return;
    this.arrived = 0;
    this.set(this.photos);
  }

  /** Lets go of all of them. */
  clear(): void {
    this.arrived = 0;
    for (const { id, preview } of this.photos) {
      if (preview) this.effects.forget(preview);
      this.drop(id);
    }
    this.set([]);
  }

  private keep({ id, file }: QueuedPhoto): void {
    const known = this.effects.keep(id, file).then((keeping) => this.change(id, { keeping }));
    this.keeping.set(id, known);
  }

  /** A photograph may arrive before it is kept: then it is dropped after that. */
  private drop(id: string): void {
    const known = this.keeping.get(id) ?? Promise.resolve();
    this.keeping.delete(id);
    void known.then(() => this.effects.drop(id));
  }

  private again(isMeant: (photo: QueuedPhoto) => boolean): void {
    this.set(
      this.photos.map((photo) =>
        photo.state === 'failed' && isMeant(photo)
          ? { ...photo, state: 'waiting', error: null, isOffline: false, sent: 0 }
          : photo,
      ),
    );
    this.advance();
  }

  private advance(): void {
    const busy = this.photos.filter(({ state }) => state === 'sending' || state === 'drawing').length;
    const next = this.photos.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, AT_ONCE - busy));
    // send() settles every outcome into the queue and never rejects
    for (const photo of next) void this.send(photo);
  }

  private async send(photo: QueuedPhoto): Promise<void> {
    const { id } = photo;
    this.change(id, { state: 'sending', sent: 0, error: null });
    try {
      await this.effects.send(photo, (share) =>
        this.change(id, { sent: share, ...(share >= 1 && { state: 'drawing' }) }),
      );
      this.drop(id);
      this.effects.changed();
      this.effects.forget(photo.preview);
      this.arrived++;
      this.set(this.photos.filter((each) => each.id !== id));
    } catch (error) {
      const { message, isFinal, isOffline } =
        error instanceof PhotoError ? error : new PhotoError('The photograph could not be added. Try again.', false);
      this.change(id, { state: isFinal ? 'refused' : 'failed', error: message, isOffline });
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
