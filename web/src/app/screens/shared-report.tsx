import { AuthFrame } from '../../features/auth/auth-frame.js';
import { SharedReportView } from '../../features/report/shared-report.js';
import { useDocumentTitle } from '../../lib/navigation/document-title.js';

/** Target of a report's share link: no sign-in required. */
export function SharedReportScreen() {
  useDocumentTitle('Shared report');
  return (
    <AuthFrame title="Environmental site assessment">
      <SharedReportView />
    </AuthFrame>
  );
}
