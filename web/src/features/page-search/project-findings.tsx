import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { DocumentRegular, LocationRegular } from '@fluentui/react-icons';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ProjectFindings as Findings } from '../../evidence/search-all-api.js';
import { PageHitLink } from './page-hit-link.js';
import { PageSearchResults } from './page-search-results.js';

const useStyles = makeStyles({
  title: { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: tokens.spacingHorizontalM, margin: 0 },
  project: {
    color: tokens.colorNeutralForeground1,
    fontSize: tokens.fontSizeBase400,
    fontWeight: tokens.fontWeightSemibold,
    lineHeight: tokens.lineHeightBase400,
    textDecorationLine: 'none',
    overflowWrap: 'anywhere',
    ':hover': { color: tokens.colorBrandForeground1, textDecorationLine: 'underline' },
  },
  detail: {
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightRegular,
    overflowWrap: 'anywhere',
  },
  list: { listStyleType: 'none', margin: `${tokens.spacingVerticalXS} 0 0`, padding: 0 },
  named: {
    display: 'flex',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalS,
    minHeight: '24px',
    padding: `${tokens.spacingVerticalSNudge} ${tokens.spacingHorizontalS}`,
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    borderRadius: tokens.borderRadiusMedium,
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  icon: { display: 'flex', flexShrink: 0, fontSize: '20px', color: tokens.colorNeutralForeground3 },
  name: { overflowWrap: 'anywhere', minWidth: 0 },
});

interface ProjectFindingsProps {
  findings: Findings;
  words: string;
  level: 2 | 3;
  /** Whether all pages can be listed here. */
  expandable?: boolean;
  onFollow?: (() => void) | undefined;
}

export function ProjectFindings({ findings, words, level, expandable = false, onFollow }: ProjectFindingsProps) {
  const styles = useStyles();
  const [isOpen, setOpen] = useState(false);
  const { project, pages, documents, features, page_count: pageCount } = findings;
  const Heading = level === 2 ? 'h2' : 'h3';
  const address = `/projects/${project.id}`;
  const named = (id: string, to: string, icon: ReactNode, name: string, detail?: string) => (
    <li key={id}>
      <Link className={styles.named} to={to} data-search-hit="" onClick={onFollow}>
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
        <span className={styles.name}>
          {name} {detail && <span className={styles.detail}>{detail}</span>}
        </span>
      </Link>
    </li>
  );
  return (
    <>
      <Heading className={styles.title}>
        <Link className={styles.project} to={`${address}/setup`} data-search-hit="" onClick={onFollow}>
          {project.title}
        </Link>
        <span className={styles.detail}>{[project.number, project.address].filter(Boolean).join(' · ')}</span>
      </Heading>
      {features.length + documents.length > 0 && (
        <ul className={styles.list} aria-label={`Features and documents of ${project.title}`}>
          {features.map(({ id, name }) => named(id, `${address}/insights?feature=${id}`, <LocationRegular />, name))}
          {documents.map(({ id, title, file_name: file }) =>
            named(id, `${address}/documents/${id}`, <DocumentRegular />, title, file === title ? undefined : file),
          )}
        </ul>
      )}
      {isOpen ? (
        <PageSearchResults projectId={project.id} words={words} />
      ) : (
        pages.length > 0 && (
          <ul className={styles.list} aria-label={`Pages of ${project.title}`}>
            {pages.map((hit) => (
              <li key={hit.page_id}>
                <PageHitLink projectId={project.id} hit={hit} words={words} withDocument onFollow={onFollow} />
              </li>
            ))}
          </ul>
        )
      )}
      {expandable && !isOpen && pageCount > pages.length && (
        <Button appearance="subtle" onClick={() => setOpen(true)}>
          Show all {pageCount} pages
        </Button>
      )}
    </>
  );
}
