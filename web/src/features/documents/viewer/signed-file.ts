import { FileLost } from '../../../viewer/pdf/source.js';
import type { FilePart, PdfSource } from '../../../viewer/pdf/source.js';
import { expiryOf } from '../../../evidence/signed-urls.js';

/** Milliseconds before expiry at which URLs are renewed. */
const AHEAD_MS = 60_000;

const EXPIRED = new Set([401, 403]);
const LOST = new Set([404, 410]);

export class FileUnreachable extends Error {
  override readonly name = 'FileUnreachable';
}

/** Renews its signed URL before expiry, and when the server reports expiry (e.g. after the computer slept). */
export class SignedFile implements PdfSource {
  private renewing: Promise<void> | null = null;

  /**
   * @param address empty or null if not yet available
   * @param renew requests a new URL of the same file
   */
  constructor(
    private address: string | null,
    private readonly renew: () => Promise<string | null>,
  ) {}

  use(address: string | null): void {
    if (address) this.address = address;
  }

  async read(begin: number, end: number, signal: AbortSignal): Promise<FilePart> {
    const expiry = expiryOf(this.address);
    if (!this.address || (expiry !== null && expiry - AHEAD_MS < Date.now())) await this.renewOnce();
    let response = await this.ask(begin, end, signal);
    if (EXPIRED.has(response.status)) {
      await this.renewOnce();
      response = await this.ask(begin, end, signal);
    }
    if (EXPIRED.has(response.status) || LOST.has(response.status)) throw new FileLost(`HTTP ${response.status}`);
    if (!response.ok) throw new FileUnreachable(`HTTP ${response.status}`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (response.status === 206) return { bytes, total: totalOf(response) };
    // a proxy without range support returns the whole file
    return { bytes: bytes.slice(begin, end), total: bytes.length };
  }

  private ask(begin: number, end: number, signal: AbortSignal): Promise<Response> {
    if (!this.address) throw new FileLost('The document has no file');
    return fetch(this.address, { headers: { range: `bytes=${begin}-${end - 1}` }, signal });
  }

  /** Concurrent ranges share one renewal. */
  private renewOnce(): Promise<void> {
    this.renewing ??= this.renew()
      .then((address) => this.use(address))
      .finally(() => (this.renewing = null));
    return this.renewing;
  }
}

/** `Content-Range: bytes 0-99/1234` */
function totalOf(response: Response): number {
  const total = Number(/\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]);
  if (!Number.isSafeInteger(total)) throw new FileUnreachable('The server did not say how long the file is');
  return total;
}
