import {
  Button,
  Field,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  mergeClasses,
  ProgressBar,
  Select,
  Text,
  tokens,
} from '@fluentui/react-components';
import {
  ArrowClockwiseRegular,
  ArrowUploadRegular,
  CheckmarkCircleFilled,
  DismissRegular,
  DocumentPdfRegular,
  ErrorCircleFilled,
  WarningFilled,
} from '@fluentui/react-icons';
import { useEffect, useRef, useState } from 'react';
import type { DragEvent } from 'react';
import { fileSize } from '../../../lib/formats.js';
import { categoryOf } from '../category-label.js';
import { CategoryOptions } from '../category-options.js';
import { useGetCategoriesQuery } from '../../../evidence/documents-api.js';
import type { Category } from '../../../evidence/documents-api.js';
import {
  ACCEPTED_TYPES,
  isFailed,
  isRemovable,
  isUnclassified,
  MAXIMUM_UPLOAD_BYTES,
  UPLOAD_STATUS,
} from './machine.js';
import type { UploadItem } from './machine.js';
import { useUploads } from './service.js';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  area: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalL,
    width: '100%',
    padding: `${tokens.spacingVerticalXXL} ${tokens.spacingHorizontalXXL}`,
    textAlign: 'start',
    font: 'inherit',
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1.5px dashed ${tokens.colorNeutralStrokeAccessible}`,
    borderRadius: tokens.borderRadiusLarge,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '2px' },
    '@media (max-width: 600px)': { padding: tokens.spacingHorizontalL },
  },
  dropping: {
    backgroundColor: tokens.colorBrandBackground2,
    border: `1.5px solid ${tokens.colorBrandStroke1}`,
  },
  areaIcon: { fontSize: '32px', lineHeight: 0, color: tokens.colorBrandForeground1 },
  areaText: { display: 'flex', flexDirection: 'column', gap: '2px' },
  areaTitle: { fontWeight: tokens.fontWeightSemibold, fontSize: tokens.fontSizeBase400 },
  hint: { color: tokens.colorNeutralForeground3 },
  category: { maxWidth: '320px' },
  list: { listStyleType: 'none', margin: 0, padding: 0, display: 'flex', flexDirection: 'column' },
  listHead: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '8px' },
  item: {
    display: 'grid',
    gridTemplateColumns: '24px minmax(0, 1fr) auto',
    columnGap: tokens.spacingHorizontalM,
    alignItems: 'center',
    padding: `${tokens.spacingVerticalS} 0`,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  itemIcon: { fontSize: '20px', lineHeight: 0, color: tokens.colorNeutralForeground3 },
  itemDone: { color: tokens.colorStatusSuccessForeground1 },
  itemFailed: { color: tokens.colorStatusDangerForeground1 },
  itemWarning: { color: tokens.colorStatusWarningForeground1 },
  name: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', fontWeight: tokens.fontWeightMedium },
  detail: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: tokens.spacingHorizontalS,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
  error: { color: tokens.colorStatusDangerForeground1 },
  bar: { marginTop: '4px' },
  itemActions: { display: 'flex', gap: '4px' },
});

/** Upload of documents: a place to drop or choose files, what is on its way, and what arrived (DOC-01, DOC-12 to DOC-26). */
export function UploadPanel({ projectId }: { projectId: string }) {
  const styles = useStyles();
  const { uploads, state } = useUploads(projectId);
  const { data: categories } = useGetCategoriesQuery();
  const [category, setCategory] = useState('');
  const [dropping, setDropping] = useState(false);
  const inputRef = useRef<HTMLInputElement>(null);

  useMissedDrops();

  const add = (files: FileList | null) => {
    if (files && files.length > 0) uploads.add([...files], category === '' ? null : category);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setDropping(false);
    add(event.dataTransfer.files);
  };

  return (
    <section className={styles.root} aria-label="Upload documents">
      <button
        type="button"
        className={mergeClasses(styles.area, dropping && styles.dropping)}
        data-testid="upload-area"
        onClick={() => inputRef.current?.click()}
        onDragOver={(event) => {
          event.preventDefault();
          setDropping(true);
        }}
        onDragLeave={(event) => {
          // going over a word inside the area is no leaving
          const into = event.relatedTarget;
          if (!(into instanceof Node && event.currentTarget.contains(into))) setDropping(false);
        }}
        onDrop={onDrop}
      >
        <span className={styles.areaIcon}>
          <ArrowUploadRegular aria-hidden="true" />
        </span>
        <span className={styles.areaText}>
          <span className={styles.areaTitle}>
            {dropping ? 'Drop to upload' : 'Drop PDF files here, or choose files'}
          </span>
          <span className={styles.hint}>
            Each document is classified after its upload. PDF only, less than {fileSize(MAXIMUM_UPLOAD_BYTES)} each.
          </span>
        </span>
      </button>
      <input
        ref={inputRef}
        type="file"
        accept={ACCEPTED_TYPES.join(',')}
        multiple
        hidden
        aria-label="Choose documents"
        data-testid="upload-input"
        onChange={(event) => {
          add(event.target.files);
          // the same file may be chosen again after it failed
          event.target.value = '';
        }}
      />
      <Field className={styles.category} label="Category of the next files" size="small">
        <Select size="small" value={category} onChange={(_, { value }) => setCategory(value)}>
          <option value="">Classify automatically</option>
          <CategoryOptions categories={categories ?? []} />
        </Select>
      </Field>

      {state.repeated.length > 0 && (
        <MessageBar intent="info">
          <MessageBarBody>{`Already in the list, not uploaded again: ${state.repeated.join(', ')}`}</MessageBarBody>
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

      {state.items.length > 0 && (
        <ul className={styles.list} aria-label="Uploads" aria-live="polite">
          {state.items.map((item) => (
            <UploadRow
              key={item.id}
              item={item}
              categories={categories}
              onRetry={() => uploads.retry(item.id)}
              onRemove={() => uploads.remove(item.id)}
            />
          ))}
        </ul>
      )}

      {state.finished.length > 0 && (
        <div>
          <div className={styles.listHead}>
            <Text weight="semibold">{`Uploaded (${state.finished.length})`}</Text>
            <Button size="small" appearance="subtle" onClick={() => uploads.clearFinished()}>
              Clear All
            </Button>
          </div>
          <ul className={styles.list} aria-label="Finished uploads" aria-live="polite">
            {state.finished.map((item) => (
              <UploadRow
                key={item.id}
                item={item}
                categories={categories}
                onRetry={() => uploads.classifyAgain(item.id)}
                onRemove={() => uploads.remove(item.id)}
              />
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

/** A file dropped beside the area would replace the application in the window, and break the uploads under way. */
function useMissedDrops(): void {
  useEffect(() => {
    const refuse = (event: globalThis.DragEvent) => event.preventDefault();
    window.addEventListener('dragover', refuse);
    window.addEventListener('drop', refuse);
    return () => {
      window.removeEventListener('dragover', refuse);
      window.removeEventListener('drop', refuse);
    };
  }, []);
}

interface UploadRowProps {
  item: UploadItem;
  categories: readonly Category[] | undefined;
  onRetry: () => void;
  onRemove: () => void;
}

function UploadRow({ item, categories, onRetry, onRemove }: UploadRowProps) {
  const styles = useStyles();
  const { file, status, classificationResult } = item;
  const isUnderWay = item.isUploading || status === UPLOAD_STATUS.classifying;
  return (
    <li className={styles.item} data-testid="upload-item">
      <UploadIcon item={item} />
      <div style={{ minWidth: 0 }}>
        <div className={styles.name} title={file.name}>
          {file.name}
        </div>
        <div className={styles.detail}>
          <span>{fileSize(file.size)}</span>
          <span>{status}</span>
          {isUnderWay && <span>{`${item.progress}%`}</span>}
          {classificationResult && (
            <span>
              {`${categoryOf(categories, classificationResult.suggestedCategory).label}, ${Math.round(classificationResult.confidence * 100)}%`}
            </span>
          )}
          {item.error && <span className={styles.error}>{item.error}</span>}
        </div>
        {isUnderWay && (
          <ProgressBar className={styles.bar} value={item.progress} max={100} aria-label={`${file.name}: ${status}`} />
        )}
      </div>
      <div className={styles.itemActions}>
        {isFailed(item) && (
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

function UploadIcon({ item }: { item: UploadItem }) {
  const styles = useStyles();
  switch (item.status) {
    case UPLOAD_STATUS.complete:
      return <CheckmarkCircleFilled className={mergeClasses(styles.itemIcon, styles.itemDone)} aria-hidden="true" />;
    case UPLOAD_STATUS.unclassified:
      return <WarningFilled className={mergeClasses(styles.itemIcon, styles.itemWarning)} aria-hidden="true" />;
    case UPLOAD_STATUS.failed:
    case UPLOAD_STATUS.refused:
      return <ErrorCircleFilled className={mergeClasses(styles.itemIcon, styles.itemFailed)} aria-hidden="true" />;
    default:
      return <DocumentPdfRegular className={styles.itemIcon} aria-hidden="true" />;
  }
}
