import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  mergeClasses,
  Skeleton,
  SkeletonItem,
  tokens,
} from '@fluentui/react-components';
import { useState } from 'react';
import { ErrorState } from '../../components/error-state.js';
import { FocusReturn } from '../../components/focus-return.js';
import { ListFooter } from '../../components/list-footer.js';
import { LoadErrorMessage } from '../../components/load-error-message.js';
import { errorMessage } from '../../lib/http/errors.js';
import { exact } from '../../lib/ui/formats.js';
import { useListKeyWritesQuery, type ApiKey, type KeyWrite } from './api.js';

const useStyles = makeStyles({
  surface: { maxWidth: '760px', width: 'calc(100% - 24px)' },
  list: { listStyleType: 'none', margin: 0, padding: 0 },
  write: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: '2px 16px',
    padding: '10px 0',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    fontSize: tokens.fontSizeBase200,
    ':last-child': { borderBottomStyle: 'none' },
  },
  what: { fontWeight: tokens.fontWeightSemibold, overflowWrap: 'anywhere' },
  more: { gridColumn: '1 / -1', color: tokens.colorNeutralForeground3, overflowWrap: 'anywhere' },
  status: { fontVariantNumeric: 'tabular-nums', color: tokens.colorNeutralForeground2 },
  refused: { color: tokens.colorStatusDangerForeground1 },
  none: { color: tokens.colorNeutralForeground3 },
});

function WriteRow({ write }: { write: KeyWrite }) {
  const styles = useStyles();
  const { at, method, operation, resource_id, status, request_id, address, run_id } = write;
  const more = [
    exact(at),
    address && `from ${address}`,
    resource_id && `on ${resource_id}`,
    run_id && `run ${run_id}`,
    `request ${request_id}`,
  ];
  return (
    <li className={styles.write}>
      <span className={styles.what}>
        {method} {operation}
      </span>
      <span className={mergeClasses(styles.status, status >= 400 && styles.refused)}>
        {status >= 400 ? `Refused (${status})` : `Done (${status})`}
      </span>
      <span className={styles.more}>{more.filter(Boolean).join(' · ')}</span>
    </li>
  );
}

export function KeyWritesDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const styles = useStyles();
  const [page, setPage] = useState(1);
  const { data, currentData, error, refetch } = useListKeyWritesQuery({ id: apiKey.id, page });
  // keep the current page while the next one loads or fails
  const list = currentData ?? data;
  return (
    <Dialog open onOpenChange={(_, data) => data.open || onClose()}>
      <DialogSurface className={styles.surface}>
        <FocusReturn />
        <DialogBody>
          <DialogTitle>{`Writes of ${apiKey.name}`}</DialogTitle>
          <DialogContent>
            {list ? (
              list.count === 0 ? (
                <p className={styles.none}>This key has written nothing so far. What it writes is kept for a year.</p>
              ) : (
                <>
                  {error && !currentData ? (
                    <LoadErrorMessage what={`Page ${page}`} error={error} onRetry={() => void refetch()} />
                  ) : null}
                  <ul className={styles.list} aria-label={`Writes of ${apiKey.name}`}>
                    {list.data.map((write) => (
                      <WriteRow key={write.id} write={write} />
                    ))}
                  </ul>
                  <ListFooter list={list} noun={['write', 'writes']} onPage={setPage} />
                </>
              )
            ) : error ? (
              <ErrorState title="The writes could not be loaded" onRetry={() => void refetch()}>
                {errorMessage(error, '')}
              </ErrorState>
            ) : (
              <Skeleton aria-label="Loading writes">
                <SkeletonItem size={28} />
              </Skeleton>
            )}
          </DialogContent>
          <DialogActions>
            <Button appearance="primary" onClick={onClose}>
              Close
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
