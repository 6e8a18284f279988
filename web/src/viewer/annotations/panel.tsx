import { Button, Field, Input, makeStyles, mergeClasses, Text, tokens } from '@fluentui/react-components';
import {
  DeleteRegular,
  DismissRegular,
  EditRegular,
  EyeRegular,
  LinkRegular,
  LockClosedRegular,
} from '@fluentui/react-icons';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { RouterLink } from '../../components/router-link.js';
import { medium } from '../../lib/formats.js';
import { AnnotationFilterBar } from './filter-bar.js';
import type { AnnotationFilters, EvidenceByAnnotation } from './filters.js';
import type { ShownAnnotation, AnnotationCoordinates } from '../../evidence/annotation-records.js';
import { AnnotationList } from './list.js';
import { authorOf, isTemporary, shapeName } from '../../evidence/annotation-records.js';
import { sizeText } from '../edits/shape-handles.js';
import { ShapeFields } from '../edits/shape-fields.js';

/** Longest label, in characters: more does not fit beside a shape. */
const LONGEST_LABEL = 200;

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', minHeight: 0, height: '100%', overflowY: 'auto' },
  list: { display: 'flex', flexDirection: 'column', flexGrow: 1, minHeight: 0 },
  // on narrow windows the panel lies over the sheet: what is selected, or the list
  closed: { '@media (max-width: 1100px)': { display: 'none' } },
  selected: {
    display: 'flex',
    flexDirection: 'column',
    flexShrink: 0,
    gap: tokens.spacingVerticalS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalL} ${tokens.spacingVerticalM}`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  selectedHead: { display: 'flex', alignItems: 'center', justifyContent: 'space-between' },
  facts: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  feature: {
    display: 'flex',
    alignItems: 'baseline',
    gap: tokens.spacingHorizontalXS,
    overflowWrap: 'anywhere',
    '& > svg': { flexShrink: 0, transform: 'translateY(2px)' },
  },
  actions: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  empty: {
    margin: 0,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalL}`,
    color: tokens.colorNeutralForeground3,
  },
});

interface AnnotationsPanelProps {
  /** All annotations of the sheet. */
  annotations: readonly ShownAnnotation[];
  /** Those that the filters let through. */
  shown: readonly ShownAnnotation[];
  isLoading: boolean;
  selected: ShownAnnotation | null;
  /** Whether the selected annotation may be changed by the person (OP-24). */
  mayEdit: boolean;
  /** Whether the person may say which feature the selected annotation shows (FEAT-14). */
  mayLink: boolean;
  /** Where a feature is shown with all that is said of it. */
  featureHref: (id: string) => string;
  /** Whether the person may draw new ones. */
  mayDraw: boolean;
  /** Whether the list is open where it lies over the sheet. */
  isListOpen: boolean;
  filters: AnnotationFilters;
  evidence: EvidenceByAnnotation;
  landUseLabel: (value: string) => string;
  /** What else belongs to the annotations of the sheet, above the list. */
  extra?: ReactNode;
  onFilter: (filters: AnnotationFilters) => void;
  onSelect: (key: string | null) => void;
  onRelabel: (key: string, content: string) => void;
  onResize: (key: string, coordinates: AnnotationCoordinates) => void;
  onOpen: (key: string) => void;
  onDelete: (key: string) => void;
}

/** The annotations of the sheet as a list, and what is known of the selected one; its label is edited here (OP-25). */
export function AnnotationsPanel(props: AnnotationsPanelProps) {
  const { annotations, shown, isLoading, selected, mayDraw, isListOpen } = props;
  const styles = useStyles();
  return (
    <div className={styles.root}>
      {props.extra}
      {selected && <SelectedAnnotation key={selected.key} {...props} selected={selected} />}
      <div className={mergeClasses(styles.list, !isListOpen && styles.closed)}>
        <AnnotationFilterBar
          annotations={annotations}
          shown={shown.length}
          isLoading={isLoading}
          filters={props.filters}
          evidence={props.evidence}
          landUseLabel={props.landUseLabel}
          onChange={props.onFilter}
        />
        {!isLoading && shown.length === 0 && <p className={styles.empty}>{emptyText(annotations.length, mayDraw)}</p>}
        <AnnotationList
          annotations={shown}
          selectedKey={selected?.key ?? null}
          onSelect={props.onSelect}
          onOpen={props.onOpen}
        />
      </div>
    </div>
  );
}

function emptyText(all: number, mayDraw: boolean): string {
  if (all > 0) return 'No annotation passes these filters.';
  return mayDraw ? 'Drag on the sheet to mark what you see.' : 'Nothing is marked on this sheet.';
}

function SelectedAnnotation(props: AnnotationsPanelProps & { selected: ShownAnnotation }) {
  const { selected, mayEdit, mayLink, evidence, onSelect, onRelabel, onResize, onOpen, onDelete } = props;
  const { feature = null, isHeld = true } = evidence.get(selected.id) ?? {};
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
  const isSaving = isTemporary(selected.id);
  return (
    <section className={styles.selected} aria-label="Selected annotation" data-testid="annotation-details">
      <div className={styles.selectedHead}>
        <Text as="h2" weight="semibold">
          {shapeName(selected)}
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
      {mayEdit ? (
        <ShapeFields
          coordinates={selected.coordinates}
          onChange={(coordinates) => onResize(selected.key, coordinates)}
        />
      ) : (
        <div className={styles.facts}>{sizeText(selected.coordinates)}</div>
      )}
      <div className={styles.facts}>
        {isSaving ? 'Saving...' : `${authorOf(selected)}, ${medium(selected.created_at)}`}
      </div>
      {feature && (
        <div className={styles.feature} data-testid="linked-feature">
          <LinkRegular aria-hidden="true" />
          <span>
            {isHeld ? 'Evidence for ' : 'Rejected as evidence for '}
            <RouterLink to={props.featureHref(feature.id)}>{feature.name}</RouterLink>
          </span>
        </div>
      )}
      <div className={styles.actions}>
        {(mayLink || feature) && (
          <Button
            size="small"
            appearance={feature ? 'secondary' : 'primary'}
            icon={feature ? mayLink ? <EditRegular /> : <EyeRegular /> : <LinkRegular />}
            onClick={() => onOpen(selected.key)}
          >
            {feature ? (mayLink ? 'Edit feature' : 'Show feature') : 'Link feature'}
          </Button>
        )}
        {mayEdit && (
          <Button size="small" icon={<DeleteRegular />} onClick={() => onDelete(selected.key)}>
            Delete
          </Button>
        )}
      </div>
    </section>
  );
}
