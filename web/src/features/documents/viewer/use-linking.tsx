import { useState, type ReactNode } from 'react';
import type { ShownAnnotation } from '../../../evidence/annotation-records.js';
import { BulkAssociateDialog } from '../../../evidence/association/bulk-associate-dialog.js';
import { linkInBulk } from '../../../evidence/link-bulk.js';
import { useApiDispatch } from '../../../lib/http/api-thunks.js';
import { countOf } from '../../../viewer/edits/copies.js';

export function useLinking(projectId: string): {
  link: (annotations: readonly ShownAnnotation[]) => void;
  dialog: ReactNode;
} {
  const dispatch = useApiDispatch();
  const [linking, setLinking] = useState<readonly ShownAnnotation[] | null>(null);
  return {
    link: setLinking,
    dialog: linking && (
      <BulkAssociateDialog
        projectId={projectId}
        count={linking.length}
        proposed={0}
        title={`Link ${countOf(linking.length)} to a feature`}
        onAssociate={(feature) => {
          setLinking(null);
          void dispatch(linkInBulk(projectId, linking, feature));
        }}
        onClose={() => setLinking(null)}
      />
    ),
  };
}
