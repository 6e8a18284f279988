import { makeStyles, Spinner, Text, tokens } from '@fluentui/react-components';
import { Link } from 'react-router-dom';
import { useSearchAllProjectsQuery } from '../../evidence/search-all-api.js';
import { errorMessage } from '../../lib/http/errors.js';
import { ProjectFindings } from './project-findings.js';

const SHOWN = { projects: 4, pages: 2 };

const useStyles = makeStyles({
  root: { marginTop: tokens.spacingVerticalL },
  title: { display: 'block', margin: 0, color: tokens.colorNeutralForeground2 },
  status: { margin: `${tokens.spacingVerticalS} 0 0`, color: tokens.colorNeutralForeground2 },
  failure: { margin: `${tokens.spacingVerticalXS} 0 0`, color: tokens.colorStatusDangerForeground1 },
  list: { listStyleType: 'none', margin: 0, padding: 0 },
  project: { marginTop: tokens.spacingVerticalM },
  all: {
    display: 'inline-block',
    marginTop: tokens.spacingVerticalM,
    padding: `${tokens.spacingVerticalSNudge} ${tokens.spacingHorizontalS}`,
    color: tokens.colorBrandForegroundLink,
    borderRadius: tokens.borderRadiusMedium,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
});

interface OtherProjectsProps {
  /** Open project, which is searched separately. */
  projectId: string | undefined;
  words: string;
  onFollow: () => void;
}

/** Best results in all projects, and the way to the rest. */
export function OtherProjects({ projectId, words, onFollow }: OtherProjectsProps) {
  const styles = useStyles();
  const { currentData, isFetching, error } = useSearchAllProjectsQuery({ words, ...SHOWN });
  const found = (currentData?.data ?? []).filter(
    ({ project, pages, documents, features }) =>
      project.id !== projectId && pages.length + documents.length + features.length > 0,
  );
  const isNothing = currentData !== undefined && found.length === 0;
  const title = projectId === undefined ? 'In all projects' : 'In other projects';
  return (
    <div className={styles.root}>
      <Text as="h3" weight="semibold" className={styles.title}>
        {title}
      </Text>
      <div role="status">
        {isFetching && !currentData ? (
          <Spinner className={styles.status} size="tiny" label="Searching all projects..." />
        ) : isNothing ? (
          <p className={styles.status}>No page, feature or document has these words.</p>
        ) : null}
      </div>
      {error && !currentData ? (
        <p role="alert" className={styles.failure}>
          {errorMessage(error, 'Please try again.')}
        </p>
      ) : null}
      <ul className={styles.list} aria-label={title}>
        {found.map((findings) => (
          <li key={findings.project.id} className={styles.project}>
            <ProjectFindings findings={findings} words={words} level={3} onFollow={onFollow} />
          </li>
        ))}
      </ul>
      {found.length > 0 && (
        <Link
          className={styles.all}
          to={`/search?${new URLSearchParams({ q: words }).toString()}`}
          data-search-hit=""
          onClick={onFollow}
        >
          All results in all projects
        </Link>
      )}
    </div>
  );
}
