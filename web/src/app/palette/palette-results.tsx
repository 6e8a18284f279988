import { makeStyles, tokens } from '@fluentui/react-components';
import { useGetDocumentsQuery } from '../../evidence/documents-api.js';
import { useGetFeaturesQuery } from '../../evidence/evidence-api.js';
import { isMeant, isSearchable } from '../../evidence/search-words.js';
import { OtherProjects } from '../../features/page-search/other-projects.js';
import { PageSearchResults } from '../../features/page-search/page-search-results.js';
import { errorMessage } from '../../lib/http/errors.js';
import { useMe } from '../../lib/session/me.js';
import { useSearchProjectsQuery } from '../../lib/project/project-search.js';
import { DestinationList } from './destination-list.js';
import { screensFor } from './destinations.js';

const SHOWN = 5;

const useStyles = makeStyles({
  status: { margin: `${tokens.spacingVerticalM} 0 0`, color: tokens.colorNeutralForeground2 },
});

const failureOf = ({ error, currentData }: { error?: unknown; currentData?: unknown }): string | undefined =>
  error !== undefined && currentData === undefined ? errorMessage(error, 'Please try again.') : undefined;

interface PaletteResultsProps {
  projectId: string | undefined;
  words: string;
  onFollow: () => void;
}

export function PaletteResults({ projectId, words, onFollow }: PaletteResultsProps) {
  const styles = useStyles();
  const me = useMe();
  const screens = screensFor(me, projectId).filter(({ label, detail = '', words: more = '' }) =>
    isMeant(`${label} ${detail} ${more}`, words),
  );
  const isAsked = isSearchable(words);
  const answer = useSearchProjectsQuery(words, { skip: !isAsked });
  const projects = isAsked ? (answer.currentData ?? []).filter(({ id }) => id !== projectId) : [];
  const failure = isAsked ? failureOf(answer) : undefined;
  return (
    <>
      <div role="status">
        {words !== '' && !isAsked && screens.length === 0 && (
          <p className={styles.status}>Type at least two letters.</p>
        )}
      </div>
      <DestinationList title="Screens" destinations={isAsked ? screens.slice(0, SHOWN) : screens} onFollow={onFollow} />
      {isAsked && (
        <DestinationList
          title="Projects"
          destinations={projects
            .slice(0, SHOWN)
            .map(({ id, title, number }) => ({ id, label: title, detail: number, path: `/projects/${id}/setup` }))}
          failure={failure}
          onFollow={onFollow}
        />
      )}
      {isAsked && projectId !== undefined && (
        <>
          <OfProject projectId={projectId} words={words} onFollow={onFollow} />
          <PageSearchResults projectId={projectId} words={words} onFollow={onFollow} />
        </>
      )}
      {isAsked && <OtherProjects projectId={projectId} words={words} onFollow={onFollow} />}
    </>
  );
}

function OfProject({ projectId, words, onFollow }: PaletteResultsProps & { projectId: string }) {
  const documents = useGetDocumentsQuery({ projectId, search: words, page: 1, perPage: SHOWN });
  const features = useGetFeaturesQuery(projectId);
  return (
    <>
      <DestinationList
        title="Documents"
        failure={failureOf(documents)}
        destinations={(documents.currentData?.data ?? []).map(({ id, title, file_name: file }) => ({
          id,
          label: title,
          ...(file === title ? {} : { detail: file }),
          path: `/projects/${projectId}/documents/${id}`,
        }))}
        onFollow={onFollow}
      />
      <DestinationList
        title="Features"
        failure={failureOf(features)}
        destinations={(features.currentData ?? [])
          .filter(({ name }) => isMeant(name, words))
          .slice(0, SHOWN)
          .map(({ id, name }) => ({ id, label: name, path: `/projects/${projectId}/insights?feature=${id}` }))}
        onFollow={onFollow}
      />
    </>
  );
}
