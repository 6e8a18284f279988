import { Checkbox } from '@fluentui/react-components';
import { useState } from 'react';
import { ShareLinksDialog } from '../../../components/share-links-dialog.js';
import type { ProjectDocument } from '../../../evidence/documents-api.js';
import { useProject } from '../../../lib/project/project-context.js';
import { medium } from '../../../lib/ui/formats.js';
import {
  useCreateShareLinkMutation,
  useListShareLinksQuery,
  useRevokeShareLinkMutation,
  type NewShareLink,
  type ShareLink,
} from './share-links-api.js';

const factsOf = ({ by_name: by, created_at: at, last_used_at: used, with_findings: withFindings }: ShareLink): string =>
  [
    `${by}, ${medium(at)}`,
    withFindings ? 'with findings' : 'pages only',
    used ? `last used ${medium(used)}` : 'not used yet',
  ].join(' · ');

const addressesOf = ({ manifest_url: manifest, info_url: info }: NewShareLink) => [
  { label: 'Manifest of the document', what: 'manifest address', url: manifest },
  { label: 'Image service of its first page', what: 'info.json address', url: info },
];

/** Links that show a document's pages to everyone who holds them. */
export function ShareDialog({ document, onClose }: { document: ProjectDocument; onClose: () => void }) {
  const { canManage } = useProject();
  const list = useListShareLinksQuery(document.id);
  const [withFindings, setWithFindings] = useState(false);
  const [create] = useCreateShareLinkMutation();
  const [revoke] = useRevokeShareLinkMutation();
  return (
    <ShareLinksDialog
      title={`Share “${document.title}”`}
      note="Everyone who holds a link sees the pages of this document without signing in, until you revoke it. It opens in Mirador, Allmaps, QGIS and other tools that read IIIF."
      emptyText="This document has no share links."
      list={list}
      factsOf={factsOf}
      addressesOf={addressesOf}
      canManage={canManage}
      form={{
        fields: () => (
          <Checkbox
            checked={withFindings}
            label="With findings: the marks that people made or accepted, without their names"
            onChange={(_, { checked }) => setWithFindings(checked === true)}
          />
        ),
        create: async (name) => {
          const answer = await create({ documentId: document.id, name, with_findings: withFindings });
          if (!answer.error) setWithFindings(false);
          return answer;
        },
      }}
      revoke={(id) => revoke({ documentId: document.id, id })}
      onClose={onClose}
    />
  );
}
