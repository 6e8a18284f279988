import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { LinkRegular } from '@fluentui/react-icons';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { ItemGap, useBoxList } from '../../components/long-list.js';
import type { ShownAnnotation } from '../../evidence/annotation-records.js';
import { paintOf, saysTheSame, labelOf, readingOf } from '@symbio/sheet/adapters/symbio';
import { authorOf, isTemporary, shapeName, proposalStateOf } from '../../evidence/annotation-records.js';
import { isKey, keyOf } from '../../lib/ui/keys.js';

const ROW_HEIGHT = 36;

const useStyles = makeStyles({
  list: {
    position: 'relative',
    margin: 0,
    padding: tokens.spacingHorizontalXS,
    overflowY: 'auto',
    flexGrow: 1,
    minHeight: '144px',
  },
  rows: { listStyleType: 'none', margin: 0, padding: 0 },
  row: { height: `${ROW_HEIGHT}px` },
  item: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    width: '100%',
    height: '100%',
    padding: `0 ${tokens.spacingHorizontalM}`,
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
  corners: { borderRadius: 0, clipPath: 'polygon(50% 0, 100% 40%, 80% 100%, 20% 100%, 0 40%)' },
  label: { flexGrow: 1, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  feature: {
    display: 'flex',
    alignItems: 'center',
    gap: '2px',
    minWidth: 0,
    maxWidth: '55%',
    flexShrink: 0,
    color: tokens.colorBrandForeground1,
    fontSize: tokens.fontSizeBase200,
  },
  link: { flexShrink: 0 },
  name: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  unseen: { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
  author: {
    flexShrink: 0,
    maxWidth: '45%',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    whiteSpace: 'nowrap',
  },
});

interface AnnotationListProps {
  annotations: readonly ShownAnnotation[];
  selectedKeys: readonly string[];
  onSelect: (key: string) => void;
  onSelectMany: (keys: readonly string[]) => void;
  onOpen: (key: string) => void;
  /** Empty if unknown. */
  landUseOf: (annotation: ShownAnnotation) => string;
  /** Name of the assigned person, empty if none. */
  assigneeOf?: (annotation: ShownAnnotation) => string;
}

/** Virtualised, with a roving tabindex. */
export function AnnotationList(props: AnnotationListProps) {
  const { annotations, selectedKeys, onSelect, onSelectMany, onOpen, landUseOf, assigneeOf } = props;
  const selectedKey = selectedKeys.at(-1) ?? null;
  const styles = useStyles();
  const listRef = useRef<HTMLDivElement>(null);
  const rowsRef = useRef<HTMLUListElement>(null);
  const [focusKey, setFocusKey] = useState<string | null>(null);
  const takeFocus = useRef(false);
  const selectedIndex = selectedKey === null ? -1 : annotations.findIndex(({ key }) => key === selectedKey);
  const focusIndex = annotations.findIndex(({ key }) => key === focusKey);
  // row in the tab order: the focused one, else the selected one, else the first
  const stop = focusIndex !== -1 ? focusIndex : Math.max(selectedIndex, 0);

  const keys = useMemo(() => annotations.map(({ key }) => key), [annotations]);
  const list = useBoxList(listRef, rowsRef, { keys, rowHeight: ROW_HEIGHT, kept: stop });
  const scrolling = useRef(list.scrollTo);
  useLayoutEffect(() => {
    scrolling.current = list.scrollTo;
  });

  // scrolls a selection made on the sheet into view
  useEffect(() => {
    if (selectedIndex !== -1) scrolling.current(selectedIndex);
  }, [selectedKey, selectedIndex]);
  useLayoutEffect(() => {
    if (!takeFocus.current) return;
    const row = listRef.current?.querySelector<HTMLElement>('[data-stop="true"]');
    if (!row) return;
    takeFocus.current = false;
    row.focus({ preventScroll: true });
  });

  const goTo = (index: number): void => {
    const target = annotations[Math.min(Math.max(index, 0), annotations.length - 1)];
    if (!target) return;
    list.scrollTo(annotations.indexOf(target));
    takeFocus.current = true;
    setFocusKey(target.key);
  };
  const select = (
    index: number,
    { ctrlKey, metaKey, shiftKey }: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'shiftKey'>,
  ) => {
    const key = annotations[index]?.key;
    if (key === undefined) return;
    if (shiftKey && selectedIndex !== -1) {
      const between = annotations.slice(Math.min(selectedIndex, index), Math.max(selectedIndex, index) + 1);
      const others = between.map((each) => each.key).filter((each) => each !== key);
      onSelectMany([...others, key]);
    } else if (ctrlKey || metaKey) {
      const others = selectedKeys.filter((each) => each !== key);
      onSelectMany(others.length < selectedKeys.length ? others : [...others, key]);
    } else onSelect(key);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isKey(event, 'Enter') || (keyOf(event) === ' ' && (event.ctrlKey || event.metaKey || event.shiftKey))) {
      // on the sheet, Enter would open the dialog
      event.preventDefault();
      select(stop, event);
      return;
    }
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const page = Math.max(Math.floor((listRef.current?.clientHeight ?? 0) / ROW_HEIGHT) - 1, 1);
    const targets: Record<string, number> = {
      ArrowDown: stop + 1,
      ArrowUp: stop - 1,
      PageDown: stop + page,
      PageUp: stop - page,
      Home: 0,
      End: annotations.length - 1,
    };
    const target = targets[keyOf(event)];
    if (target === undefined) return;
    event.preventDefault();
    goTo(target);
  };

  return (
    // no tab stop: arrow keys reach the rows
    <div ref={listRef} className={styles.list} onKeyDown={onKeyDown} data-testid="annotation-list">
      <ul ref={rowsRef} className={styles.rows} aria-label="Annotations of this sheet">
        {list.parts.map((part) => {
          if ('gap' in part) return <ItemGap key={part.key} height={part.gap} />;
          const { index } = part;
          const annotation = annotations[index];
          if (!annotation) return null;
          const isCurrent = selectedKeys.includes(annotation.key);
          const state = proposalStateOf(annotation);
          const assignee = assigneeOf?.(annotation) ?? '';
          return (
            <li
              key={annotation.key}
              ref={list.measure}
              data-index={index}
              className={styles.row}
              aria-setsize={annotations.length}
              aria-posinset={index + 1}
            >
              <button
                type="button"
                className={mergeClasses(styles.item, isCurrent && styles.current)}
                tabIndex={index === stop ? 0 : -1}
                data-stop={index === stop}
                aria-current={isCurrent}
                onFocus={() => setFocusKey(annotation.key)}
                onClick={(event) => select(index, event)}
                onDoubleClick={() => onOpen(annotation.key)}
              >
                <span
                  className={mergeClasses(
                    styles.dot,
                    annotation.annotation_type === 'rectangle' && styles.square,
                    annotation.annotation_type === 'polygon' && styles.corners,
                  )}
                  style={{ backgroundColor: paintOf(annotation).colour, opacity: paintOf(annotation).opacity }}
                  aria-hidden="true"
                />
                <span className={styles.label} title={readingOf(annotation)}>
                  {readingOf(annotation)}
                </span>
                {hasOtherName(annotation) && (
                  <span className={styles.feature} aria-hidden="true">
                    <LinkRegular className={styles.link} />
                    <span className={styles.name}>{annotation.feature_name}</span>
                  </span>
                )}
                <span className={styles.unseen}>{`, ${details(annotation).join(', ')} `}</span>
                {/* the name of the feature needs the room */}
                <span className={styles.author}>
                  {state !== 'open'
                    ? state
                    : assignee
                      ? `for ${assignee}`
                      : hasOtherName(annotation)
                        ? ''
                        : landUseOf(annotation)}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

const hasOtherName = (annotation: ShownAnnotation): boolean =>
  annotation.feature_name !== undefined && !saysTheSame(readingOf(annotation), annotation.feature_name);

function details(annotation: ShownAnnotation): string[] {
  return [
    shapeName(annotation).toLowerCase(),
    `by ${authorOf(annotation)}`,
    ...(annotation.reading === undefined ? [] : [`lettered “${labelOf(annotation)}”`]),
    ...(annotation.feature_name === undefined ? [] : [`linked to ${annotation.feature_name}`]),
    ...(isTemporary(annotation.id) ? ['being saved'] : []),
  ];
}

export function spokenText(annotation: ShownAnnotation): string {
  const state = proposalStateOf(annotation);
  return [readingOf(annotation), ...details(annotation), ...(state === 'open' ? [] : [state])].join(', ');
}
