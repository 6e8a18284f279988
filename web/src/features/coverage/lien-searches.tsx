import { Badge, Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { AddRegular, DeleteRegular, EditRegular } from '@fluentui/react-icons';
import { LIEN_SEARCH_ORDERER_LABELS, LIEN_SEARCH_RESULT_LABELS } from '@symbio/proto/labels';
import { useState } from 'react';
import { LoadErrorMessage } from '../../components/load-error-message.js';
import { LoadingView } from '../../components/loading-view.js';
import { RouterLink } from '../../components/router-link.js';
import { Sheet } from '../../components/sheet.js';
import { useGetDocumentTitlesQuery } from '../../evidence/document-titles-api.js';
import { offerUndo } from '../../lib/edits/undo.js';
import { changeRefusal } from '../../lib/http/errors.js';
import { uuidV7 } from '../../lib/http/uuid.js';
import { dateOnly } from '../../lib/ui/formats.js';
import { notify } from '../../lib/ui/toasts.js';
import { LienSearchDialog } from './lien-search-dialog.js';
import {
  useCreateLienSearchMutation,
  useDeleteLienSearchMutation,
  useListLienSearchesQuery,
  type LienSearch,
} from './lien-searches-api.js';

const useStyles = makeStyles({
  sheet: { marginTop: '20px' },
  list: { listStyleType: 'none', margin: 0, padding: 0 },
  search: {
    display: 'flex',
    gap: tokens.spacingHorizontalM,
    justifyContent: 'space-between',
    padding: `${tokens.spacingVerticalM} 0`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    ':last-child': { borderBottom: 'none' },
  },
  words: { minWidth: 0, overflowWrap: 'anywhere' },
  head: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS, alignItems: 'baseline' },
  text: { whiteSpace: 'pre-wrap', margin: '4px 0' },
  muted: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  actions: { display: 'flex', flexShrink: 0 },
});

const factsOf = ({ date, from, to, ordered_by: orderer, by_name: by }: LienSearch): string =>
  [
    dateOnly(date),
    ...(from === null && to === null ? [] : [`records ${from ?? ''}–${to ?? ''}`]),
    `ordered by the ${LIEN_SEARCH_ORDERER_LABELS[orderer].toLowerCase()}`,
    `recorded by ${by}`,
  ].join(', ');

/** Searches for environmental liens and use limitations. */
export function LienSearches({ projectId, canEdit }: { projectId: string; canEdit: boolean }) {
  const styles = useStyles();
  const { data, error, refetch } = useListLienSearchesQuery(projectId);
  const [edited, setEdited] = useState<LienSearch | 'new'>();
  return (
    <Sheet
      className={styles.sheet}
      title="Lien searches"
      note="Environmental liens, and activity and use limitations. The earliest search dates the component of the assessment."
      actions={
        canEdit ? (
          <Button icon={<AddRegular />} onClick={() => setEdited('new')}>
            New lien search
          </Button>
        ) : null
      }
    >
      {error && !data ? (
        <LoadErrorMessage what="The lien searches" error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingView label="Loading lien searches..." />
      ) : data.length === 0 ? (
        <Text>No lien search is recorded.</Text>
      ) : (
        <ul className={styles.list} aria-label="Lien searches">
          {data.map((search) => (
            <LienSearchRow key={search.id} search={search} canEdit={canEdit} onEdit={setEdited} />
          ))}
        </ul>
      )}
      {edited ? (
        <LienSearchDialog
          projectId={projectId}
          search={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      ) : null}
    </Sheet>
  );
}

interface LienSearchRowProps {
  search: LienSearch;
  canEdit: boolean;
  onEdit: (search: LienSearch) => void;
}

function LienSearchRow({ search, canEdit, onEdit }: LienSearchRowProps) {
  const styles = useStyles();
  const { data: titles = {} } = useGetDocumentTitlesQuery(search.project_id);
  const [remove] = useDeleteLienSearchMutation();
  const [create] = useCreateLienSearchMutation();
  const { searched_by: title, document_id: documentId } = search;
  const removeIt = async () => {
    const { error } = await remove(search.id);
    if (error) {
      notify({ type: 'error', title: 'The lien search was not deleted', description: changeRefusal(error) });
      return;
    }
    const {
      project_id: projectId,
      id: _id,
      by_name: _by,
      created_at: _created,
      updated_at: _updated,
      ...values
    } = search;
    const id = uuidV7();
    offerUndo(
      { title: 'Lien search deleted', description: title },
      { what: 'deletion of a lien search', undo: () => create({ projectId, id, values }).unwrap() },
    );
  };
  return (
    <li className={styles.search}>
      <div className={styles.words}>
        <div className={styles.head}>
          <Text weight="semibold">{title}</Text>
          <Badge appearance="outline" color={search.result === 'found' ? 'warning' : 'informative'}>
            {LIEN_SEARCH_RESULT_LABELS[search.result]}
          </Badge>
        </div>
        {search.text !== '' && <p className={styles.text}>{search.text}</p>}
        {documentId !== null && (
          <div>
            {documentId in titles ? (
              <RouterLink to={`/projects/${search.project_id}/documents/${documentId}`}>
                {titles[documentId]}
              </RouterLink>
            ) : (
              'The document is no longer found.'
            )}
          </div>
        )}
        <div className={styles.muted}>{factsOf(search)}</div>
      </div>
      {canEdit && (
        <div className={styles.actions}>
          <Button
            appearance="subtle"
            icon={<EditRegular />}
            aria-label={`Edit: ${title}`}
            onClick={() => onEdit(search)}
          />
          <Button
            appearance="subtle"
            icon={<DeleteRegular />}
            aria-label={`Delete: ${title}`}
            onClick={() => void removeIt()}
          />
        </div>
      )}
    </li>
  );
}
