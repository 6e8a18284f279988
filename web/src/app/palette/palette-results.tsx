import { useGetDocumentsQuery } from '../../evidence/documents-api.js';
import { useGetFeaturesQuery } from '../../evidence/evidence-api.js';
import { isMeant, isSearchable } from '../../evidence/search-words.js';
import { PageSearchResults } from '../../features/page-search/page-search-results.js';
import { useMe } from '../../lib/me.js';
import { useSearchProjectsQuery } from '../../lib/project-search.js';
import { DestinationList } from './destination-list.js';
import { screensFor } from './destinations.js';

/** Of each kind. */
const SHOWN = 5;

interface PaletteResultsProps {
  /** The project that is open. */
  projectId: string | undefined;
  /** What is typed. */
  words: string;
  onFollow: () => void;
}

/** Where one can go by some words: screens, projects, and what the project that is open has. */
export function PaletteResults({ projectId, words, onFollow }: PaletteResultsProps) {
  const me = useMe();
  const screens = screensFor(me, projectId).filter(({ label, detail = '' }) => isMeant(`${label} ${detail}`, words));
  const isAsked = isSearchable(words);
  const { currentData: projects = [] } = useSearchProjectsQuery(words, { skip: !isAsked });
  return (
    <>
      <DestinationList title="Screens" destinations={isAsked ? screens.slice(0, SHOWN) : screens} onFollow={onFollow} />
      {isAsked && (
        <DestinationList
          title="Projects"
          destinations={projects
            .filter(({ id }) => id !== projectId)
            .slice(0, SHOWN)
            .map(({ id, title, number }) => ({ id, label: title, detail: number, path: `/projects/${id}/setup` }))}
          onFollow={onFollow}
        />
      )}
      {isAsked && projectId !== undefined && (
        <>
          <OfProject projectId={projectId} words={words} onFollow={onFollow} />
          <PageSearchResults projectId={projectId} words={words} onFollow={onFollow} />
        </>
      )}
    </>
  );
}

/** Documents and features of the project by their names. */
function OfProject({ projectId, words, onFollow }: PaletteResultsProps & { projectId: string }) {
  const { currentData: documents } = useGetDocumentsQuery({ projectId, search: words, page: 1, perPage: SHOWN });
  const { data: features = [] } = useGetFeaturesQuery(projectId);
  return (
    <>
      <DestinationList
        title="Documents"
        destinations={(documents?.data ?? []).map(({ id, title, file_name: file }) => ({
          id,
          label: title,
          ...(file === title ? {} : { detail: file }),
          path: `/projects/${projectId}/documents/${id}`,
        }))}
        onFollow={onFollow}
      />
      <DestinationList
        title="Features"
        destinations={features
          .filter(({ name }) => isMeant(name, words))
          .slice(0, SHOWN)
          .map(({ id, name }) => ({ id, label: name, path: `/projects/${projectId}/insights?feature=${id}` }))}
        onFollow={onFollow}
      />
    </>
  );
}
