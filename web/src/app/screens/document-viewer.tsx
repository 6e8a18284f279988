import { DocumentViewerPage } from '../../features/documents/viewer/document-viewer-page.js';
import type { ViewerExtensions } from '../../features/documents/viewer/extensions.js';
import { CursorsOnSheet } from '../../features/presence/cursors-on-sheet.js';
import { PresenceAvatars, PagePresence } from '../../features/presence/presence-avatars.js';
import { usePlace } from '../../features/presence/presence.js';
import { ReviewButton } from '../../features/review/review-button.js';
import { REVIEW_KEYS } from '../../features/review/review-keys.js';
import { ReviewSlot } from '../../features/review/review-slot.js';

/** Also shows other users present. */
function Presence({ documentId, pageId }: { documentId: string; pageId: string | null }) {
  usePlace(documentId, pageId);
  return <PresenceAvatars pageId={pageId} />;
}

const extensions: ViewerExtensions = {
  Presence,
  PagePresence: PagePresence,
  Others: CursorsOnSheet,
  ReviewButton,
  PanelTop: ReviewSlot,
  keys: REVIEW_KEYS,
};

export const DocumentViewer = () => <DocumentViewerPage extensions={extensions} />;
