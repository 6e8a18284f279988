import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { notify } from '../../../lib/toasts.js';
import { useMe } from '../../../lib/me.js';
import { useProject } from '../../../lib/project-context.js';
import { addressWithFilters, filtered, filtersOfAddress } from '../../../viewer/annotations/filters.js';
import { createLinkedNames } from '../../../viewer/annotations/linked.js';
import { isTemporary } from '../../../evidence/annotation-records.js';
import type { ShownAnnotation, RectangleCoordinates } from '../../../evidence/annotation-records.js';
import { visibleRows } from '../../../evidence/annotation-rows.js';
import { useGetPageAnnotationsQuery } from '../../../evidence/annotations-api.js';
import { useAskedAnnotation } from '../../../evidence/asked-annotation.js';
import { ChoosingBar } from '../../../viewer/annotations/choosing-bar.js';
import { AnnotationsPanel } from '../../../viewer/annotations/panel.js';
import { placeOfHits } from '../../../viewer/sheet/hit-layer.js';
import { useGetProjectLabelsQuery } from '../../../evidence/labels-api.js';
import type { LabelUse } from '../../../evidence/labels-api.js';
import { useLiveAnnotations } from '../../../evidence/live-annotations.js';
import type { DocumentPage } from '../../../evidence/page-records.js';
import type { SheetFrames } from '../../../viewer/sheet/frames.js';
import type { SheetDesk } from '../../../viewer/sheet/desk.js';
import { SheetViewer } from '../../../viewer/sheet/sheet-viewer.js';
import type { SheetViewerHandle } from '../../../viewer/sheet/viewer-props.js';
import { useAnnotationEdits } from '../../../viewer/edits/use-annotation-edits.js';
import type { SheetTool } from '../../../viewer/edits/drawing.js';
import { AssociateDialog } from '../../../evidence/association/associate-dialog.js';
import { pageLabel, sheetOf } from '../../../evidence/document-pages.js';
import type { ProjectDocument } from '../../../evidence/documents-api.js';
import { useUncovered } from './use-uncovered.js';
import { useAskedDeletion } from './asked-deletion.js';
import { isReviewOf } from './extensions.js';
import { useAnnouncer, useEvidence, useSpokenSelection } from './sheet-hooks.js';
import { useChoosing } from './use-choosing.js';
import { useLinking } from './use-linking.js';
import { useMeasuring } from './use-measuring.js';
import type { ViewerExtensions } from './extensions.js';

const NARROW = '@media (max-width: 1100px)';
const PHONE = '@media (max-width: 600px)';

