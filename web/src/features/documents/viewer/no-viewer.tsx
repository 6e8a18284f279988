import { EmptyState } from '../../../components/empty-state.js';

/** VIEW-07 */
export function NoViewer({ mimeType }: { mimeType: string }) {
  return <EmptyState title="Viewer Not Available - No viewer available for this document type.">{mimeType}</EmptyState>;
}
