import { Badge, makeStyles, Text, tokens } from '@fluentui/react-components';
import type { GapKind } from '@symbio/proto/project/vocabulary';
import { LoadErrorMessage } from '../../components/load-error-message.js';
import { LoadingView } from '../../components/loading-view.js';
import { RouterLink } from '../../components/router-link.js';
import { Sheet } from '../../components/sheet.js';
import { gapAddress } from '../../evidence/offered-gap.js';
import { useProject } from '../../lib/project/project-context.js';
import { dateOnly } from '../../lib/ui/formats.js';
import { useGetReviewListQuery, type ReviewFinding } from './review-list-api.js';
import { anchorOf } from './section-editor.js';

type Item = ReviewFinding['items'][number];

const useStyles = makeStyles({
  sheet: { marginBottom: '20px' },
  list: { listStyleType: 'none', margin: 0, padding: 0, display: 'flex', flexDirection: 'column', gap: '12px' },
  head: { display: 'flex', alignItems: 'baseline', gap: '8px' },
  severity: { flexShrink: 0 },
  items: { listStyleType: 'none', margin: 0, padding: 0, display: 'flex', flexWrap: 'wrap', gap: '4px 16px' },
  met: { color: tokens.colorNeutralForeground3 },
});

const PAGES: Readonly<Record<Item['kind'], string>> = {
  visit: 'site-reconnaissance',
  photograph: 'site-reconnaissance',
  sources: 'coverage',
  feature: 'insights',
  proposals: 'insights',
  dates: 'setup',
  record: 'records',
  records: 'records',
  gap: 'coverage',
  interviews: 'coverage',
  professional: 'sign-and-send',
  property: 'map',
  text: 'report-generation',
  page: 'documents',
};

/** Rules that miss a gap: their items open its form. */
const MISSING_GAPS: Readonly<Partial<Record<string, GapKind>>> = {
  'COV-2': 'interval',
  'GAP-3': 'access',
  'GAP-4': 'access',
};

function hrefOf(projectId: string, rule: string, item: Item): string {
  const { kind, id } = item;
  const gap = MISSING_GAPS[rule];
  if (gap) return gapAddress(projectId, { kind: gap, tried: '', interval: gap === 'interval' ? id : undefined });
  const page = `/projects/${projectId}/${PAGES[kind]}`;
  if (kind === 'page') return `${page}/${item.document_id ?? ''}?page=${id}&annotation=${item.annotation_id ?? ''}`;
  if (kind === 'text') return `${page}#${anchorOf(id)}`;
  return kind === 'feature' || kind === 'gap' ? `${page}?${kind}=${encodeURIComponent(id)}` : page;
}

/** A rule that is not met, with a link to each item. */
export function Finding({ finding: { rule, severity, text, items } }: { finding: ReviewFinding }) {
  const styles = useStyles();
  const { project } = useProject();
  return (
    <>
      <div className={styles.head}>
        <Badge className={styles.severity} appearance="outline" color={severity === 'block' ? 'danger' : 'warning'}>
          {severity === 'block' ? 'Required' : 'Check'}
        </Badge>
        <Text>{text}</Text>
      </div>
      <ul className={styles.items} aria-label={text}>
        {items.map((item) => (
          <li key={`${item.id} ${item.label}`}>
            <RouterLink
              to={hrefOf(project.id, rule, item)}
              onClick={() => document.getElementById(anchorOf(item.id))?.scrollIntoView()}
            >
              {item.kind === 'visit' ? dateOnly(item.label) : item.label}
            </RouterLink>
          </li>
        ))}
      </ul>
    </>
  );
}

/** What a reviewer would find missing; each item leads to where it is corrected. */
export function ReviewList() {
  const styles = useStyles();
  const { project } = useProject();
  const { data: findings, error, refetch } = useGetReviewListQuery(project.id);
  return (
    <Sheet className={styles.sheet} title="Review list" note="What a reviewer of the report would find missing.">
      {error && !findings ? (
        <LoadErrorMessage what="The review list" error={error} onRetry={() => void refetch()} />
      ) : !findings ? (
        <LoadingView label="Loading the review list..." />
      ) : findings.length === 0 ? (
        <Text className={styles.met}>Nothing found.</Text>
      ) : (
        <ul className={styles.list} aria-label="Review list">
          {findings.map((finding) => (
            <li key={`${finding.rule} ${finding.severity}`}>
              <Finding finding={finding} />
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  );
}
