import { Button, Field, Input, makeStyles, mergeClasses, Text, tokens } from '@fluentui/react-components';
import { DeleteRegular, DismissRegular, LinkRegular, LockClosedRegular } from '@fluentui/react-icons';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { medium } from '../lib/formats.js';
import { ANNOTATION_COLOURS } from './annotation-layer.js';
import type { LayerAnnotation } from './annotation-layer.js';
import { isTemporary, labelOf } from './annotation-records.js';

/** Longest label, in characters: more does not fit beside a shape. */
const LONGEST_LABEL = 200;

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', minHeight: 0, height: '100%' },
  // on narrow windows the panel lies over the sheet: it shows what is selected and no more
  all: {
    display: 'flex',
    flexDirection: 'column',
    flexGrow: 1,
    minHeight: 0,
    '@media (max-width: 1100px)': { display: 'none' },
  },
  head: { padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL} ${tokens.spacingVerticalS}` },
  selected: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalL} ${tokens.spacingVerticalL}`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  selectedHead: { display: 'flex', alignItems: 'center', justifyContent: 'space-between' },
  facts: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  actions: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  list: {
    listStyleType: 'none',
    margin: 0,
    padding: tokens.spacingHorizontalXS,
    overflowY: 'auto',
    flexGrow: 1,
    minHeight: 0,
  },
  item: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    width: '100%',
    padding: `6px ${tokens.spacingHorizontalM}`,
    font: 'inherit',
    textAlign: 'start',
    color: tokens.colorNeutralForeground1,
    backgroundColor: 'transparent',
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  current: { backgroundColor: tokens.colorSubtleBackgroundSelected, fontWeight: tokens.fontWeightSemibold },
  dot: { width: '10px', height: '10px', flexShrink: 0, borderRadius: tokens.borderRadiusCircular },
  square: { borderRadius: '2px' },
  label: { flexGrow: 1, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  author: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, whiteSpace: 'nowrap' },
  empty: { padding: `0 ${tokens.spacingHorizontalL}`, color: tokens.colorNeutralForeground3 },
});

interface AnnotationsPanelProps {
  annotations: readonly LayerAnnotation[];
  isLoading: boolean;
  selected: LayerAnnotation | null;
  /** Whether the selected annotation may be changed by the person (OP-24). */
  mayEdit: boolean;
  /** Whether the person may draw new ones. */
  mayDraw: boolean;
  onSelect: (key: string | null) => void;
  onRelabel: (key: string, content: string) => void;
  onOpen: (key: string) => void;
  onDelete: (key: string) => void;
}

/** The annotations of the sheet as a list, and what is known of the selected one; its label is edited here (OP-25). */
export function AnnotationsPanel(props: AnnotationsPanelProps) {
  const { annotations, isLoading, selected, mayEdit, mayDraw, onSelect } = props;
  const styles = useStyles();
  const currentRef = useRef<HTMLLIElement>(null);
  const selectedKey = selected?.key;
  useEffect(() => {
    if (selectedKey) currentRef.current?.scrollIntoView({ block: 'nearest' });
  }, [selectedKey]);

  return (
    <div className={styles.root}>
      {selected && <SelectedAnnotation key={selected.key} {...props} selected={selected} mayEdit={mayEdit} />}
      <div className={styles.all}>
        <div className={styles.head}>
          <Text as="h2" weight="semibold">
            {isLoading ? 'Annotations' : `Annotations (${annotations.length})`}
          </Text>
        </div>
        {!isLoading && annotations.length === 0 && (
          <p className={styles.empty}>
            {mayDraw ? 'Drag on the sheet to mark what you see.' : 'Nothing is marked on this sheet.'}
          </p>
        )}
        <ul className={styles.list} aria-label="Annotations of this sheet">
          {annotations.map((annotation) => {
            const isCurrent = annotation.key === selectedKey;
            return (
              <li key={annotation.key} ref={isCurrent ? currentRef : undefined}>
                <button
                  type="button"
                  className={mergeClasses(styles.item, isCurrent && styles.current)}
                  aria-current={isCurrent}
                  onClick={() => onSelect(annotation.key)}
                  onDoubleClick={() => props.onOpen(annotation.key)}
                >
                  <span
                    className={mergeClasses(styles.dot, annotation.annotation_type === 'rectangle' && styles.square)}
                    style={{ backgroundColor: ANNOTATION_COLOURS[annotation.author_type] }}
                    aria-hidden="true"
                  />
                  <span className={styles.label}>{labelOf(annotation)}</span>
                  <span className={styles.author}>{annotation.author_type === 'ai_agent' ? 'AI agent' : ''}</span>
                </button>
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
}

function SelectedAnnotation(props: AnnotationsPanelProps & { selected: LayerAnnotation }) {
  const { selected, mayEdit, onSelect, onRelabel, onOpen, onDelete } = props;
  const styles = useStyles();
  const [draft, setDraft] = useState<string | null>(null);
  // what was typed and not saved; also read when a press on the sheet takes the panel away before the field's blur
  const unsaved = useRef<string | null>(null);
  const content = draft ?? selected.content;

  const edit = (value: string | null) => {
    unsaved.current = value;
    setDraft(value);
  };
  const save = () => {
    const typed = unsaved.current?.trim();
    edit(null);
    if (typed && typed !== selected.content) onRelabel(selected.key, typed);
  };
  const latestSave = useRef(save);
  useLayoutEffect(() => {
    latestSave.current = save;
  });
  useEffect(() => () => latestSave.current(), []);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') save();
    if (event.key !== 'Escape') return;
    event.preventDefault();
    edit(null);
  };
  const author = selected.author_name ?? (selected.author_type === 'ai_agent' ? 'AI agent' : 'Unknown');
  const isSaving = isTemporary(selected.id);
  return (
    <section className={styles.selected} aria-label="Selected annotation" data-testid="annotation-details">
      <div className={styles.selectedHead}>
        <Text as="h2" weight="semibold">
          {selected.annotation_type === 'rectangle' ? 'Rectangle' : 'Ellipse'}
        </Text>
        <Button
          size="small"
          appearance="subtle"
          icon={<DismissRegular />}
          aria-label="Clear selection"
          onClick={() => onSelect(null)}
        />
      </div>
      <Field label="Label">
        <Input
          value={content}
          readOnly={!mayEdit}
          maxLength={LONGEST_LABEL}
          contentBefore={mayEdit ? undefined : <LockClosedRegular />}
          onChange={(_, { value }) => edit(value)}
          onBlur={save}
          onKeyDown={onKeyDown}
        />
      </Field>
      <div className={styles.facts}>{isSaving ? 'Saving...' : `${author}, ${medium(selected.created_at)}`}</div>
      <div className={styles.actions}>
        <Button size="small" appearance="primary" icon={<LinkRegular />} onClick={() => onOpen(selected.key)}>
          Link feature
        </Button>
        {mayEdit && (
          <Button size="small" icon={<DeleteRegular />} onClick={() => onDelete(selected.key)}>
            Delete
          </Button>
        )}
      </div>
    </section>
  );
}
