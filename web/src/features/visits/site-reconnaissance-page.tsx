import { Badge, Button, makeStyles, Skeleton, SkeletonItem, tokens, type BadgeProps } from '@fluentui/react-components';
import {
  CalendarAddRegular,
  DismissCircleRegular,
  ImageRegular,
  LocationRegular,
  LockOpenRegular,
  NoteRegular,
  PersonRegular,
  WeatherPartlyCloudyDayRegular,
} from '@fluentui/react-icons';
import { skipToken } from '@reduxjs/toolkit/query';
import { useMemo, useRef } from 'react';
import type { ReactElement, ReactNode } from 'react';
import type { VisitStatus } from '@symbio/proto/project/vocabulary';
import { EmptyState } from '../../components/empty-state.js';
import { ErrorState } from '../../components/error-state.js';
import { ItemGap, usePageList } from '../../components/long-list.js';
import { PageHeader } from '../../components/page-header.js';
import { Sheet } from '../../components/sheet.js';
import { useDocumentTitle } from '../../lib/navigation/document-title.js';
import { dateOnly } from '../../lib/ui/formats.js';
import { useProject, type Project } from '../../lib/project/project-context.js';
import { useListSiteVisitsQuery, useListVisitPhotosQuery } from './api.js';
import { FieldBar } from './photos/field-bar.js';
import { LinkedPhotos } from './photos/linked-photos.js';
import { useIgnoreStrayDrops } from './photos/ignore-stray-drops.js';
import { VisitPhotos } from './photos/visit-photos.js';
import { useVisitClock } from './visit-clock.js';
import { visitStart, visitStatus, visitStatusLabel, currentVisit, type SiteVisit } from './visit-status.js';

const useStyles = makeStyles({
  stack: { display: 'flex', flexDirection: 'column', gap: '16px' },
  address: { display: 'flex', alignItems: 'flex-start', gap: '12px' },
  pin: { color: 'var(--symbio-flag)', fontSize: '24px', lineHeight: 0, marginTop: '2px' },
  street: {
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  city: { color: tokens.colorNeutralForeground3 },
  visits: { listStyleType: 'none', margin: 0, padding: 0 },
  visit: { paddingBottom: '16px' },
  listHead: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'baseline',
    justifyContent: 'space-between',
    gap: '12px',
    marginTop: '12px',
  },
  heading: {
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
  },
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

const NONE: readonly SiteVisit[] = [];

/** CSS pixels, without photographs. */
const VISIT_HEIGHT = 320;

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
  const { currentData } = useListVisitPhotosQuery({ projectId: visit.project_id, visitId: visit.id });
  const count = visit.photos.length + (currentData?.length ?? 0);
  return <>{count === 0 ? 'None' : `${count} ${count === 1 ? 'photo' : 'photos'}`}</>;
}

function Visit({ visit, now }: { visit: SiteVisit; now: Date }) {
  const styles = useStyles();
  const { canEdit } = useProject();
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
        <div className={styles.actions}>
          <Button disabled>View Details</Button>
          <Button disabled>Start Visit</Button>
        </div>
      </div>
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
      <div className={styles.photos}>
        <LinkedPhotos photos={visit.photos} />
        <VisitPhotos
          projectId={visit.project_id}
          visitId={visit.id}
          of={`visit of ${dateOnly(visit.visit_date)}`}
          canEdit={canEdit}
        />
      </div>
    </Sheet>
  );
}

function PropertyAddress({ project }: { project: Project }) {
  const styles = useStyles();
  const city = [project.property_city, `${project.property_state} ${project.property_zip}`.trim()]
    .filter(Boolean)
    .join(', ');
  return (
    <Sheet aria-label="Property address">
      <div className={styles.address}>
        <span className={styles.pin}>
          <LocationRegular aria-hidden="true" />
        </span>
        <div>
          <div className={styles.street}>{project.property_address}</div>
          <div className={styles.city}>{city}</div>
        </div>
      </div>
    </Sheet>
  );
}

/** Rendering earlier would move the visits below them. */
function usePhotosAtTop(visits: readonly SiteVisit[] | undefined): boolean {
  const of = (visit: SiteVisit | undefined) => (visit ? { projectId: visit.project_id, visitId: visit.id } : skipToken);
  const first = useListVisitPhotosQuery(of(visits?.[0]));
  const second = useListVisitPhotosQuery(of(visits?.[1]));
  const third = useListVisitPhotosQuery(of(visits?.[2]));
  return ![first, second, third].some(({ isLoading }) => isLoading);
}

/** In server order (VISIT-01 to VISIT-09). */
export function SiteReconnaissancePage() {
  const styles = useStyles();
  const { project, canEdit } = useProject();
  const { currentData: visits, error, refetch } = useListSiteVisitsQuery(project.id);
  const isReady = usePhotosAtTop(visits);
  const now = useVisitClock(visits ?? NONE);
  const inProgress = useMemo(() => currentVisit(visits ?? NONE, now), [visits, now]);
  const keys = useMemo(() => (visits ?? []).map(({ id }) => id), [visits]);
  const listRef = useRef<HTMLUListElement>(null);
  const list = usePageList(listRef, { keys, rowHeight: VISIT_HEIGHT });
  useIgnoreStrayDrops();
  useDocumentTitle('Site Reconnaissance', project.title);
  return (
    <>
      <PageHeader title="Site Reconnaissance" eyebrow={project.number} />
      <div className={styles.stack}>
        <PropertyAddress project={project} />
        <div className={styles.listHead}>
          <h2 className={styles.heading}>Site visits</h2>
          <Button icon={<CalendarAddRegular />} disabled>
            Schedule Visit (coming soon)
          </Button>
        </div>
        {error && !visits ? (
          <Sheet>
            <ErrorState title="The site visits could not be loaded" onRetry={() => void refetch()}>
              {error.message}
            </ErrorState>
          </Sheet>
        ) : !visits || !isReady ? (
          <Sheet>
            <Skeleton aria-label="Loading site visits">
              <SkeletonItem size={20} style={{ width: '30%', marginBottom: 16 }} />
              <SkeletonItem size={16} />
            </Skeleton>
          </Sheet>
        ) : visits.length === 0 ? (
          <Sheet>
            <EmptyState title="No site visits yet">Visits of the property will be listed here.</EmptyState>
          </Sheet>
        ) : (
          <ul ref={listRef} className={styles.visits} aria-label="Site visits">
            {list.parts.map((part) => {
              if ('gap' in part) return <ItemGap key={part.key} height={part.gap} />;
              const visit = visits[part.index];
              return visit ? (
                <li
                  key={visit.id}
                  ref={list.measure}
                  data-index={part.index}
                  aria-setsize={visits.length}
                  aria-posinset={part.index + 1}
                  className={styles.visit}
                >
                  <Visit visit={visit} now={now} />
                </li>
              ) : null;
            })}
          </ul>
        )}
        {inProgress && canEdit ? (
          <FieldBar visitId={inProgress.id} of={`Visit of ${dateOnly(inProgress.visit_date)}`} />
        ) : null}
      </div>
    </>
  );
}
