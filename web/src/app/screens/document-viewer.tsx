import { DocumentViewerPage } from '../../features/documents/viewer/document-viewer-page.js';
import type { ViewerExtensions } from '../../features/documents/viewer/extensions.js';
import { OthersOnSheet } from '../../features/presence/others-on-sheet.js';
import { PresenceAvatars, PagePresence } from '../../features/presence/presence-avatars.js';
import { usePlace } from '../../features/presence/presence.js';
import { ReviewButton } from '../../features/review/review-button.js';
import { REVIEW_KEYS } from '../../features/review/review-keys.js';
import { ReviewSlot } from '../../features/review/review-slot.js';

/** Says which page this window shows, and shows who else is here. */
function Presence({ documentId, pageId }: { documentId: string; pageId: string | null }) {
  usePlace(documentId, pageId);
  return <PresenceAvatars pageId={pageId} />;
}

const extensions: ViewerExtensions = {
  Presence,
  PagePresence: PagePresence,
  Others: OthersOnSheet,
  ReviewButton,
  PanelTop: ReviewSlot,
  keys: REVIEW_KEYS,
};

/** The document viewer with the review of proposals and who else is here and points at what. */
export const DocumentViewer = () => <DocumentViewerPage extensions={extensions} />;
