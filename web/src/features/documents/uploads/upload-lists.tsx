import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  mergeClasses,
  ProgressBar,
  Text,
  tokens,
} from '@fluentui/react-components';
import {
  ArrowClockwiseRegular,
  BookOpenRegular,
  CheckmarkCircleFilled,
  DismissRegular,
  DocumentCopyRegular,
  DocumentPdfRegular,
  ErrorCircleFilled,
  LockClosedFilled,
  WarningFilled,
} from '@fluentui/react-icons';
import { useMemo, useRef, useState, type RefCallback } from 'react';
import { ItemGap, useBoxList } from '../../../components/long-list.js';
import { RouterLink } from '../../../components/router-link.js';
import { useGetCategoriesQuery } from '../../../evidence/documents-api.js';
import type { Category, ProjectDocument } from '../../../evidence/documents-api.js';
import { fileSize, namesInShort } from '../../../lib/ui/formats.js';
import { categoryOf } from '../category-label.js';
import { stageOf, STAGE_LABELS, stagesText, type Stage } from './after-upload.js';
import { isUploaded, isKnown, isRemovable, isRetryable, isUnclassified, UPLOAD_STATUS_LABELS } from './upload-state.js';
import type { UploadItem, UploadState } from './upload-state.js';
import type { UploadManager } from './manager.js';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  // limited height: many files do not move the table
  list: {
    listStyleType: 'none',
    margin: 0,
    padding: 0,
    display: 'flex',
    flexDirection: 'column',
    maxHeight: '320px',
    overflowY: 'auto',
  },
  listHeadText: { display: 'flex', flexWrap: 'wrap', columnGap: tokens.spacingHorizontalM, flexGrow: 1, minWidth: 0 },
  stages: { color: tokens.colorNeutralForeground3 },
  listHead: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '8px' },
  item: {
    display: 'grid',
    gridTemplateColumns: '24px minmax(0, 1fr) auto',
    columnGap: tokens.spacingHorizontalM,
    alignItems: 'center',
    flexShrink: 0,
    padding: `${tokens.spacingVerticalS} 0`,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    '@media (max-width: 600px)': { gridTemplateColumns: '24px minmax(0, 1fr)', rowGap: '4px' },
  },
  itemIcon: { fontSize: '20px', lineHeight: 0, color: tokens.colorNeutralForeground3 },
  itemDone: { color: tokens.colorStatusSuccessForeground1 },
  itemFailed: { color: tokens.colorStatusDangerForeground1 },
  itemWarning: { color: tokens.colorStatusWarningForeground1 },
  words: { minWidth: 0 },
  name: {
    display: 'block',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontWeight: tokens.fontWeightMedium,
  },
  detail: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: tokens.spacingHorizontalS,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
  error: { color: tokens.colorStatusDangerForeground1 },
  bar: { marginTop: '4px' },
  itemActions: {
    display: 'flex',
    gap: '4px',
    justifyContent: 'flex-end',
    '@media (max-width: 600px)': { gridColumn: '2' },
  },
});

interface UploadListsProps {
  projectId: string;
  uploads: UploadManager;
  state: UploadState;
  documents?: readonly ProjectDocument[] | undefined;
}

const NO_DOCUMENTS: readonly ProjectDocument[] = [];
/** More finished files become one line. */
const LISTED = 3;

