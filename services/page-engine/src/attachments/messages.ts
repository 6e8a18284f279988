import type { Notice } from '../conversion/messages.js';

export type AttachmentTask =
  | { kind: 'look'; file: string }
  /** `to` is an absolute path. */
  | { kind: 'take'; file: string; index: number; to: string; maxBytes: number };

export interface BesidePages {
  notices: Notice[];
  /** Names; the index of a file is its place. */
  attached: string[];
}

export interface TakenFile {
  name: string;
}
