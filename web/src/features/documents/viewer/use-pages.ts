import { useEffect, useMemo, useRef, useState } from 'react';
import { PRELOADED_PAGES } from '../../../evidence/document-pages.js';
import { PROCESSING_POLL_MS, useGetDocumentPagesQuery } from '../../../evidence/documents-api.js';
import type { DocumentPage } from '../../../evidence/page-records.js';
import { renewalDelay } from '../../../evidence/signed-urls.js';
import { preloadPages } from '../../../viewer/sheet/preload.js';

/** Milliseconds, until the first sheet is ready. */
const FIRST_SHEET_POLL_MS = 1000;

/** Read again during processing and before signatures expire. */
export function usePages(documentId: string, isProcessing: boolean) {
  const [renewal, setRenewal] = useState(0);
  const [hasSheet, setHasSheet] = useState(false);
  const { data, isLoading, isError, error, refetch, fulfilledTimeStamp } = useGetDocumentPagesQuery(documentId, {
    pollingInterval: isProcessing ? (hasSheet ? PROCESSING_POLL_MS : FIRST_SHEET_POLL_MS) : renewal,
    // signatures may have expired while the computer slept
    refetchOnFocus: true,
  });
  const pages = useMemo(() => data ?? [], [data]);
  const isFirstReady = pages.some((page) => page.status === 'ready');
  if (isFirstReady !== hasSheet) setHasSheet(isFirstReady);
  useEffect(() => {
    if (fulfilledTimeStamp) setRenewal(renewalDelay(pages, Date.now()));
  }, [pages, fulfilledTimeStamp]);
  // the last pages become ready as the job ends, which stops polling: read again
  const wasProcessing = useRef(isProcessing);
  useEffect(() => {
    if (wasProcessing.current && !isProcessing) void refetch();
    wasProcessing.current = isProcessing;
  }, [isProcessing, refetch]);
  return { pages, isLoading, isError, error, refetch };
}

/** Initial view of the first pages, once each (VIEW-15). */
export function usePreload(listed: readonly DocumentPage[], viewRef: { current: HTMLElement | null }): void {
  const loaded = useRef(new Set<string>());
  useEffect(() => {
    const view = viewRef.current;
    if (!view) return;
    const fresh = listed
      .slice(0, PRELOADED_PAGES)
      .filter((page) => page.status === 'ready' && !loaded.current.has(page.id));
    for (const page of fresh) loaded.current.add(page.id);
    preloadPages(fresh, { width: view.clientWidth, height: view.clientHeight });
  }, [listed, viewRef]);
}
