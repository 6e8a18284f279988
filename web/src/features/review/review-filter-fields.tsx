import { Button, Checkbox, makeStyles, Select, tokens } from '@fluentui/react-components';
import { useGetLandUsesQuery } from '../../evidence/evidence-api.js';
import { useMe } from '../../lib/session/me.js';
import { useProject } from '../../lib/project/project-context.js';
import { isFiltered, NO_FILTERS, usesOf } from './review-filters.js';
import type { ReviewFilters } from './review-filters.js';
import type { Proposal } from './proposal.js';
import { filterReview } from './review-visit.js';

const useStyles = makeStyles({
  root: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS },
  field: { flex: '1 1 0', minWidth: 0, '& select': { minWidth: 0, textOverflow: 'ellipsis' } },
});

interface ReviewFilterFieldsProps {
  /** All open proposals. */
  queue: readonly Proposal[];
  shown: Proposal | null;
  filters: ReviewFilters;
}

const ANYWHERE = '';

/** By land use, and by the sheet or document being viewed. */
export function ReviewFilterFields({ queue, shown, filters }: ReviewFilterFieldsProps) {
  const styles = useStyles();
  const { project } = useProject();
  const { data: landUses = [] } = useGetLandUsesQuery();
  const nameOf = (value: string) => landUses.find((each) => each.value === value)?.label ?? value.replaceAll('_', ' ');
  const pageId = filters.pageId || (shown?.annotation.document_page_id ?? '');
  const documentId = filters.documentId || (shown?.annotation.document_id ?? '');
  const countOf = (isOn: (proposal: Proposal) => boolean) => queue.filter(isOn).length;
  const change = (changes: Partial<ReviewFilters>) => filterReview(project.id, { ...filters, ...changes });
  const myId = useMe()?.id;
  const mine = countOf(({ assigneeId }) => assigneeId !== null && assigneeId === myId);
  if (queue.length < 2 && !isFiltered(filters)) return null;
  return (
    <div className={styles.root} role="group" aria-label="Filter proposals">
      <Select
        className={styles.field}
        size="small"
        aria-label="Land use of proposals"
        value={filters.landUse}
        onChange={(_, { value }) => change({ landUse: value })}
      >
        <option value="">All land uses</option>
        {usesOf(queue).map(([value, count]) => (
          <option key={value} value={value}>{`${nameOf(value)} (${count})`}</option>
        ))}
      </Select>
      <Select
        className={styles.field}
        size="small"
        aria-label="Sheets of proposals"
        value={filters.pageId ? 'page' : filters.documentId ? 'document' : ANYWHERE}
        onChange={(_, { value }) =>
          change({ pageId: value === 'page' ? pageId : '', documentId: value === 'document' ? documentId : '' })
        }
      >
        <option value={ANYWHERE}>All sheets</option>
        <option value="page">
          {`This sheet (${countOf(({ annotation }) => annotation.document_page_id === pageId)})`}
        </option>
        <option value="document">
          {`This document (${countOf(({ annotation }) => annotation.document_id === documentId)})`}
        </option>
      </Select>
      {(mine > 0 || filters.isMine) && (
        <Checkbox
          label={`Assigned to me (${mine})`}
          checked={filters.isMine}
          onChange={(_, { checked }) => change({ isMine: checked === true })}
        />
      )}
    </div>
  );
}

/** Shown if nothing open matches. */
export function NothingMatches() {
  const { project } = useProject();
  return (
    <Button size="small" onClick={() => filterReview(project.id, NO_FILTERS)}>
      Show all proposals
    </Button>
  );
}
