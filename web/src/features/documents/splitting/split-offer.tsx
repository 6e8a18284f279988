import { makeStyles, tokens } from '@fluentui/react-components';
import { CutRegular } from '@fluentui/react-icons';
import { RouterLink } from '../../../components/router-link.js';
import { isPdf, type ProjectDocument } from '../../../evidence/documents-api.js';

/** Vendors' packages are longer. */
const MANY_PAGES = 60;

const useStyles = makeStyles({
  root: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXS, fontSize: tokens.fontSizeBase200 },
});

type Splittable = Pick<
  ProjectDocument,
  'mime_type' | 'file_name' | 'needs_password' | 'derived_from' | 'total_pages' | 'id' | 'project_id' | 'title'
>;

export const splitPath = ({ project_id: projectId, id }: Pick<ProjectDocument, 'project_id' | 'id'>): string =>
  `/projects/${projectId}/documents/${id}/split`;

export const isSplittable = (document: Splittable): boolean =>
  isPdf(document) && !document.needs_password && document.total_pages !== 1;

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
        <RouterLink to={splitPath(document)} aria-label={`Split ${document.title}`}>
          Split
        </RouterLink>
      </span>
    </span>
  );
}