/** DOC-12 to DOC-26 */
export function UploadLists({ projectId, uploads, state, documents = NO_DOCUMENTS }: UploadListsProps) {
  const styles = useStyles();
  const [isOpen, setOpen] = useState(false);
  const byId = useMemo(() => new Map(documents.map((document) => [document.id, document])), [documents]);
  const isLong = state.finished.length > LISTED;
  const stages = stagesText(state.finished, byId);
  const { data: categories } = useGetCategoriesQuery();
  const known = state.items.filter(isKnown).length;
  const retryable = state.items.filter(isRetryable).length;
  const shared = { projectId, uploads, categories, documents: byId };
  return (
    <div className={styles.root}>
      {state.repeated.length > 0 && (
        <MessageBar intent="info" layout="multiline">
          <MessageBarBody>{`Already in the list, not uploaded again: ${namesInShort(state.repeated)}`}</MessageBarBody>
          <MessageBarActions
            containerAction={
              <Button
                appearance="transparent"
                size="small"
                icon={<DismissRegular />}
                aria-label="Dismiss"
                onClick={() => uploads.dismissNotice()}
              />
            }
          />
        </MessageBar>
      )}
      {known > 1 && (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>{`${known} of these files are already in this project. Skip them or upload them again?`}</MessageBarBody>
          <MessageBarActions>
            <Button size="small" onClick={() => uploads.chooseForAll('skip')}>
              Skip all
            </Button>
            <Button size="small" onClick={() => uploads.chooseForAll('upload')}>
              Upload all again
            </Button>
          </MessageBarActions>
        </MessageBar>
      )}
      {state.items.length > 0 && (
        <div>
          {retryable > 1 && (
            <div className={styles.listHead}>
              <Text weight="semibold">{`${retryable} files failed`}</Text>
              <Button size="small" icon={<ArrowClockwiseRegular />} onClick={() => uploads.retryAll()}>
                Retry all
              </Button>
            </div>
          )}
          <UploadRows {...shared} label="Uploads" items={state.items} onRetry={(id) => uploads.retry(id)} />
        </div>
      )}
      {state.finished.length > 0 && (
        <div>
          <div className={styles.listHead}>
            <span className={styles.listHeadText}>
              <Text weight="semibold">{finishedText(state.finished)}</Text>
              {isLong && stages && (
                <span className={styles.stages} role="status">
                  {stages}
                </span>
              )}
            </span>
            {isLong && (
              <Button size="small" appearance="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
                {isOpen ? 'Hide files' : 'Show files'}
              </Button>
            )}
            <Button size="small" appearance="subtle" onClick={() => uploads.clearFinished()}>
              Clear All
            </Button>
          </div>
          {(!isLong || isOpen || state.finished.some(isUnclassified)) && (
            <UploadRows
              {...shared}
              label="Finished uploads"
              items={state.finished}
              onRetry={(id) => uploads.classifyAgain(id)}
            />
          )}
        </div>
      )}
    </div>
  );
}

export function finishedText(finished: readonly UploadItem[]): string {
  const arrived = finished.filter(isUploaded).length;
  const skipped = finished.length - arrived;
  if (skipped === 0) return `Uploaded (${arrived})`;
  return arrived === 0 ? `Not uploaded again (${skipped})` : `Uploaded (${arrived}), not uploaded again (${skipped})`;
}

/** CSS pixels, without extra text. */
const ROW_HEIGHT = 57;

interface UploadRowsProps {
  label: string;
  items: readonly UploadItem[];
  projectId: string;
  uploads: UploadManager;
  categories: readonly Category[] | undefined;
  documents: ReadonlyMap<string, ProjectDocument>;
  onRetry: (id: string) => void;
}

/** Virtualized: dropped folders may contain thousands of files. */
function UploadRows({ label, items, projectId, uploads, categories, documents, onRetry }: UploadRowsProps) {
  const styles = useStyles();
  const keys = useMemo(() => items.map(({ id }) => id), [items]);
  const listRef = useRef<HTMLUListElement>(null);
  const list = useBoxList(listRef, listRef, { keys, rowHeight: ROW_HEIGHT });
  return (
    // no live region for virtualized lists: scrolling would announce rows
    <ul ref={listRef} className={styles.list} aria-label={label} aria-live={list.isLong ? 'off' : 'polite'}>
      {list.parts.map((part) => {
        if ('gap' in part) return <ItemGap key={part.key} height={part.gap} />;
        const item = items[part.index];
        return item ? (
          <UploadRow
            key={item.id}
            item={item}
            index={part.index}
            count={items.length}
            measure={list.measure}
            projectId={projectId}
            categories={categories}
            stage={stageOf(documents.get(item.document?.id ?? ''))}
            onRetry={() => onRetry(item.id)}
            onChoose={(choice) => uploads.choose(item.id, choice)}
            onRemove={() => uploads.remove(item.id)}
          />
        ) : null;
      })}
    </ul>
  );
}

/** Category and confidence (DOC-21). A user-chosen category comes first. */
export function classificationText(
  { classificationResult: result, category }: Pick<UploadItem, 'classificationResult' | 'category'>,
  categories: readonly Category[] | undefined,
): string | null {
  const label = (value: string) => categoryOf(categories, value).label;
  if (!result) return null;
  const percent = `${Math.round(result.confidence * 100)}%`;
  const suggested = `${label(result.suggestedCategory)}, ${percent} sure`;
  if (!category) return suggested;
  const said = result.suggestedCategory === category ? `agrees, ${percent} sure` : `suggests ${suggested}`;
  return `${label(category)}, as you chose (the classifier ${said})`;
}

interface UploadRowProps {
  item: UploadItem;
  index: number;
  count: number;
  measure: RefCallback<Element> | undefined;
  projectId: string;
  categories: readonly Category[] | undefined;
  stage: Stage;
  onRetry: () => void;
  onChoose: (choice: 'upload' | 'skip') => void;
  onRemove: () => void;
}

