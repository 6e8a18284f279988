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
import { DismissRegular } from '@fluentui/react-icons';
import { FEET_PER_METRE } from '@symbio/georeference';
import type { DataSet } from '../../evidence/data-sets-api.js';
import { useProject } from '../../lib/project/project-context.js';
import { medium, NO_VALUE } from '../../lib/ui/formats.js';
import { HitProposals } from './hit-proposals.js';
import { HitMarks } from './hits-table.js';
import { LineLink } from './radius/page-line.js';
import { addressText, distanceText, nameText, qualityText, reasonsText } from './record-text.js';
import type { RecordHit } from './records-api.js';
import { HitRequests } from './requests/hit-requests.js';
import { DISPOSITIONS, REASONS } from './use-decisions.js';

const useStyles = makeStyles({
  drawer: { width: 'min(100vw, 620px)' },
  title: { overflowWrap: 'anywhere' },
  body: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, paddingBottom: '24px' },
  heading: { fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold, margin: 0 },
  facts: { display: 'grid', gridTemplateColumns: '160px minmax(0, 1fr)', gap: '4px 12px', margin: 0 },
  term: { color: tokens.colorNeutralForeground3, overflowWrap: 'anywhere' },
  value: { margin: 0, overflowWrap: 'anywhere' },
  others: { margin: 0, paddingInlineStart: tokens.spacingHorizontalL },
  muted: { color: tokens.colorNeutralForeground3 },
});

function decisionText({ disposition }: RecordHit): string {
  if (disposition === null) return DISPOSITIONS.undecided;
  const { kind, reason_codes: codes, reason, by_name: by, at } = disposition;
  const why = [...codes.map((code) => REASONS[code]), reason ?? ''].filter((part) => part !== '').join('. ');
  return `${DISPOSITIONS[kind]}, by ${by}, ${medium(at)}${why === '' ? '' : `: ${why}`}`;
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
  const { project } = useProject();
  const facts: [term: string, value: React.ReactNode][] = [
    ['List', title],
    ['Address', addressText(hit)],
    ['Status', hit.status],
    [
      'Distance',
      hit.source && hit.distance_ft !== null ? `${distanceText(hit)}, as the report says` : distanceText(hit),
    ],
    [
      'Place',
      hit.distance_ft === null || hit.source
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
        <HitProposals hit={hit} />
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

function Facts({ facts }: { facts: readonly (readonly [term: string, value: React.ReactNode])[] }) {
  const styles = useStyles();
  return (
    <dl className={styles.facts}>
      {facts.map(([term, value]) => (
        <div key={term} style={{ display: 'contents' }}>
          <dt className={styles.term}>{term}</dt>
          <dd className={styles.value}>{value || NO_VALUE}</dd>
        </div>
      ))}
    </dl>
  );
}
