import { EmptyState } from '../../../components/empty-state.js';

/** Placeholder for a document that is not a PDF (VIEW-07). */
export function NoViewer({ mimeType }: { mimeType: string }) {
  return <EmptyState title="Viewer Not Available - No viewer available for this document type.">{mimeType}</EmptyState>;
}
