import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { notify } from '../../../lib/ui/toasts.js';
import { useProject } from '../../../lib/project/project-context.js';
import type { ShownAnnotation, RectangleCoordinates } from '../../../evidence/annotation-records.js';
import { isTemporary, isUnaccepted } from '../../../evidence/annotation-records.js';
import { Comments } from '../../../evidence/comments/comments.js';
import { useAssignees } from '../../../evidence/comments/comments-api.js';
import { MultiSelectBar } from '../../../viewer/annotations/multi-select-bar.js';
import { AnnotationsPanel } from '../../../viewer/annotations/panel.js';
import { useGetProjectLabelsQuery } from '../../../evidence/labels-api.js';
import type { LabelUse } from '../../../evidence/labels-api.js';
import type { DocumentPage } from '../../../evidence/page-records.js';
import type { SheetFrames } from '@symbio/sheet/view/frames';
import type { SheetContext } from '../../../viewer/sheet/sheet-context.js';
import type { WordBox } from '@symbio/sheet/marks/hit-layer';
import { SheetViewer } from '../../../viewer/sheet/sheet-viewer.js';
import type { SheetViewerHandle } from '../../../viewer/sheet/viewer-props.js';
import { useAnnotationEdits } from '../../../viewer/edits/use-annotation-edits.js';
import { sanbornMeaning } from '../../../viewer/legend/sanborn-key.js';
import { AssociateDialog } from '../../../evidence/association/associate-dialog.js';
import { pageLabel, sheetOf } from '../../../evidence/document-pages.js';
import { isProcessing, type ProjectDocument } from '../../../evidence/documents-api.js';
import { useSelectionInView } from './use-selection-in-view.js';
import { useConfirmedDeletion } from './confirm-linked-deletion.js';
import { isReviewOf } from './extensions.js';
import { SheetAside } from './sheet-aside.js';
import { useAnnouncer, useAnnouncedSelection } from './sheet-hooks.js';
import { useRequestedView } from './use-requested-view.js';
import { useMultiSelect } from './use-multi-select.js';
import { useLinking } from './use-linking.js';
import { useMeasuring } from './use-measuring.js';
import { usePlacingPane } from './use-placing-pane.js';
import { usePresenceOverlay } from './use-presence-overlay.js';
import { usePageOpening } from './use-page-opening.js';
import { usePageAnnotations } from './use-page-annotations.js';
import { useDrawingHint, useSheetControls } from './use-sheet-controls.js';
import { useSheetRights } from './use-sheet-rights.js';
import { useSheetSelection } from './use-sheet-selection.js';
import { useVisibleAnnotations } from './use-visible-annotations.js';
import type { ViewerExtensions } from './extensions.js';

const NARROW = '@media (max-width: 900px)';
const PHONE = '@media (max-width: 600px)';

