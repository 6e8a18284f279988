import {
  Button,
  CounterBadge,
  makeStyles,
  Popover,
  PopoverSurface,
  PopoverTrigger,
  tokens,
} from '@fluentui/react-components';
import { AlertRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { ErrorState } from '../../components/error-state.js';
import { LoadingView } from '../../components/loading-view.js';
import { RouterLink } from '../../components/router-link.js';
import { dateOnly, medium } from '../../lib/ui/formats.js';
import { countText, restOf, sentenceOf } from './change-texts.js';
import { useGetProjectChangesQuery, useMarkChangesSeenMutation, type ChangeGroup } from './changes-api.js';

const useStyles = makeStyles({
  button: { position: 'relative' },
  // from the end: a longer count grows over the bell, not out of the button
  badge: { position: 'absolute', insetInlineEnd: '0', top: '0', maxWidth: '100%', boxSizing: 'border-box' },
  surface: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    width: 'min(440px, calc(100vw - 24px))',
    maxHeight: 'min(70dvh, 640px)',
    overflowY: 'auto',
    boxSizing: 'border-box',
  },
  head: { display: 'flex', alignItems: 'flex-start', justifyContent: 'space-between', gap: tokens.spacingHorizontalM },
  title: { margin: 0, fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  mark: { flexShrink: 0 },
  counts: { display: 'flex', flexWrap: 'wrap', columnGap: tokens.spacingHorizontalM, margin: 0 },
  list: { listStyleType: 'none', margin: 0, padding: 0 },
  change: {
    padding: '8px 0',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    overflowWrap: 'anywhere',
  },
});

/** A higher count is shown as "99+". */
const MOST_SHOWN = 99;

/** What others did in the project since the reader last looked. */
export function ChangesMenu({ projectId }: { projectId: string }) {
  const styles = useStyles();
  const { currentData, error, isFetching, refetch } = useGetProjectChangesQuery(projectId);
  // closes when a link in it navigates
  const { pathname, search } = useLocation();
  const [openAt, setOpenAt] = useState<string | null>(null);
  const here = pathname + search;
  const count = currentData?.counts.reduce((sum, each) => sum + each.count, 0) ?? 0;
  // the name contains the text of the badge (WCAG 2.5.3)
  const shown = count > MOST_SHOWN ? `${MOST_SHOWN}+` : String(count);
  const label = count === 0 ? 'What changed' : `What changed: ${shown} new`;
  return (
    <Popover
      open={openAt === here}
      onOpenChange={(_, { open }) => {
        setOpenAt(open ? here : null);
        // other people and programs continue to work
        if (open && currentData) void refetch();
      }}
      trapFocus
      positioning="below-end"
    >
      <PopoverTrigger disableButtonEnhancement>
        <Button
          appearance="subtle"
          className={styles.button}
          icon={
            <>
              <AlertRegular />
              {count > 0 && (
                <CounterBadge
                  className={styles.badge}
                  size="small"
                  count={count}
                  overflowCount={MOST_SHOWN}
                  aria-hidden="true"
                />
              )}
            </>
          }
          aria-label={label}
          title={label}
        />
      </PopoverTrigger>
      <PopoverSurface className={styles.surface} aria-label="What changed">
        {currentData ? (
          <Changes projectId={projectId} {...currentData} />
        ) : error && !isFetching ? (
          <ErrorState title="The changes could not be loaded" onRetry={() => void refetch()} />
        ) : (
          <LoadingView label="Loading changes..." />
        )}
      </PopoverSurface>
    </Popover>
  );
}

interface ChangesProps {
  projectId: string;
  since: string;
  until: string;
  counts: readonly { kind: ChangeGroup['kind']; count: number }[];
  changes: readonly ChangeGroup[];
}

function Changes({ projectId, since, until, counts, changes }: ChangesProps) {
  const styles = useStyles();
  const [markSeen, { isLoading }] = useMarkChangesSeenMutation();
  return (
    <>
      <div className={styles.head}>
        <div>
          <h2 className={styles.title}>What changed</h2>
          <div className={styles.quiet}>{`By others since you last looked, ${medium(since)}`}</div>
        </div>
        {changes.length > 0 && (
          <Button
            size="small"
            className={styles.mark}
            disabledFocusable={isLoading}
            onClick={() => void markSeen({ projectId, until })}
          >
            Mark all as seen
          </Button>
        )}
      </div>
      {changes.length === 0 ? (
        <p>Nothing new.</p>
      ) : (
        <>
          <p className={styles.counts}>
            {counts.map(({ kind, count }) => (
              <span key={kind}>{countText(kind, count)}</span>
            ))}
          </p>
          <ul className={styles.list}>
            {changes.map((group) => (
              <Change key={`${group.kind} ${group.who} ${group.via}`} group={group} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function Change({ group }: { group: ChangeGroup }) {
  const styles = useStyles();
  const rest = restOf(group);
  return (
    <li className={styles.change}>
      {`${sentenceOf(group)} `}
      {group.items.map(({ title, path }, at) => (
        <span key={path}>
          {at > 0 && ', '}
          <RouterLink to={path}>{group.kind === 'visit_recorded' ? dateOnly(title) : title || 'Untitled'}</RouterLink>
        </span>
      ))}
      {rest > 0 && ` and ${rest} more`}
      <div className={styles.quiet}>{medium(group.at)}</div>
    </li>
  );
}
