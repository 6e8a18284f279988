import {
  Badge,
  Button,
  makeStyles,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  tokens,
  type BadgeProps,
} from '@fluentui/react-components';
import {
  DeleteRegular,
  DismissCircleRegular,
  EditRegular,
  ImageRegular,
  LockOpenRegular,
  MoreHorizontalRegular,
  NoteRegular,
  PersonRegular,
  WeatherPartlyCloudyDayRegular,
} from '@fluentui/react-icons';
import { skipToken } from '@reduxjs/toolkit/query';
import type { ReactElement, ReactNode } from 'react';
import type { VisitStatus } from '@symbio/proto/project/vocabulary';
import { useDangerStyles } from '../../components/danger-styles.js';
import { Sheet } from '../../components/sheet.js';
import { offerUndo } from '../../lib/edits/undo.js';
import { changeRefusal } from '../../lib/http/errors.js';
import { useProject } from '../../lib/project/project-context.js';
import { countText, dateOnly } from '../../lib/ui/formats.js';
import { notify } from '../../lib/ui/toasts.js';
import { useListVisitPhotosQuery, useRemoveVisitMutation, useRestoreVisitMutation } from './api.js';
import { VisitChecklist } from './checklist/visit-checklist.js';
import { isVisitUnsent } from './offline/outbox.js';
import { UnsentProblems } from './offline/unsent-problems.js';
import { useNameOf, useUnsentOf } from './offline/use-unsent.js';
import { LinkedPhotos } from './photos/linked-photos.js';
import { VisitPhotos } from './photos/visit-photos.js';
import { visitStart, visitStatus, visitStatusLabel, type SiteVisit } from './visit-status.js';

