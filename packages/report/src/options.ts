import type { KeyObject } from 'node:crypto';
import type { Evidence } from './evidence.js';
import type { FigureRequest } from './figures/plan.js';

/** Pictures of the evidence, each fetched once. */
export interface Pictures {
  /** JPEG or PNG of the request's region and size, never of a preview. */
  crop(request: FigureRequest): Promise<Uint8Array>;
  /** The stored file of a photograph, whose hash the evidence has. */
  photograph(id: string): Promise<Uint8Array>;
}

export interface ComposeOptions {
  evidence: Evidence;
  /** The evidence of the version that this one is based on, for the appendix of changes. */
  previous?: Evidence;
  pictures: Pictures;
  /** An empty folder, or one of an interrupted composition, which is repeated. */
  out: string;
  /** DOCX with tags, checked by `checkTemplate`. */
  template?: Uint8Array;
  /** Ed25519 private key for the manifest; without one the folder has no signature. */
  signingKey?: KeyObject;
  onProgress?: (progress: ComposeProgress) => void;
  signal?: AbortSignal;
}

export interface ComposeProgress {
  step: 'figures' | 'photographs' | 'pdf' | 'docx' | 'manifest';
  done: number;
  total: number;
}

/** A fault of a delivered folder. */
export interface Finding {
  code: FindingCode;
  /** A sentence. */
  message: string;
}

export type FindingCode =
  | 'file_missing'
  | 'file_changed'
  | 'file_unknown'
  | 'evidence_changed'
  | 'signature_wrong'
  | 'signature_missing'
  | 'picture_missing'
  | 'picture_unknown'
  | 'sentence_missing'
  | 'source_missing'
  | 'link_missing'
  | 'unreviewed_shown'
  | 'version_missing';
