import {
  Button,
  makeStyles,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  Skeleton,
  SkeletonItem,
  tokens,
} from '@fluentui/react-components';
import { AddRegular, CalendarAddRegular, LocationRegular, MoreHorizontalRegular } from '@fluentui/react-icons';
import { skipToken } from '@reduxjs/toolkit/query';
import { useMemo, useRef, useState } from 'react';
import { EmptyState } from '../../components/empty-state.js';
import { ErrorState } from '../../components/error-state.js';
import { ItemGap, usePageList } from '../../components/long-list.js';
import { PageHeader } from '../../components/page-header.js';
import { Sheet } from '../../components/sheet.js';
import { useDocumentTitle } from '../../lib/navigation/document-title.js';
import { dateOnly } from '../../lib/ui/formats.js';
import { useProject, type Project } from '../../lib/project/project-context.js';
import { useMe } from '../../lib/session/me.js';
import { useListSiteVisitsQuery, useListVisitPhotosQuery } from './api.js';
import { isVisitUnsent } from './offline/outbox.js';
import { UnsentProblems } from './offline/unsent-problems.js';
import { useNameOf, useOfflineCopy, useShownVisits, useStrayProblems } from './offline/use-unsent.js';
import { FieldBar } from './photos/field-bar.js';
import { useIgnoreStrayDrops } from './photos/ignore-stray-drops.js';
import { VisitCard } from './visit-card.js';
import { useVisitClock } from './visit-clock.js';
import { VisitDialog } from './visit-dialog.js';
import { currentVisit, type SiteVisit } from './visit-status.js';

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
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '12px',
    marginTop: '12px',
  },
  heading: {
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
  },
});

const NONE: readonly SiteVisit[] = [];

/** CSS pixels, without photographs. */
const VISIT_HEIGHT = 320;

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
  const of = (visit: SiteVisit | undefined) =>
    visit && !isVisitUnsent(visit.id) ? { projectId: visit.project_id, visitId: visit.id } : skipToken;
  const first = useListVisitPhotosQuery(of(visits?.[0]));
  const second = useListVisitPhotosQuery(of(visits?.[1]));
  const third = useListVisitPhotosQuery(of(visits?.[2]));
  return ![first, second, third].some(({ isLoading }) => isLoading);
}

/** In server order (VISIT-01 to VISIT-09). */
export function SiteReconnaissancePage() {
  const styles = useStyles();
  const { project, canEdit } = useProject();
  const me = useMe();
  const { currentData, error, refetch } = useListSiteVisitsQuery(project.id);
  const visits = useShownVisits(project.id, currentData);
  useOfflineCopy(project.id);
  const stray = useStrayProblems(project.id, visits);
  const nameOf = useNameOf(project.id);
  const isReady = usePhotosAtTop(visits);
  const now = useVisitClock(visits ?? NONE);
  const inProgress = useMemo(() => currentVisit(visits ?? NONE, now), [visits, now]);
  const keys = useMemo(() => (visits ?? []).map(({ id }) => id), [visits]);
  const listRef = useRef<HTMLUListElement>(null);
  const list = usePageList(listRef, { keys, rowHeight: VISIT_HEIGHT });
  /** Without a visit: a new one. */
  const [editing, setEditing] = useState<{ visit?: SiteVisit }>();
  const edited = visits?.find(({ id }) => id === editing?.visit?.id) ?? editing?.visit;
  useIgnoreStrayDrops();
  useDocumentTitle('Site Reconnaissance', project.title);
  return (
    <>
      <PageHeader
        title="Site Reconnaissance"
        eyebrow={project.number}
        actions={
          canEdit ? (
            <Button appearance="primary" icon={<AddRegular />} onClick={() => setEditing({})}>
              Record visit
            </Button>
          ) : null
        }
      />
      <div className={styles.stack}>
        <PropertyAddress project={project} />
        <UnsentProblems entries={stray} nameOf={nameOf} />
        <div className={styles.listHead}>
          <h2 className={styles.heading}>Site visits</h2>
          <Menu positioning={{ position: 'below', align: 'end' }}>
            <MenuTrigger disableButtonEnhancement>
              <Button appearance="subtle" icon={<MoreHorizontalRegular />} aria-label="More, site visits" />
            </MenuTrigger>
            <MenuPopover>
              <MenuList>
                {/* STUB-04 */}
                <MenuItem icon={<CalendarAddRegular />} disabled>
                  Schedule Visit (coming soon)
                </MenuItem>
              </MenuList>
            </MenuPopover>
          </Menu>
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
                  <VisitCard visit={visit} now={now} onEdit={() => setEditing({ visit })} />
                </li>
              ) : null;
            })}
          </ul>
        )}
        {inProgress && canEdit ? (
          <FieldBar visitId={inProgress.id} of={`Visit of ${dateOnly(inProgress.visit_date)}`} />
        ) : null}
      </div>
      {editing && me ? <VisitDialog visit={edited} onClose={() => setEditing(undefined)} /> : null}
    </>
  );
}
