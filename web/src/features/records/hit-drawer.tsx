import {
  Button,
  DrawerBody,
  DrawerHeader,
  DrawerHeaderTitle,
  Link,
  makeStyles,
  OverlayDrawer,
  tokens,
} from '@fluentui/react-components';
import { DismissRegular, LocationRegular } from '@fluentui/react-icons';
import { FEET_PER_METRE } from '@symbio/georeference';
import { DISPOSITION_LABELS, REASON_CODE_LABELS } from '@symbio/proto/labels';
import { useState } from 'react';
import type { DataSet } from '../../evidence/data-sets-api.js';
import { useProject } from '../../lib/project/project-context.js';
import { medium, NO_VALUE } from '../../lib/ui/formats.js';
import { notify } from '../../lib/ui/toasts.js';
import { HitProposals } from './hit-proposals.js';
import { HitMarks } from './hits-table.js';
import { PlaceDialog } from './place-dialog.js';
import { LineLink } from './radius/page-line.js';
import { addressText, distanceText, nameText, qualityText, reasonsText, VIOLATIONS } from './record-text.js';
import { useGetHitQuery, type RecordHit } from './records-api.js';
import { HitRequests } from './requests/hit-requests.js';
import { useDecisions } from './use-decisions.js';

const useStyles = makeStyles({
  drawer: { width: 'min(100vw, 620px)' },
  title: { overflowWrap: 'anywhere' },
  body: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, paddingBottom: '24px' },
  heading: { fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold, margin: 0 },
  facts: { display: 'grid', gridTemplateColumns: '160px minmax(0, 1fr)', gap: '4px 12px', margin: 0 },
  term: { color: tokens.colorNeutralForeground3, overflowWrap: 'anywhere' },
  value: { margin: 0, overflowWrap: 'anywhere' },
  others: { margin: 0, paddingInlineStart: tokens.spacingHorizontalL },
  actions: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  muted: { color: tokens.colorNeutralForeground3 },
});

function decisionText({ disposition }: RecordHit): string {
  if (disposition === null) return DISPOSITION_LABELS.undecided;
  const { kind, reason_codes: codes, reason, by_name: by, at } = disposition;
  const why = [...codes.map((code) => REASON_CODE_LABELS[code]), reason ?? ''].filter((part) => part !== '').join('. ');
  return `${DISPOSITION_LABELS[kind]}, by ${by}, ${medium(at)}${why === '' ? '' : `: ${why}`}`;
}

function placedText({ address, reason, by_name: by, at }: NonNullable<RecordHit['place_decision']>): string {
  return `Placed by ${by}, ${medium(at)}${address === null ? '' : `, at ${address}`}: ${reason}`;
}

function reportedText({ distance_ft: feet, direction }: NonNullable<RecordHit['source']>): string {
  if (feet === null) return 'No place';
  return `${Math.round(feet).toLocaleString('en-US')} ft${direction === null ? '' : ` ${direction}`}`;
}

interface HitDrawerProps {
  hit: RecordHit;
  title: string;
  /** Hits that are perhaps the same site. */
  others: readonly RecordHit[];
  titles: ReadonlyMap<string, string>;
  dataSet: DataSet | undefined;
  onOpen: (id: string) => void;
  onClose: () => void;
}