const useStyles = makeStyles({
  root: { position: 'relative', display: 'flex', flexGrow: 1, minWidth: 0, minHeight: 0 },
  // always there on wide windows: a panel that came with a selection would move the sheet under the pointer
  panel: {
    flexShrink: 0,
    width: '272px',
    backgroundColor: tokens.colorNeutralBackground1,
    borderLeft: `1px solid ${tokens.colorNeutralStroke2}`,
    [NARROW]: {
      position: 'absolute',
      insetInlineEnd: 0,
      bottom: 0,
      width: 'min(100%, 320px)',
      maxHeight: '55%',
      overflowY: 'auto',
      border: `1px solid ${tokens.colorNeutralStroke2}`,
      borderStartStartRadius: tokens.borderRadiusLarge,
      boxShadow: tokens.shadow16,
    },
    // half of the sheet stays in sight above it
    // what is under the round button can be scrolled from under it
    [PHONE]: { width: '100%', maxHeight: '50%', paddingBottom: '64px', boxSizing: 'border-box' },
  },
  panelClosed: { [NARROW]: { display: 'none' } },
  // what is judged must be seen: while proposals are reviewed the panel covers nothing of the sheet
  reviewing: { [PHONE]: { flexDirection: 'column' } },
  panelReviewing: {
    [NARROW]: {
      position: 'static',
      width: '272px',
      maxHeight: 'none',
      border: 'none',
      borderLeft: `1px solid ${tokens.colorNeutralStroke2}`,
      borderRadius: 0,
      boxShadow: 'none',
    },
    [PHONE]: {
      width: '100%',
      maxHeight: '48%',
      borderLeft: 'none',
      borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    },
  },
  spoken: { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
});

const NONE: readonly ShownAnnotation[] = [];
const NO_KEYS: readonly string[] = [];
const NO_LABELS: readonly LabelUse[] = [];

interface AnnotatedSheetProps {
  document: ProjectDocument;
  page: DocumentPage | null;
  /** An annotation to select and bring into view, by id. */
  annotationAsked: string | null;
  /** Words that were looked for, on this page. */
  hits: readonly RectangleCoordinates[];
  /** The place among them that one stepped to; null until one does. */
  place?: RectangleCoordinates | null;
  onTurnPage: (step: -1 | 1) => void;
  extensions: ViewerExtensions;
  /** Stands in the place of a sheet without picture. */
  children: ReactNode;
}

/** A sheet with its annotations, their panel and the dialog that links them to features. */
export function AnnotatedSheet(props: AnnotatedSheetProps) {
  const { document, page, annotationAsked, hits, place = null, onTurnPage, extensions, children } = props;
  const styles = useStyles();
  const me = useMe();
  const { project, canEdit } = useProject();
  const viewerRef = useRef<SheetViewerHandle>(null);
  const panelRef = useRef<HTMLElement>(null);
  const [address, setAddress] = useSearchParams();
  const [tool, setTool] = useState<SheetTool>('ellipse');
  const [selection, setSelection] = useState<{ pageId: string; keys: readonly string[] } | null>(null);
  const linking = useLinking(project.id);
  const [openKey, setOpenKey] = useState<string | null>(null);
  const [snaps, setSnaps] = useState(false);
  const [isHidden, setHidden] = useState(false);
  const [isListOpen, setListOpen] = useState(false);
  const [namingKey, setNamingKey] = useState<string | null>(null);
  const { said, announce } = useAnnouncer();
  const { PanelTop } = extensions;
  const isReviewing = isReviewOf(address);

  const pageId = page?.id ?? '';
  // no changes are received of a page that is not on screen
  const { currentData, isFetching, isError, error, refetch } = useGetPageAnnotationsQuery(pageId, {
    skip: pageId === '',
    refetchOnMountOrArgChange: true,
  });
  useLiveAnnotations(pageId);
  const isUnread = isError && !currentData;
  const annotations = useMemo(() => (currentData ? visibleRows(currentData) : NONE), [currentData]);
  const sheet = useMemo(() => (page ? sheetOf(page) : null), [page]);
  const selectedKeys = selection?.pageId === pageId ? selection.keys : NO_KEYS;
  const selectedKey = selectedKeys.length === 1 ? (selectedKeys[0] ?? null) : null;
  const selected = annotations.find(({ key }) => key === selectedKey) ?? null;
  const several = useMemo(
    () => (selectedKeys.length > 1 ? annotations.filter(({ key }) => selectedKeys.includes(key)) : NONE),
    [annotations, selectedKeys],
  );
  useUncovered(viewerRef, panelRef, selected);
  const opened = annotations.find(({ key }) => key === openKey) ?? null;

  const filters = useMemo(() => filtersOfAddress(address), [address]);
  const { evidence, landUseLabel } = useEvidence(project.id);
  const [linkedNames] = useState(createLinkedNames);
  const shown = useMemo(
    () => linkedNames(filtered(annotations, filters, evidence, selectedKey), evidence),
    [annotations, filters, evidence, linkedNames, selectedKey],
  );

  const { data: presets = NO_LABELS } = useGetProjectLabelsQuery(project.id, { skip: !canEdit });

  const mayManageAgents = me?.permissions.canManageAgents === true;
  const isEditable = useCallback(
    ({ author_type }: ShownAnnotation) => canEdit && (author_type === 'human' || mayManageAgents),
    [canEdit, mayManageAgents],
  );
  const mayDraw = canEdit && me !== undefined && sheet !== null;
  const selectSeveral = useCallback(
    (keys: readonly string[]) => {
      setSelection(keys.length === 0 ? null : { pageId, keys });
      setNamingKey(null);
    },
    [pageId],
  );
  const select = useCallback((key: string | null) => selectSeveral(key === null ? [] : [key]), [selectSeveral]);
  const author = useMemo(() => (me ? { id: me.author_id, name: me.name, type: 'human' as const } : null), [me]);
  const measuring = useMeasuring(page, canEdit);
  const made = useAnnotationEdits({
    ...{ pageId, documentId: document.id, projectId: project.id, author, announce },
    onSelect: selectSeveral,
    onDrawn: setNamingKey,
  });
  const { edits, deletion } = useAskedDeletion(made, annotations, evidence);

  const deselect = useCallback(() => setSelection(null), []);
  const choosing = useChoosing(pageId, deselect);

  const goTo: SheetDesk['select'] = (idOrKey, { reveal = true, focus = false } = {}) => {
    const target = annotations.find(({ id, key }) => key === idOrKey || id === idOrKey);
    select(target?.key ?? null);
    if (!target) return;
    setHidden(false);
    if (reveal) viewerRef.current?.reveal(target.coordinates);
    if (focus) viewerRef.current?.focus();
  };

  useSpokenSelection({ selected, selectedKey, count: several.length, announce });

  const onAsked = useCallback(
    ({ key, coordinates }: ShownAnnotation) => {
      select(key);
      setHidden(false);
      viewerRef.current?.focusOn(coordinates);
    },
    [select],
  );
  useAskedAnnotation(annotationAsked, sheet ? annotations : NONE, onAsked);

  // found words are brought into view once a page; unless the address asks for an annotation
  const foundRef = useRef<readonly RectangleCoordinates[] | null>(null);
  useEffect(() => {
    if (!sheet || hits === foundRef.current) return;
    foundRef.current = hits;
    const target = annotationAsked === null && !place ? placeOfHits(hits, sheet.size) : null;
    if (target) viewerRef.current?.focusOn(target);
  }, [annotationAsked, hits, place, sheet]);

  // the place that one steps to is shown each time
  useEffect(() => {
    if (sheet && place) viewerRef.current?.focusOn(place);
  }, [place, sheet]);

  const desk: SheetDesk = {
    projectId: project.id,
    documentId: document.id,
    pageId,
    annotations,
    selected,
    openKey,
    isHidden,
    mayEdit: isEditable,
    select: goTo,
    open: setOpenKey,
    announce,
  };

  const selectedIds = useMemo(
    () => shown.filter(({ key, id }) => selectedKeys.includes(key) && !isTemporary(id)).map(({ id }) => id),
    [selectedKeys, shown],
  );
  const { Others } = extensions;
  const over = useCallback(
    (frames: SheetFrames) =>
      Others && (
        <Others pageId={pageId} frames={frames} annotations={isHidden ? NONE : shown} selectedIds={selectedIds} />
      ),
    [Others, isHidden, pageId, selectedIds, shown],
  );

  return (
    <div className={mergeClasses(styles.root, isReviewing && styles.reviewing)}>
      <SheetViewer
        ref={viewerRef}
        picture={{
          sheet,
          thumbnailUrl: page?.thumbnail_url ?? null,
          description: page ? `${document.title}, ${pageLabel(page)}` : document.title,
        }}
        content={{
          annotations: sheet && !isHidden ? shown : NONE,
          hits,
          hit: place,
          lengthOf: measuring.lengthOf,
          selectedKeys: isHidden ? NO_KEYS : selectedKeys,
        }}
        rights={{
          mayDraw: mayDraw && !isHidden,
          canDraw: mayDraw && !isHidden && currentData !== undefined,
          isEditable,
        }}
        controls={{
          tool,
          isHidden,
          isListOpen,
          isChoosing: choosing.isChoosing,
          snaps,
          onToolChange: setTool,
          onSnapsChange: (next) => {
            setSnaps(next);
            announce(next ? 'A click draws the outline under it.' : 'Snapping is off.');
          },
          onHiddenChange: (hidden) => {
            setHidden(hidden);
            announce(hidden ? 'Annotations are hidden.' : 'Annotations are shown.');
          },
          onListOpenChange: setListOpen,
        }}
        edits={edits}
        actions={{
          ...{ select: selectSeveral, open: setOpenKey, turnPage: onTurnPage, announce },
          choose: (key) => {
            choosing.begin();
            select(key);
          },
          measure: measuring.measure,
          refuse: (sentence) => {
            notify({ type: 'warning', title: 'Not drawn', description: sentence });
            announce(sentence);
          },
          label: () => setNamingKey(selectedKeys[0] ?? null),
        }}
        over={over}
        bar={
          choosing.isChoosing && (
            <ChoosingBar
              chosen={annotations.filter(({ key }) => selectedKeys.includes(key))}
              isEditable={isEditable}
              presets={presets}
              onRelabel={(content, keys) => edits.relabel(content, ...keys)}
              onLink={linking.link}
              onDelete={(keys) => edits.remove(...keys)}
              onEnd={choosing.end}
            />
          )
        }
        extraKeys={extensions.keys}
      >
        {children}
      </SheetViewer>
      {sheet && (
        <aside
          ref={panelRef}
          className={mergeClasses(
            styles.panel,
            isReviewing && styles.panelReviewing,
            (choosing.isChoosing ||
              (selectedKeys.length === 0 && tool !== 'measure' && !isListOpen && !isReviewing && !isUnread)) &&
              styles.panelClosed,
          )}
          aria-label="Annotations"
        >
          <AnnotationsPanel
            annotations={annotations}
            shown={shown}
            isLoading={isFetching && !currentData}
            failure={isUnread ? { error, onRetry: () => void refetch() } : null}
            selected={selected}
            mayEdit={selected !== null && isEditable(selected)}
            mayLink={canEdit && me !== undefined && selected?.author_type === 'human'}
            featureHref={(id) => `/projects/${project.id}/insights?feature=${id}`}
            mayDraw={mayDraw}
            isListOpen={isListOpen}
            filters={filters}
            evidence={evidence}
            landUseLabel={landUseLabel}
            areaOf={measuring.areaOf}
            extra={
              <>
                {tool === 'measure' && measuring.panel}
                {PanelTop && <PanelTop desk={desk} />}
              </>
            }
            presets={presets}
            namingKey={namingKey}
            onNamed={() => {
              setNamingKey(null);
              viewerRef.current?.focus();
            }}
            onFilter={(next) => setAddress((before) => addressWithFilters(before, next), { replace: true })}
            onSelect={(key) => goTo(key, { focus: true })}
            onRelabel={(key, content) => edits.relabel(content, key)}
            onRelabelSeveral={(content, keys) => edits.relabel(content, ...keys)}
            onLinkSeveral={linking.link}
            onDeleteSeveral={(keys) => edits.remove(...keys)}
            onDuplicate={() => viewerRef.current?.duplicate()}
            onCopy={() => viewerRef.current?.copy()}
            onSelectSeveral={selectSeveral}
            several={several}
            selectedKeys={selectedKeys}
            isEditable={isEditable}
            onResize={edits.resize}
            onOpen={setOpenKey}
            onDelete={edits.remove}
          />
        </aside>
      )}
      <div role="status" className={styles.spoken} data-testid="sheet-status">
        {said}
      </div>
      {deletion}
      {linking.dialog}
      {opened && (
        <AssociateDialog
          key={opened.key}
          projectId={project.id}
          annotation={opened}
          mayEdit={canEdit && me !== undefined}
          onClose={() => setOpenKey(null)}
        />
      )}
    </div>
  );
}
