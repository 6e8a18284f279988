import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { CutRegular } from '@fluentui/react-icons';
import { useNavigate } from 'react-router-dom';
import { RouterLink } from '../../../components/router-link.js';
import { isPdf, type ProjectDocument } from '../../../evidence/documents-api.js';
import { useProject } from '../../../lib/project/project-context.js';

/** Shorter documents are rarely packages. */
const SOME_PAGES = 10;
/** Vendors' packages are longer. */
const MANY_PAGES = 60;

const useStyles = makeStyles({
  root: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXS, fontSize: tokens.fontSizeBase200 },
});

type Splittable = Pick<
  ProjectDocument,
  | 'split_id'
  | 'mime_type'
  | 'file_name'
  | 'needs_password'
  | 'derived_from'
  | 'total_pages'
  | 'id'
  | 'project_id'
  | 'title'
>;

export const splitPath = ({ project_id: projectId, id }: Pick<ProjectDocument, 'project_id' | 'id'>): string =>
  `/projects/${projectId}/documents/${id}/split`;

const isSplittable = (document: Splittable): boolean =>
  isPdf(document) && !document.needs_password && !document.split_id && (document.total_pages ?? 0) > SOME_PAGES;

/** On a long document that is not part of a package itself. */
export function SplitOffer({ document }: { document: Splittable }) {
  const styles = useStyles();
  const { total_pages: pages, derived_from: source } = document;
  if (source || (pages ?? 0) <= MANY_PAGES || !isSplittable(document)) return null;
  return (
    <span className={styles.root}>
      <CutRegular aria-hidden="true" />
      <span>
        {`${pages} pages, perhaps several documents. `}
        <RouterLink to={splitPath(document)}>Split</RouterLink>
      </span>
    </span>
  );
}

/** On an open document, also if it is not long. */
export function SplitButton({ document }: { document: Splittable }) {
  const navigate = useNavigate();
  const { canEdit } = useProject();
  if (!canEdit || !isSplittable(document)) return null;
  return (
    <Button size="small" icon={<CutRegular />} onClick={() => void navigate(splitPath(document))}>
      Split
    </Button>
  );
}
