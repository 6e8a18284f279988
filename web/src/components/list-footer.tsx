import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ChevronLeftRegular, ChevronRightRegular } from '@fluentui/react-icons';
import type { Page } from '../lib/http/api.js';
import { countText } from '../lib/ui/formats.js';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '12px',
    minHeight: '52px',
    padding: '8px 16px 8px 24px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    '@media (max-width: 600px)': { paddingLeft: '16px', paddingRight: '8px' },
  },
  pages: { display: 'flex', alignItems: 'center', gap: '4px', whiteSpace: 'nowrap' },
});

export interface ListFooterProps {
  list: Page<unknown>;
  noun: readonly [one: string, many: string];
  /** From 1. */
  onPage: (page: number) => void;
}

/** Row range, total and paging. */
export function ListFooter({ list, noun, onPage }: ListFooterProps) {
  const styles = useStyles();
  const first = (list.page - 1) * list.per_page + 1;
  const last = Math.min(first + list.data.length - 1, list.count);
  return (
    <div className={styles.root}>
      <span aria-live="polite">
        {first}–{last} of {countText(list.count, ...noun)}
      </span>
      {list.total_pages > 1 ? (
        <nav className={styles.pages} aria-label="Pages">
          <Button
            appearance="subtle"
            icon={<ChevronLeftRegular />}
            aria-label="Previous page"
            // keeps focus on the first and last page
            disabledFocusable={list.page <= 1}
            onClick={() => onPage(list.page - 1)}
          />
          <span>
            Page {list.page} of {list.total_pages}
          </span>
          <Button
            appearance="subtle"
            icon={<ChevronRightRegular />}
            aria-label="Next page"
            disabledFocusable={list.page >= list.total_pages}
            onClick={() => onPage(list.page + 1)}
          />
        </nav>
      ) : null}
    </div>
  );
}
