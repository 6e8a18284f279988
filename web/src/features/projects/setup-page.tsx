import { Badge, Button, makeStyles, tokens } from '@fluentui/react-components';
import { ArrowRightRegular, DeleteRegular, EditRegular } from '@fluentui/react-icons';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { PROJECT_STATUS_LABELS } from '@symbio/proto/labels';
import { PageHeader } from '../../components/page-header.js';
import { Sheet } from '../../components/sheet.js';
import { useDocumentTitle } from '../../lib/navigation/document-title.js';
import { parseCoordinate, placeText } from '../../evidence/evidence-api.js';
import { dateOnly, medium } from '../../lib/ui/formats.js';
import { OPERATOR, useOrganizations } from '../../lib/session/organizations.js';
import { useProject } from '../../lib/project/project-context.js';
import { BlindSampleCard } from './blind-sample-card.js';
import { BoundaryCard } from './boundary/boundary-card.js';
import { DeleteProjectDialog } from './delete-project-dialog.js';
import { MakeCopyButton } from './make-copy.js';
import { MembersPanel } from './members-panel.js';
import { ProjectOrganizationDialog } from './project-organization-dialog.js';
import { ProjectDialog } from './project-dialog.js';
import { ValidityCard } from './validity/validity-card.js';

/** Of coordinates that no person gave. */
const ORIGINS: Readonly<Record<string, string>> = {
  zip: ', the middle of the ZIP code',
  city: ', the middle of the city',
};

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 7fr) minmax(0, 5fr)',
    gap: '20px',
    alignItems: 'start',
    '@media (max-width: 960px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  stack: { display: 'flex', flexDirection: 'column', gap: '20px', minWidth: 0 },
  list: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    gap: '18px 24px',
    '@media (max-width: 600px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  wide: { gridColumn: '1 / -1' },
  term: {
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
  },
  value: {
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    marginTop: '2px',
    overflowWrap: 'anywhere',
  },
  unset: { color: tokens.colorNeutralForeground3 },
  destroys: { color: tokens.colorStatusDangerForeground1 },
  mail: { color: tokens.colorBrandForegroundLink },
});

const NOT_SET = 'Not set';

function Detail({ term, wide = false, children }: { term: string; wide?: boolean; children: ReactNode }) {
  const styles = useStyles();
  const empty = children === null || children === undefined || children === '';
  return (
    <div className={wide ? styles.wide : undefined}>
      <dt className={styles.term}>{term}</dt>
      <dd className={styles.value}>{empty ? <span className={styles.unset}>{NOT_SET}</span> : children}</dd>
    </div>
  );
}

/** PROJ-42 to PROJ-44 */
export function SetupPage() {
  const styles = useStyles();
  const { project, canEdit, canManage } = useProject();
  const { property_location: location } = project;
  const place = parseCoordinate(location?.coordinate);
  const [editing, setEditing] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const [isMoving, setMoving] = useState(false);
  const organizations = useOrganizations();
  const navigate = useNavigate();
  useDocumentTitle('Setup', project.title);
  return (
    <>
      <PageHeader
        title={project.title}
        eyebrow={project.number}
        actions={
          <>
            {canManage ? (
              <Button
                appearance="subtle"
                className={styles.destroys}
                icon={<DeleteRegular />}
                onClick={() => setDeleting(true)}
              >
                Delete Project
              </Button>
            ) : null}
            <MakeCopyButton project={project} />
            {canEdit ? (
              <Button icon={<EditRegular />} onClick={() => setEditing(true)}>
                Edit Details
              </Button>
            ) : null}
            {canEdit && project.status === 'setup' ? (
              <Button
                appearance="primary"
                icon={<ArrowRightRegular />}
                iconPosition="after"
                onClick={() => void navigate(`/projects/${project.id}/data-collection`)}
              >
                Add documents
              </Button>
            ) : null}
          </>
        }
      />
      <div className={styles.columns}>
        <div className={styles.stack}>
          <Sheet title="Property">
            <dl className={styles.list}>
              <Detail term="Property address" wide>
                {project.property_address}
              </Detail>
              <Detail term="Property city">{project.property_city}</Detail>
              <Detail term="State and ZIP code">{`${project.property_state} ${project.property_zip}`.trim()}</Detail>
              {project.property_neighborhood ? (
                <Detail term="Neighborhood">{project.property_neighborhood}</Detail>
              ) : null}
              {project.property_block ? <Detail term="Block">{project.property_block}</Detail> : null}
              {project.property_number ? <Detail term="Property number">{project.property_number}</Detail> : null}
              {place ? (
                <Detail term="Coordinates" wide>
                  {`${placeText(place)}${ORIGINS[location?.origin ?? ''] ?? ''}`}
                </Detail>
              ) : null}
            </dl>
          </Sheet>
          <BoundaryCard />
          <Sheet title="Client">
            <dl className={styles.list}>
              <Detail term="Client company" wide>
                {project.client_company}
              </Detail>
              <Detail term="Contact">{project.client_contact}</Detail>
              <Detail term="Phone">{project.client_phone}</Detail>
              <Detail term="Email" wide>
                {project.client_email ? (
                  <a className={styles.mail} href={`mailto:${project.client_email}`}>
                    {project.client_email}
                  </a>
                ) : null}
              </Detail>
            </dl>
          </Sheet>
        </div>
        <div className={styles.stack}>
          <Sheet title="Project">
            <dl className={styles.list}>
              <Detail term="Project number">{project.number}</Detail>
              <Detail term="Status">
                <Badge appearance="tint" color={project.status === 'completed' ? 'success' : 'brand'}>
                  {PROJECT_STATUS_LABELS[project.status]}
                </Badge>
              </Detail>
              <Detail term="Due date">{project.due_date ? dateOnly(project.due_date) : null}</Detail>
              {organizations?.length ? (
                <Detail term="Organization">
                  {organizations.find(({ id }) => id === project.organization_id)?.name ?? OPERATOR}
                  {canManage ? (
                    <Button
                      size="small"
                      appearance="subtle"
                      icon={<EditRegular />}
                      aria-label="Change organization"
                      onClick={() => setMoving(true)}
                    />
                  ) : null}
                </Detail>
              ) : null}
              <Detail term="Created">{medium(project.created_at)}</Detail>
              <Detail term="Last updated">{`${medium(project.updated_at)}${project.via === 'key' ? ' · by API key' : ''}`}</Detail>
            </dl>
          </Sheet>
          <ValidityCard />
          <MembersPanel />
          <BlindSampleCard />
        </div>
      </div>
      {editing ? <ProjectDialog project={project} onClose={() => setEditing(false)} /> : null}
      {isMoving ? (
        <ProjectOrganizationDialog
          project={project}
          organizations={organizations ?? []}
          onClose={() => setMoving(false)}
        />
      ) : null}
      {isDeleting ? (
        <DeleteProjectDialog
          project={project}
          onDeleted={() => void navigate('/')}
          onClose={() => setDeleting(false)}
        />
      ) : null}
    </>
  );
}
