import { useState, type ReactNode } from 'react';
import type { ShownAnnotation } from '../../../evidence/annotation-records.js';
import { AssociateSeveralDialog } from '../../../evidence/association/associate-several-dialog.js';
import { linkSeveral } from '../../../evidence/link-several.js';
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
      <AssociateSeveralDialog
        projectId={projectId}
        count={linking.length}
        proposed={0}
        title={`Link ${countOf(linking.length)} to a feature`}
        onAssociate={(feature) => {
          setLinking(null);
          void dispatch(linkSeveral(projectId, linking, feature));
        }}
        onClose={() => setLinking(null)}
      />
    ),
  };
}