function UploadRow(props: UploadRowProps) {
  const { item, index, count, measure, projectId, categories, stage, onRetry, onChoose, onRemove } = props;
  const styles = useStyles();
  const { file, status, document } = item;
  const statusLabel = UPLOAD_STATUS_LABELS[status];
  const isInProgress = item.isUploading || status === 'classifying';
  const hasBar = isInProgress || status === 'complete';
  const classification = classificationText(item, categories);
  const pathOf = (id: string) => `/projects/${projectId}/documents/${id}`;
  const [there] = item.known;
  return (
    <li
      ref={measure}
      data-index={index}
      aria-setsize={count}
      aria-posinset={index + 1}
      className={styles.item}
      data-testid="upload-item"
    >
      <UploadIcon item={item} stage={stage} />
      <div className={styles.words}>
        {document ? (
          <RouterLink to={pathOf(document.id)} className={styles.name}>
            {file.name}
          </RouterLink>
        ) : (
          <span className={styles.name} title={file.name}>
            {file.name}
          </span>
        )}
        <div className={styles.detail}>
          <span>{fileSize(file.size)}</span>
          <span>{statusLabel}</span>
          {/* the progress bar is accessible; this text would be announced at every percent */}
          {hasBar && <span aria-hidden={isInProgress}>{`${item.progress}%`}</span>}
          {classification && <span>{classification}</span>}
          {item.isComplete && stage !== 'unknown' && stage !== 'ready' && <span>{STAGE_LABELS[stage]}</span>}
          {isKnown(item) && there && (
            <span>
              {'as '}
              <RouterLink to={pathOf(there.id)}>{there.title}</RouterLink>
            </span>
          )}
          {item.error && <span className={styles.error}>{item.error}</span>}
          {item.details && <span>{item.details}</span>}
          {document?.notices?.map(({ code, message }) => (
            <span key={code}>{message}</span>
          ))}
        </div>
        {hasBar && (
          <ProgressBar
            className={styles.bar}
            value={item.progress}
            max={100}
            aria-label={`${file.name}: ${statusLabel}`}
          />
        )}
      </div>
      {/* not live: buttons appear and disappear */}
      <div className={styles.itemActions} aria-live="off">
        {isKnown(item) && (
          <>
            <Button size="small" onClick={() => onChoose('skip')}>
              Skip
            </Button>
            <Button size="small" onClick={() => onChoose('upload')}>
              Upload again
            </Button>
          </>
        )}
        {isRetryable(item) && (
          <Button size="small" icon={<ArrowClockwiseRegular />} onClick={onRetry}>
            Retry
          </Button>
        )}
        {isUnclassified(item) && (
          <Button size="small" icon={<ArrowClockwiseRegular />} onClick={onRetry}>
            Classify again
          </Button>
        )}
        <Button
          size="small"
          appearance="subtle"
          icon={<DismissRegular />}
          aria-label={`Remove ${file.name} from the list`}
          disabled={!isRemovable(item)}
          onClick={onRemove}
        />
      </div>
    </li>
  );
}

function UploadIcon({ item, stage }: { item: UploadItem; stage: Stage }) {
  const styles = useStyles();
  if (item.status === 'complete' && stage === 'reading')
    return <BookOpenRegular className={styles.itemIcon} aria-hidden="true" />;
  if (item.status === 'complete' && stage === 'password')
    return <LockClosedFilled className={mergeClasses(styles.itemIcon, styles.itemWarning)} aria-hidden="true" />;
  if (item.status === 'complete' && stage === 'failed')
    return <ErrorCircleFilled className={mergeClasses(styles.itemIcon, styles.itemFailed)} aria-hidden="true" />;
  switch (item.status) {
    case 'complete':
      return <CheckmarkCircleFilled className={mergeClasses(styles.itemIcon, styles.itemDone)} aria-hidden="true" />;
    case 'unclassified':
      return <WarningFilled className={mergeClasses(styles.itemIcon, styles.itemWarning)} aria-hidden="true" />;
    case 'known':
    case 'skipped':
      return <DocumentCopyRegular className={styles.itemIcon} aria-hidden="true" />;
    case 'failed':
    case 'refused':
      return <ErrorCircleFilled className={mergeClasses(styles.itemIcon, styles.itemFailed)} aria-hidden="true" />;
    default:
      return <DocumentPdfRegular className={styles.itemIcon} aria-hidden="true" />;
  }
}