/** One record: its place, the records joined with it and why. */
export function HitDrawer({ hit, title, others, titles, dataSet, onOpen, onClose }: HitDrawerProps) {
  const styles = useStyles();
  const accuracy = Math.round(hit.accuracy_m * FEET_PER_METRE).toLocaleString('en-US');
  const { project, canEdit } = useProject();
  const { place: savePlace } = useDecisions();
  const [isPlacing, setPlacing] = useState(false);
  const isUnplaced = hit.longitude === null;
  const isUnmeasured = hit.source !== null && isUnplaced && hit.distance_ft !== null;
  const placed = hit.place_decision;
  const facts: (readonly [term: string, value: React.ReactNode])[] = [
    ['List', title],
    ['Address', addressText(hit)],
    ['Status', hit.status],
    ['Violations', hit.violations === null ? 'Not known' : VIOLATIONS[hit.violations]],
    ['Distance', isUnmeasured ? `${distanceText(hit)}, as the report says` : distanceText(hit)],
    ...(hit.source && !isUnmeasured ? [['As the report says', reportedText(hit.source)] as const] : []),
    [
      'Place',
      placed
        ? placedText(placed)
        : isUnplaced
          ? qualityText(hit.quality)
          : `${qualityText(hit.quality)}, within ${accuracy} ft`,
    ],
    ['Decision', decisionText(hit)],
    ['Record id', hit.record_id],
    [
      'Source',
      hit.source ? (
        <LineLink key="source" projectId={project.id} source={hit.source} />
      ) : (
        `${dataSet?.name ?? 'Deleted list'}, row ${hit.row.toLocaleString('en-US')}`
      ),
    ],
  ];
  async function takeBack(): Promise<void> {
    const refusal = await savePlace(hit, null, 'The place of the data holds.');
    if (refusal !== null) notify({ type: 'error', title: 'The record was not changed', description: refusal });
  }

  return (
    <OverlayDrawer
      open
      position="end"
      className={styles.drawer}
      aria-label="Record"
      onOpenChange={(_, { open }) => !open && onClose()}
    >
      <DrawerHeader>
        <DrawerHeaderTitle
          heading={{ className: styles.title }}
          action={<Button appearance="subtle" aria-label="Close" icon={<DismissRegular />} onClick={onClose} />}
        >
          {nameText(hit)}
        </DrawerHeaderTitle>
        <HitMarks hit={hit} />
      </DrawerHeader>
      <DrawerBody className={styles.body}>
        <Facts facts={facts} />
        {canEdit ? (
          <div className={styles.actions}>
            <Button size="small" icon={<LocationRegular />} onClick={() => setPlacing(true)}>
              Place on the map
            </Button>
            {placed ? (
              <Button size="small" onClick={() => void takeBack()}>
                Use the place of the data
              </Button>
            ) : null}
          </div>
        ) : null}
        {isPlacing ? <PlaceDialog hit={hit} onClose={() => setPlacing(false)} /> : null}
        <HitProposals hit={hit} />
        {hit.source ? null : <OriginalRow id={hit.id} />}
        <HitRequests key={hit.id} hit={hit} />
        {others.length > 0 && (
          <section aria-label="Perhaps the same site">
            <h3 className={styles.heading}>Perhaps the same site</h3>
            <div className={styles.muted}>{`They have ${reasonsText(hit.site_reasons)}.`}</div>
            <ul className={styles.others}>
              {others.map((other) => (
                <li key={other.id}>
                  <Link as="button" onClick={() => onOpen(other.id)}>
                    {`${titles.get(other.list) ?? other.list}: ${nameText(other)}`}
                  </Link>{' '}
                  <span className={styles.muted}>{distanceText(other)}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
      </DrawerBody>
    </OverlayDrawer>
  );
}

/** All columns of the row. */
function OriginalRow({ id }: { id: string }) {
  const styles = useStyles();
  const { currentData, isError } = useGetHitQuery(id);
  const cells = currentData?.original ?? [];
  return (
    <details>
      <summary className={styles.heading}>As the file has it</summary>
      {cells.length > 0 ? (
        <Facts facts={cells.map(({ column, value }) => [column, value])} />
      ) : (
        <div className={styles.muted}>
          {currentData
            ? 'The row is no longer kept: the list has another edition. Search again.'
            : isError
              ? 'The row could not be loaded.'
              : 'Loading the row...'}
        </div>
      )}
    </details>
  );
}

function Facts({ facts }: { facts: readonly (readonly [term: string, value: React.ReactNode])[] }) {
  const styles = useStyles();
  return (
    <dl className={styles.facts}>
      {facts.map(([term, value], at) => (
        <div key={at} style={{ display: 'contents' }}>
          <dt className={styles.term}>{term}</dt>
          <dd className={styles.value}>{value || NO_VALUE}</dd>
        </div>
      ))}
    </dl>
  );
}
