import type { ComposeProgress } from '@symbio/report';

/** Within the folder of a composition; `previous` only if the version is based on another, `template` only if it has one. */
export const FOLDERS = {
  evidence: 'evidence.json',
  previous: 'previous.json',
  template: 'template.docx',
  pictures: 'pictures',
  report: 'report',
} as const;

export interface ToChild {
  folder: string;
  /** Ed25519, JWK or PEM; empty: the manifest is not signed. */
  signingKey: string;
}

/** `problem`: technical, for the log. */
export type FromChild = { progress: ComposeProgress } | { done: true } | { problem: string };
