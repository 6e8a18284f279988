import { useState } from 'react';
import { useGetDocumentPagesQuery, type ProjectDocument } from '../../../evidence/documents-api.js';
import { PdfViewer, type PdfViewerProps } from '../../../viewer/pdf/pdf-viewer.js';
import { usePageOpening } from './use-page-opening.js';

interface DocumentPdfProps extends Omit<PdfViewerProps, 'title' | 'onShown'> {
  document: ProjectDocument;
  /** It is not behind another tab. */
  isShown?: boolean;
}

/** The file of a document. The page that it shows counts as opened. */
export function DocumentPdf({ document, isShown = true, ...props }: DocumentPdfProps) {
  const [number, setNumber] = useState<number | null>(null);
  const { data: pages } = useGetDocumentPagesQuery(document.id);
  const page = pages?.find(({ page_number: pageNumber }) => pageNumber === number);
  usePageOpening(page?.id ?? '', isShown);
  return <PdfViewer {...props} title={document.title} onShown={setNumber} />;
}
