import { Field, Input } from '@fluentui/react-components';
import { useState } from 'react';
import { ShareLinksDialog } from '../../components/share-links-dialog.js';
import { useProject } from '../../lib/project/project-context.js';
import { dateOnly, medium } from '../../lib/ui/formats.js';
import type { ReportVersion } from './report-api.js';
import {
  useCreateReportLinkMutation,
  useListReportLinksQuery,
  useRevokeReportLinkMutation,
  type NewReportLink,
  type ReportShareLink,
} from './share-links-api.js';

/** Proposed days until a link ends. */
const DAYS = 30;
const DAY_MS = 86_400_000;
const dayIn = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

const factsOf = ({ by_name: by, created_at: at, last_day: last, last_used_at: used }: ReportShareLink): string =>
  [
    `${by}, ${medium(at)}`,
    `${last < dayIn(0) ? 'ended' : 'ends'} ${dateOnly(last)}`,
    used ? `last used ${medium(used)}` : 'not used yet',
  ].join(' · ');

const addressesOf = ({ url }: NewReportLink) => [{ label: 'Address of the link', what: 'address of the link', url }];

/** Links that show an issued version to everyone who holds them, until a day. */
export function ShareReportDialog({ version, onClose }: { version: ReportVersion; onClose: () => void }) {
  const { canManage } = useProject();
  const list = useListReportLinksQuery(version.id);
  const [lastDay, setLastDay] = useState(() => dayIn(DAYS));
  const [create] = useCreateReportLinkMutation();
  const [revoke] = useRevokeReportLinkMutation();
  return (
    <ShareLinksDialog
      title={`Share version ${version.number}`}
      note="Everyone who holds a link downloads the report and its evidence without signing in, until the last day or until you revoke it."
      emptyText="This version has no share links."
      list={list}
      factsOf={factsOf}
      addressesOf={addressesOf}
      canManage={canManage}
      form={{
        fields: ({ last_day: problem }) => (
          <Field label="Last day" required validationMessage={problem}>
            <Input type="date" value={lastDay} onChange={(_, { value }) => setLastDay(value)} />
          </Field>
        ),
        isComplete: lastDay !== '',
        create: (name) => create({ versionId: version.id, name, last_day: lastDay }),
      }}
      revoke={(id) => revoke({ versionId: version.id, id })}
      onClose={onClose}
    />
  );
}