const useStyles = makeStyles({
  visitHead: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '12px', marginBottom: '14px' },
  when: { fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold },
  time: { color: tokens.colorNeutralForeground3, fontWeight: tokens.fontWeightRegular, marginLeft: '8px' },
  actions: {
    display: 'flex',
    gap: '8px',
    marginLeft: 'auto',
    '@media (max-width: 600px)': { marginLeft: 0, width: '100%' },
  },
  facts: {
    display: 'grid',
    gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
    gap: '14px 24px',
    '@media (max-width: 960px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
    '@media (max-width: 480px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  wide: { gridColumn: '1 / -1' },
  term: {
    display: 'flex',
    alignItems: 'center',
    gap: '6px',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  value: { marginTop: '2px', overflowWrap: 'anywhere', whiteSpace: 'pre-line' },
  photos: { display: 'flex', flexDirection: 'column', gap: '12px', marginTop: '16px' },
});

const COLORS: Record<VisitStatus | 'unknown', BadgeProps['color']> = {
  scheduled: 'brand',
  in_progress: 'warning',
  completed: 'success',
  cancelled: 'danger',
  unknown: 'subtle',
};

const TIME = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' });

function Fact({
  icon,
  term,
  wide,
  children,
}: {
  icon?: ReactElement;
  term: string;
  wide?: boolean;
  children: ReactNode;
}) {
  const styles = useStyles();
  return (
    <div className={wide ? styles.wide : undefined}>
      <dt className={styles.term}>
        {icon}
        {term}
      </dt>
      <dd className={styles.value}>{children}</dd>
    </div>
  );
}

/** Uploaded photos, and those recorded as URLs or paths. */
function PhotoCount({ visit }: { visit: SiteVisit }) {
  const { currentData } = useListVisitPhotosQuery(
    isVisitUnsent(visit.id) ? skipToken : { projectId: visit.project_id, visitId: visit.id },
  );
  const count = visit.photos.length + (currentData?.length ?? 0);
  return <>{count === 0 ? 'None' : countText(count, 'photo')}</>;
}

interface VisitMenuProps {
  visit: SiteVisit;
  of: string;
  canEdit: boolean;
  isUnsent: boolean;
}

/** STUB-05, and the deletion. */
function VisitMenu({ visit, of, canEdit, isUnsent }: VisitMenuProps) {
  const danger = useDangerStyles();
  const [remove, { isLoading }] = useRemoveVisitMutation();
  const [restore] = useRestoreVisitMutation();
  const take = async (): Promise<void> => {
    const { error } = await remove(visit.id);
    if (error) notify({ type: 'error', title: 'Failed to delete the visit', description: changeRefusal(error) });
    else
      offerUndo(
        { title: 'Visit deleted', description: `Visit of ${dateOnly(visit.visit_date)}` },
        { what: `deletion of the ${of}`, undo: () => restore(visit.id).unwrap() },
      );
  };
  return (
    <Menu positioning={{ position: 'below', align: 'end' }}>
      <MenuTrigger disableButtonEnhancement>
        <Button appearance="subtle" icon={<MoreHorizontalRegular />} aria-label={`More, ${of}`} />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuItem disabled>View Details</MenuItem>
          <MenuItem disabled>Start Visit</MenuItem>
          {canEdit ? (
            <MenuItem
              className={danger.menuItem}
              icon={<DeleteRegular />}
              disabled={isLoading || isUnsent}
              onClick={() => void take()}
            >
              Delete visit
            </MenuItem>
          ) : null}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}

interface VisitCardProps {
  visit: SiteVisit;
  now: Date;
  onEdit: () => void;
}

export function VisitCard({ visit, now, onEdit }: VisitCardProps) {
  const styles = useStyles();
  const { canEdit } = useProject();
  const unsent = useUnsentOf(visit.id);
  const isUnsent = unsent.some(({ change }) => change.kind === 'creation');
  const nameOf = useNameOf(visit.project_id);
  const of = `visit of ${dateOnly(visit.visit_date)}`;
  const status = visitStatus(visit, now);
  const start = visitStart(visit);
  const time = Number.isNaN(start.getTime()) ? '' : TIME.format(start);
  return (
    <Sheet aria-label={`Visit of ${dateOnly(visit.visit_date)}`}>
      <div className={styles.visitHead}>
        <h3 className={styles.when}>
          {dateOnly(visit.visit_date)}
          <span className={styles.time}>{time}</span>
        </h3>
        <Badge appearance="tint" color={COLORS[status]}>
          {visitStatusLabel(status)}
        </Badge>
        {unsent.some(({ problem }) => !problem) ? (
          <Badge appearance="outline" color="warning">
            Not sent yet
          </Badge>
        ) : null}
        <div className={styles.actions}>
          {canEdit ? (
            <Button icon={<EditRegular />} onClick={onEdit}>
              Edit
            </Button>
          ) : null}
          <VisitMenu visit={visit} of={of} canEdit={canEdit} isUnsent={isUnsent} />
        </div>
      </div>
      <UnsentProblems entries={unsent} nameOf={nameOf} />
      <dl className={styles.facts}>
        <Fact icon={visit.access_granted ? <LockOpenRegular /> : <DismissCircleRegular />} term="Access">
          {visit.access_granted ? 'Granted' : 'Not granted'}
          {visit.access_notes ? `\n${visit.access_notes}` : ''}
        </Fact>
        <Fact icon={<PersonRegular />} term="Investigator">
          {visit.investigator?.name || 'Not assigned'}
        </Fact>
        <Fact icon={<WeatherPartlyCloudyDayRegular />} term="Weather">
          {visit.weather_conditions || 'Not recorded'}
        </Fact>
        <Fact icon={<ImageRegular />} term="Photos">
          <PhotoCount visit={visit} />
        </Fact>
        <Fact icon={<NoteRegular />} term="Findings" wide>
          {visit.findings?.trim() || 'None recorded'}
        </Fact>
      </dl>
      <VisitChecklist visit={visit} of={of} canEdit={canEdit} />
      <div className={styles.photos}>
        <LinkedPhotos photos={visit.photos} />
        <VisitPhotos projectId={visit.project_id} visitId={visit.id} of={of} canEdit={canEdit} />
      </div>
    </Sheet>
  );
}
