import { Badge, Button, makeStyles, tokens } from '@fluentui/react-components';
import { MailRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { RouterLink } from '../../../components/router-link.js';
import { useProject } from '../../../lib/project/project-context.js';
import { dateOnly } from '../../../lib/ui/formats.js';
import { nameText } from '../record-text.js';
import type { RecordHit } from '../records-api.js';
import { RequestDialog } from './request-dialog.js';
import { dayOf } from './request-form.js';
import { markOf } from './request-text.js';
import { useListAgencyRequestsQuery } from './requests-api.js';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: tokens.spacingVerticalS },
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
});

/** Requests of the file of one record, and a button for another one. */
export function HitRequests({ hit }: { hit: RecordHit }) {
  const styles = useStyles();
  const { project, canEdit } = useProject();
  const { currentData = [] } = useListAgencyRequestsQuery(project.id);
  const [isAsking, setAsking] = useState(false);
  const today = dayOf(new Date());
  const own = currentData.filter(({ hit_ids: ids }) => ids.includes(hit.id));
  return (
    <section className={styles.root} aria-label="Requests of its file">
      {own.map((request) => {
        const { text, tone } = markOf(request, today);
        return (
          <div key={request.id} className={styles.line}>
            {/* a drawer that opens with the page would lose the focus to the page */}
            <RouterLink
              to={`/projects/${project.id}/records/requests?words=${encodeURIComponent(request.agency_name)}`}
            >
              {request.agency_name}
            </RouterLink>
            {request.sent_on === null ? null : <span>{`sent ${dateOnly(request.sent_on)}`}</span>}
            <Badge appearance="tint" color={tone}>
              {text}
            </Badge>
          </div>
        );
      })}
      {canEdit ? (
        <Button size="small" icon={<MailRegular />} onClick={() => setAsking(true)}>
          Request the file
        </Button>
      ) : null}
      {isAsking ? (
        <RequestDialog
          given={{ hit_ids: [hit.id], subject: `File of ${nameText(hit)}`.slice(0, 300) }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </section>
  );
}
