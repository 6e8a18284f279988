import { Button, makeStyles, Text } from '@fluentui/react-components';
import { AddRegular } from '@fluentui/react-icons';
import { LIEN_SEARCH_ORDERER_LABELS, LIEN_SEARCH_RESULT_LABELS } from '@symbio/proto/labels';
import { useState } from 'react';
import { LoadErrorMessage } from '../../components/load-error-message.js';
import { LoadingView } from '../../components/loading-view.js';
import { RouterLink } from '../../components/router-link.js';
import { Sheet } from '../../components/sheet.js';
import { useGetDocumentTitlesQuery } from '../../evidence/document-titles-api.js';
import { uuidV7 } from '../../lib/http/uuid.js';
import { dateOnly } from '../../lib/ui/formats.js';
import { LienSearchDialog } from './lien-search-dialog.js';
import {
  useCreateLienSearchMutation,
  useDeleteLienSearchMutation,
  useListLienSearchesQuery,
  type LienSearch,
} from './lien-searches-api.js';
import { deleteRecord, RecordFacts, RecordItem, RecordList } from './record-item.js';

const useStyles = makeStyles({
  sheet: { marginTop: '20px' },
  text: { whiteSpace: 'pre-wrap', margin: '4px 0' },
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
        <RecordList label="Lien searches">
          {data.map((search) => (
            <LienSearchRow key={search.id} search={search} canEdit={canEdit} onEdit={setEdited} />
          ))}
        </RecordList>
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
  const removeIt = () => {
    const {
      project_id: projectId,
      id: _id,
      by_name: _by,
      created_at: _created,
      updated_at: _updated,
      ...values
    } = search;
    const id = uuidV7();
    return deleteRecord({
      ...{ name: 'lien search', article: 'a', title },
      remove: () => remove(search.id),
      restore: () => create({ projectId, id, values }).unwrap(),
    });
  };
  return (
    <RecordItem
      {...{ title, canEdit }}
      badge={{
        text: LIEN_SEARCH_RESULT_LABELS[search.result],
        color: search.result === 'found' ? 'warning' : 'informative',
      }}
      onEdit={() => onEdit(search)}
      onDelete={() => void removeIt()}
    >
      {search.text !== '' && <p className={styles.text}>{search.text}</p>}
      {documentId !== null && (
        <div>
          {documentId in titles ? (
            <RouterLink to={`/projects/${search.project_id}/documents/${documentId}`}>{titles[documentId]}</RouterLink>
          ) : (
            'The document is no longer found.'
          )}
        </div>
      )}
      <RecordFacts>{factsOf(search)}</RecordFacts>
    </RecordItem>
  );
}
