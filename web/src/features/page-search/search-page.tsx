import { Button, makeStyles, SearchBox, Spinner, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { EmptyState } from '../../components/empty-state.js';
import { ErrorState } from '../../components/error-state.js';
import { PageHeader } from '../../components/page-header.js';
import { Sheet } from '../../components/sheet.js';
import { MAX_PROJECTS_FOUND, useSearchAllProjectsQuery, type AllFindings } from '../../evidence/search-all-api.js';
import { isSearchable } from '../../evidence/search-words.js';
import { errorMessage } from '../../lib/http/errors.js';
import { useDocumentTitle } from '../../lib/navigation/document-title.js';
import { useUrlSearch } from '../../lib/navigation/url-search.js';
import { ProjectFindings } from './project-findings.js';
import { useHitKeys } from './use-hit-keys.js';
import { countText } from '../../lib/ui/formats.js';

const PROJECTS_SHOWN = 10;
const PAGES_SHOWN = 5;

const useStyles = makeStyles({
  box: { width: '100%', maxWidth: '640px' },
  status: { margin: `${tokens.spacingVerticalM} 0`, color: tokens.colorNeutralForeground2 },
  projects: { display: 'flex', flexDirection: 'column', gap: '16px', listStyleType: 'none', margin: 0, padding: 0 },
  more: { marginTop: '16px' },
});

function statusOf({ page_count: pages, data, has_more: hasMore, cut }: AllFindings): string {
  const projects = `${data.length}${hasMore ? ' or more' : ''} ${data.length === 1 && !hasMore ? 'project' : 'projects'}`;
  const found = `${countText(pages, 'page')} found. Results in ${projects}.`;
  return cut ? `${found} There are more: add words to narrow the search.` : found;
}

/** Words on pages, features, documents and addresses in all projects of the person. */
export function SearchPage() {
  const styles = useStyles();
  const { search: text, setSearch: setText, sought: words } = useUrlSearch({ hasPages: false, name: 'q' });
  const [shown, setShown] = useState({ words, projects: PROJECTS_SHOWN });
  const projects = shown.words === words ? shown.projects : PROJECTS_SHOWN;
  const isAsked = isSearchable(words);
  const { currentData, data, isFetching, error, refetch } = useSearchAllProjectsQuery(
    { words, projects, pages: PAGES_SHOWN },
    { skip: !isAsked },
  );
  useDocumentTitle('Search', words);
  const { ref, onKeyDown } = useHitKeys();
  // keep the current results while more load
  const found = currentData ?? (shown.words === words && projects > PROJECTS_SHOWN ? data : undefined);
  return (
    <div ref={ref} onKeyDown={onKeyDown}>
      <PageHeader
        title="Search"
        subtitle="Words on pages, features, documents and addresses in all your projects. Words in quotes are an exact phrase."
      />
      <SearchBox
        className={styles.box}
        placeholder="Search all projects"
        aria-label="Search all projects"
        value={text}
        onChange={(_, { value }) => setText(value)}
      />
      <div role="status">
        {isAsked && isFetching && !found ? (
          <Spinner className={styles.status} size="tiny" label="Searching..." labelPosition="after" />
        ) : isAsked && found && found.data.length > 0 ? (
          <p className={styles.status}>{statusOf(found)}</p>
        ) : isAsked || text.trim() === '' ? null : (
          <p className={styles.status}>Type at least two letters.</p>
        )}
      </div>
      {isAsked && error && !isFetching ? (
        <ErrorState title="The projects could not be searched" onRetry={() => void refetch()}>
          {errorMessage(error, 'Please try again.')}
        </ErrorState>
      ) : null}
      {isAsked && found && found.data.length === 0 ? (
        <EmptyState title="Nothing found">
          No page, feature, document or address in your projects has these words. Pages that are still being processed
          are found later.
        </EmptyState>
      ) : null}
      {isAsked && found && found.data.length > 0 ? (
        <ul className={styles.projects} aria-label="Projects found">
          {found.data.map((findings) => (
            <li key={findings.project.id}>
              <Sheet aria-label={findings.project.title}>
                <ProjectFindings key={words} findings={findings} words={words} level={2} expandable />
              </Sheet>
            </li>
          ))}
        </ul>
      ) : null}
      {isAsked && found?.has_more && projects < MAX_PROJECTS_FOUND ? (
        <Button
          className={styles.more}
          disabledFocusable={isFetching}
          onClick={() => setShown({ words, projects: Math.min(MAX_PROJECTS_FOUND, projects + PROJECTS_SHOWN * 2) })}
        >
          {isFetching ? 'Loading more...' : 'Show more projects'}
        </Button>
      ) : null}
    </div>
  );
}
