import { Button } from '@fluentui/react-components';
import { ShareRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import type { ProjectDocument } from '../../../evidence/documents-api.js';
import { ShareDialog } from './share-dialog.js';

export function ShareButton({ document }: { document: ProjectDocument }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" icon={<ShareRegular />} onClick={() => setOpen(true)}>
        Share
      </Button>
      {isOpen && <ShareDialog document={document} onClose={() => setOpen(false)} />}
    </>
  );
}