const useStyles = makeStyles({
  root: { position: 'relative', display: 'flex', flexGrow: 1, minWidth: 0, minHeight: 0 },
  // during review the panel moves below the sheet, to keep it visible
  reviewing: { [PHONE]: { flexDirection: 'column' } },
  // the map below the sheet
  placing: { [NARROW]: { flexDirection: 'column' } },
  spoken: { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
});

const NONE: readonly ShownAnnotation[] = [];
const NO_KEYS: readonly string[] = [];
const NO_LABELS: readonly LabelUse[] = [];

interface AnnotatedSheetProps {
  document: ProjectDocument;
  page: DocumentPage | null;
  /** To select and bring into view. */
  requestedAnnotation: string | null;
  hits: readonly WordBox[];
  place?: RectangleCoordinates | null;
  onTurnPage: (step: -1 | 1) => void;
  extensions: ViewerExtensions;
  about?: ReactNode;
  children: ReactNode;
}

export function AnnotatedSheet(props: AnnotatedSheetProps) {
  const { document, page, requestedAnnotation, hits, place = null, onTurnPage, extensions, children } = props;
  const styles = useStyles();
  const { project } = useProject();
  const assignees = useAssignees(project.id);
  const { canEdit, mayAnnotate, isEditable, author } = useSheetRights();
  const viewerRef = useRef<SheetViewerHandle>(null);
  const panelRef = useRef<HTMLElement>(null);
  const [address] = useSearchParams();
  const [openKey, setOpenKey] = useState<string | null>(null);
  const { said, announce } = useAnnouncer();
  const { controls, setHidden } = useSheetControls(announce);
  const { tool, isHidden, isListOpen } = controls;
  const showDrawingHint = useDrawingHint();
  const linking = useLinking(project.id);
  const { Others, PanelTop } = extensions;
  const isReviewing = isReviewOf(address);

  const pageId = page?.id ?? '';
  const sheet = useMemo(() => (page ? sheetOf(page) : null), [page]);
  const [isPictured, setPictured] = useState(false);
  usePageOpening(pageId, isPictured);
  const picture = sheet?.size ?? null;
  const { annotations, isKnown, isLoading, failure } = usePageAnnotations(pageId);
  const selection = useSheetSelection(pageId, annotations);
  const { selectedKeys, selectedKey, selected, several, select, selectSeveral, deselect } = selection;
  useSelectionInView(viewerRef, panelRef, selected);
  useAnnouncedSelection({ selected, selectedKey, count: several.length, announce });
  const { shown, filters, setFilters, evidence, landUseLabel } = useVisibleAnnotations(
    project.id,
    annotations,
    selectedKey,
  );
  const opened = annotations.find(({ key }) => key === openKey) ?? null;
  const { data: presets = NO_LABELS } = useGetProjectLabelsQuery(project.id, { skip: !canEdit });

  const mayDraw = mayAnnotate && sheet !== null;
  const placing = usePlacingPane({ page, sheet, mayEdit: canEdit, isReviewing, viewerRef, announce });
  const measuring = useMeasuring(page, canEdit);
  const made = useAnnotationEdits({
    ...{ pageId, documentId: document.id, projectId: project.id, picture, author, announce },
    onSelect: selectSeveral,
    onDrawn: selection.setNamingKey,
  });
  const { edits, deletion } = useConfirmedDeletion(made, annotations, evidence);
  const choosing = useMultiSelect(pageId, deselect);

  const goTo: SheetContext['select'] = (idOrKey, { reveal = true, focus = false } = {}) => {
    const target = annotations.find(({ id, key }) => key === idOrKey || id === idOrKey);
    select(target?.key ?? null);
    if (!target) return;
    setHidden(false);
    if (reveal) viewerRef.current?.reveal(target.coordinates);
    if (focus) viewerRef.current?.focus();
  };
  const onAnnotation = useCallback(
    (key: string) => {
      select(key);
      setHidden(false);
    },
    [select, setHidden],
  );
  useRequestedView({
    ...{ viewerRef, sheet, annotations, requestedAnnotation, hits, place, isReviewing, onAnnotation },
    pixel: address.get('at'),
  });

  const sheetContext: SheetContext = {
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

  const others = usePresenceOverlay(Others, { pageId, shown, isHidden, selectedKeys });
  const { over: places } = placing;
  const over = useCallback(
    (frames: SheetFrames) => (
      <>
        {others(frames)}
        {places(frames)}
      </>
    ),
    [others, places],
  );

  return (
    <div className={mergeClasses(styles.root, isReviewing && styles.reviewing, placing.isOpen && styles.placing)}>
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
          meaningOf: page?.metadata?.page_type === 'sanborn_map' ? sanbornMeaning : null,
        }}
        rights={{
          mayDraw: mayDraw && !isHidden,
          canDraw: mayDraw && !isHidden && isKnown,
          isEditable,
        }}
        controls={{
          ...{ ...controls, tool: placing.isPicking ? 'place' : tool, isChoosing: choosing.isChoosing },
          onToolChange: (next) => {
            // a tool takes the clicks on the sheet
            if (placing.isPicking) placing.close();
            controls.onToolChange(next);
          },
        }}
        edits={edits}
        actions={{
          ...{ select: selectSeveral, open: setOpenKey, turnPage: onTurnPage, announce, pictured: setPictured },
          choose: (key) => {
            choosing.begin();
            select(key);
          },
          measure: measuring.measure,
          place: placing.pick,
          drawn: showDrawingHint,
          refuse: (sentence) => {
            notify({ type: 'warning', title: 'Not drawn', description: sentence });
            announce(sentence);
          },
          label: () => selection.setNamingKey(selectedKeys[0] ?? null),
        }}
        over={over}
        bar={
          choosing.isChoosing && (
            <MultiSelectBar
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
        extraTools={placing.button}
      >
        {children}
      </SheetViewer>
      {placing.pane}
      {sheet && !placing.isOpen && (
        <SheetAside
          ref={panelRef}
          isReviewing={isReviewing}
          isClosed={
            choosing.isChoosing ||
            (selectedKeys.length === 0 && tool !== 'measure' && !isListOpen && !isReviewing && !failure)
          }
        >
          <AnnotationsPanel
            annotations={annotations}
            shown={shown}
            isLoading={isLoading}
            failure={failure}
            selected={selected}
            mayEdit={selected !== null && isEditable(selected)}
            mayLink={mayAnnotate && selected?.author_type === 'human'}
            featureHref={(id) => `/projects/${project.id}/insights?feature=${id}`}
            mayDraw={mayDraw}
            isListOpen={isListOpen}
            filters={filters}
            evidence={evidence}
            landUseLabel={landUseLabel}
            areaOf={measuring.areaOf}
            about={props.about}
            extra={
              <>
                {tool === 'measure' && measuring.panel}
                {PanelTop && <PanelTop sheetContext={sheetContext} />}
              </>
            }
            assignees={assignees}
            isReading={isProcessing(document)}
            discussion={
              selected &&
              !isTemporary(selected.id) &&
              !isUnaccepted(selected) && (
                <Comments key={`comments of ${selected.id}`} subject={{ kind: 'annotation', id: selected.id }} />
              )
            }
            presets={presets}
            namingKey={selection.namingKey}
            onNamed={() => {
              selection.setNamingKey(null);
              viewerRef.current?.focus();
            }}
            onFilter={setFilters}
            onSelect={(key) => goTo(key, { focus: true })}
            onRelabel={(key, content) => edits.relabel(content, key)}
            onRelabelAll={(content, keys) => edits.relabel(content, ...keys)}
            onLinkAll={linking.link}
            onDeleteAll={(keys) => edits.remove(...keys)}
            onDuplicate={() => viewerRef.current?.duplicate()}
            onCopy={() => viewerRef.current?.copy()}
            onSelectMany={selectSeveral}
            several={several}
            selectedKeys={selectedKeys}
            isEditable={isEditable}
            onResize={edits.resize}
            onOpen={setOpenKey}
            onDelete={edits.remove}
          />
        </SheetAside>
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
          mayEdit={mayAnnotate}
          onClose={() => setOpenKey(null)}
        />
      )}
    </div>
  );
}
