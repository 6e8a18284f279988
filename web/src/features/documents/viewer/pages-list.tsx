import { Button, makeStyles, mergeClasses, Spinner, tokens } from '@fluentui/react-components';
import { ArrowClockwiseRegular, ImageOffRegular } from '@fluentui/react-icons';
import type { PlacedSheet } from '../../../evidence/georeferences-api.js';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { ItemGap, useBoxList } from '../../../components/long-list.js';
import type { ComponentType } from 'react';
import type { DocumentPage } from '../../../evidence/page-records.js';
import { missingImageText, pageLabel, pageSubtitle } from '../../../evidence/document-pages.js';
import { pageTitle } from './page-facts.js';
import { Picture } from '../../../components/picture.js';
import { PlaceChip } from './place-chip.js';
import { UnopenedChip } from './unopened-chip.js';

const useStyles = makeStyles({
  list: {
    listStyleType: 'none',
    margin: 0,
    padding: tokens.spacingHorizontalS,
    overflowY: 'auto',
    flexGrow: 1,
    minHeight: 0,
  },
  item: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    width: '100%',
    minHeight: '68px',
    padding: tokens.spacingHorizontalXS,
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
  current: {
    backgroundColor: tokens.colorSubtleBackgroundSelected,
    fontWeight: tokens.fontWeightSemibold,
    boxShadow: 'inset 3px 0 0 var(--symbio-flag)',
  },
  frame: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    flexShrink: 0,
    width: '48px',
    height: '60px',
    overflow: 'hidden',
    color: tokens.colorNeutralForeground3,
    backgroundColor: tokens.colorNeutralBackground4,
    borderRadius: tokens.borderRadiusSmall,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  picture: { width: '100%', height: '100%', objectFit: 'cover' },
  again: { position: 'absolute', top: '50%', insetInlineEnd: '4px', transform: 'translateY(-50%)' },
  place: { position: 'relative' },
  words: { display: 'flex', flexDirection: 'column', flexGrow: 1, minWidth: 0 },
  name: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  under: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightRegular,
  },
});

/** CSS pixels, with one line of text. */
const ROW_HEIGHT = 70;

interface PagesListProps {
  pages: readonly DocumentPage[];
  selectedId: string | null;
  isProcessing: boolean;
  onSelect: (page: DocumentPage) => void;
  onReprocess?: (page: DocumentPage) => void;
  Presence?: ComponentType<{ pageId: string }>;
  /** By page; absent where sheets have no places. */
  placed?: ReadonlyMap<string, PlacedSheet> | undefined;
  /** Ids of pages that any person opened; absent while unknown. */
  opened?: ReadonlySet<string> | undefined;
}

/** VIEW-08 to VIEW-12, VIEW-17 */
export function PagesList({ pages, selectedId, isProcessing, placed, opened, ...props }: PagesListProps) {
  const { onSelect, onReprocess, Presence } = props;
  const styles = useStyles();
  const listRef = useRef<HTMLUListElement>(null);
  const keys = useMemo(() => pages.map(({ id }) => id), [pages]);
  const current = keys.indexOf(selectedId ?? '');
  const list = useBoxList(listRef, listRef, { keys, rowHeight: ROW_HEIGHT });
  const { scrollTo } = list;
  const shown = useRef<string>(null);
  useLayoutEffect(() => {
    if (current === -1 || shown.current === selectedId) return;
    shown.current = selectedId;
    scrollTo(current);
  }, [current, scrollTo, selectedId]);
  return (
    <ul ref={listRef} className={styles.list} aria-label="Pages">
      {list.parts.map((part) => {
        if ('gap' in part) return <ItemGap key={part.key} height={part.gap} />;
        const page = pages[part.index];
        if (!page) return null;
        const isCurrent = page.id === selectedId;
        const isPending = page.status === 'pending' && isProcessing;
        const label = pageLabel(page);
        const subtitle = pageSubtitle(page);
        const title = pageTitle(page);
        return (
          <li
            key={page.id}
            ref={list.measure}
            data-index={part.index}
            aria-setsize={pages.length}
            aria-posinset={part.index + 1}
            className={styles.place}
          >
            <button
              type="button"
              className={mergeClasses(styles.item, isCurrent && styles.current)}
              aria-current={isCurrent ? 'page' : undefined}
              data-testid={`page-item-${page.page_number}`}
              title={page.error ?? undefined}
              onClick={() => onSelect(page)}
            >
              <span className={styles.frame}>
                {page.thumbnail_url ? (
                  <Picture
                    className={styles.picture}
                    src={page.thumbnail_url}
                    alt=""
                    loading="lazy"
                    draggable={false}
                    fallback={<ImageOffRegular aria-hidden="true" />}
                  />
                ) : isPending ? (
                  <Spinner size="tiny" />
                ) : (
                  <ImageOffRegular aria-hidden="true" />
                )}
              </span>
              <span className={styles.words}>
                <span>{label}</span>
                {subtitle !== '' && <span className={styles.under}>{subtitle}</span>}
                {title !== null && title !== label && (
                  <span className={mergeClasses(styles.under, styles.name)} title={title}>
                    {title}
                  </span>
                )}
                {page.status !== 'ready' && <span className={styles.under}>{missingImageText(isPending)}</span>}
              </span>
              {opened && page.status === 'ready' && !opened.has(page.id) && <UnopenedChip />}
              {placed && page.status === 'ready' && <PlaceChip placed={placed.get(page.id)} />}
              {Presence && <Presence pageId={page.id} />}
            </button>
            {page.status === 'failed' && onReprocess && (
              <Button
                className={styles.again}
                size="small"
                appearance="subtle"
                icon={<ArrowClockwiseRegular />}
                aria-label={`Process page ${page.page_number} again`}
                onClick={() => onReprocess(page)}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}
