import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useState } from 'react';
import type { Size } from '@symbio/sheet/geometry/geometry';
import { failureReason, type PdfSource } from './source.js';

type Loaded<Extra> =
  | { kind: 'loading' }
  | { kind: 'failed'; reason: string }
  | { kind: 'ready'; pdf: PDFDocumentProxy; extra: Extra; firstPage: Size };

export interface UsedPdf<Extra> {
  loaded: Loaded<Extra>;
  /** Part of the file cannot be reached at the moment. */
  isStalled: boolean;
  retry: () => void;
}

/**
 * Opens a PDF while mounted.
 *
 * @param source changing it requires a new component (key)
 * @param loadExtra loads what the screen needs beside it; stable between renders
 */
export function usePdf<Extra>(source: PdfSource, loadExtra: () => Promise<Extra>): UsedPdf<Extra> {
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<Loaded<Extra>>({ kind: 'loading' });
  const [isStalled, setStalled] = useState(false);

  useEffect(() => {
    let isOpen = true;
    let close: () => void = () => undefined;
    const fail = (error: unknown) => {
      if (isOpen) setLoaded({ kind: 'failed', reason: failureReason(error) });
    };
    const open = async () => {
      setLoaded({ kind: 'loading' });
      setStalled(false);
      try {
        const [{ openPdf }, extra] = await Promise.all([import('./loader.js'), loadExtra()]);
        if (!isOpen) return;
        const opening = openPdf(source, {
          onStalled: (stalled) => isOpen && setStalled(stalled),
          onLost: fail,
        });
        close = () => opening.close();
        const pdf = await opening.promise;
        const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
        if (isOpen) setLoaded({ kind: 'ready', pdf, extra, firstPage: { width, height } });
      } catch (error) {
        fail(error);
      }
    };
    void open();
    return () => {
      isOpen = false;
      close();
    };
  }, [attempt, loadExtra, source]);

  return { loaded, isStalled, retry: () => setAttempt(attempt + 1) };
}
