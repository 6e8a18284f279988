/** Files in parts: a broken connection loses at most one part. */
import { isOk, jsonOf, type Sending, type SentAnswer } from './upload.js';

/** Bytes. The most that a broken connection loses. */
export const PART_BYTES = 8 * 1024 * 1024;

export interface PartsUpload<Made> {
  file: File;
  /** Bytes that the server has, and what it made of them earlier. */
  status: () => Promise<{ offset: number; made: Made | null }>;
  urlAt: (offset: number, part: Blob) => string;
  send: (sending: Sending) => Promise<SentAnswer>;
  /** @param answer absent: another window sends the same file, but without progress */
  failure: (answer?: SentAnswer) => Error;
  /** With the bytes that the server has. */
  onStored: (offset: number) => void;
  onBytes: (sent: number, total: number) => void;
}

/** Continues where an earlier attempt ended. @returns what the server had made of the file before; null: complete it */
export async function sendInParts<Made>(upload: PartsUpload<Made>): Promise<Made | null> {
  const { file, status, urlAt, send, failure, onStored, onBytes } = upload;
  const known = await status();
  if (known.made) return known.made;
  let { offset } = known;
  onStored(offset);
  onBytes(offset, file.size);
  while (offset < file.size) {
    const begin = offset;
    const body = file.slice(begin, begin + PART_BYTES);
    const answer = await send({
      method: 'PUT',
      url: urlAt(begin, body),
      body,
      onBytes: (sent) => onBytes(begin + sent, file.size),
    });
    const received = jsonOf(answer) as { data?: { offset?: number }; code?: string } | null;
    if (answer.status === 409 && received?.code === 'upload_offset') {
      // another window sends the same file: skip its parts
      ({ offset } = await status());
      if (offset <= begin) throw failure();
      continue;
    }
    const next = received?.data?.offset;
    if (!isOk(answer) || next === undefined || next <= begin) throw failure(answer);
    offset = next;
    onStored(offset);
  }
  return null;
}
