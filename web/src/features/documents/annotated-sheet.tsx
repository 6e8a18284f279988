import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useMe } from '../../lib/me.js';
import { useProject } from '../../lib/project-context.js';
import type { LayerAnnotation } from '../../viewer/annotation-layer.js';
import type { AnnotationType } from '../../viewer/annotation-records.js';
import { visibleRows } from '../../viewer/annotation-rows.js';
import {
  changeAnnotation,
  createAnnotation,
  removeAnnotation,
  useGetPageAnnotationsQuery,
} from '../../viewer/annotations-api.js';
import { AnnotationsPanel } from '../../viewer/annotations-panel.js';
import { useApiDispatch } from '../../viewer/api-thunks.js';
import type { DocumentPage } from '../../viewer/page-records.js';
import { SheetViewer } from '../../viewer/sheet-viewer.js';
import type { SheetViewerHandle } from '../../viewer/sheet-viewer.js';
import { AssociateDialog } from './associate-dialog.js';
import { pageLabel, sheetOf } from './document-pages.js';
import type { ProjectDocument } from './documents-api.js';

const NARROW = '@media (max-width: 1100px)';

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
      maxHeight: '45%',
      overflowY: 'auto',
      border: `1px solid ${tokens.colorNeutralStroke2}`,
      borderStartStartRadius: tokens.borderRadiusLarge,
      boxShadow: tokens.shadow16,
    },
  },
  panelClosed: { [NARROW]: { display: 'none' } },
});

const NONE: readonly LayerAnnotation[] = [];

interface AnnotatedSheetProps {
  document: ProjectDocument;
  page: DocumentPage | null;
  /** An annotation to select and bring into view, by id. */
  annotationAsked: string | null;
  onTurnPage: (step: -1 | 1) => void;
  /** Stands in the place of a sheet without picture. */
  children: ReactNode;
}

/** A sheet with its annotations, their panel and the dialog that links them to features. */
export function AnnotatedSheet({ document, page, annotationAsked, onTurnPage, children }: AnnotatedSheetProps) {
  const styles = useStyles();
  const dispatch = useApiDispatch();
  const me = useMe();
  const { project, canEdit } = useProject();
  const viewerRef = useRef<SheetViewerHandle>(null);
  const [tool, setTool] = useState<AnnotationType>('ellipse');
  const [selection, setSelection] = useState<{ pageId: string; key: string } | null>(null);
  const [openKey, setOpenKey] = useState<string | null>(null);

  const pageId = page?.id ?? '';
  const { currentData, isFetching } = useGetPageAnnotationsQuery(pageId, { skip: pageId === '' });
  const annotations = useMemo(() => (currentData ? visibleRows(currentData) : NONE), [currentData]);
  const sheet = useMemo(() => (page ? sheetOf(page) : null), [page]);
  const selectedKey = selection?.pageId === pageId ? selection.key : null;
  const selected = annotations.find(({ key }) => key === selectedKey) ?? null;
  const opened = annotations.find(({ key }) => key === openKey) ?? null;

  const mayManageAgents = me?.permissions.canManageAgents === true;
  const isEditable = useCallback(
    ({ author_type }: LayerAnnotation) => canEdit && (author_type === 'human' || mayManageAgents),
    [canEdit, mayManageAgents],
  );
  const mayDraw = canEdit && me !== undefined && sheet !== null;
  const select = (key: string | null) => setSelection(key === null ? null : { pageId, key });

  // an address names an annotation once; afterwards the person is free to look elsewhere
  const shownRef = useRef<string | null>(null);
  useEffect(() => {
    const found = annotationAsked !== null && sheet ? annotations.find(({ id }) => id === annotationAsked) : undefined;
    if (!found || shownRef.current === annotationAsked) return;
    shownRef.current = annotationAsked;
    setSelection({ pageId, key: found.key });
    viewerRef.current?.focusOn(found.coordinates);
  }, [annotationAsked, annotations, pageId, sheet]);

  return (
    <div className={styles.root}>
      <SheetViewer
        ref={viewerRef}
        sheet={sheet}
        thumbnailUrl={page?.thumbnail_url ?? null}
        description={page ? `${document.title}, ${pageLabel(page)}` : document.title}
        annotations={sheet ? annotations : NONE}
        selectedKey={selectedKey}
        tool={tool}
        mayDraw={mayDraw}
        isEditable={isEditable}
        onToolChange={setTool}
        onSelect={select}
        onCreate={(type, coordinates) => {
          if (!me) return;
          const author = { id: me.author_id, name: me.name, type: 'human' as const };
          const { key } = dispatch(createAnnotation({ pageId, documentId: document.id, type, coordinates, author }));
          select(key);
        }}
        onMove={(key, coordinates) => void dispatch(changeAnnotation(pageId, key, { coordinates }))}
        onDelete={(key) => void dispatch(removeAnnotation(pageId, key))}
        onOpen={setOpenKey}
        onTurnPage={onTurnPage}
      >
        {children}
      </SheetViewer>
      {sheet && (
        <aside className={mergeClasses(styles.panel, !selected && styles.panelClosed)} aria-label="Annotations">
          <AnnotationsPanel
            annotations={annotations}
            isLoading={isFetching && !currentData}
            selected={selected}
            mayEdit={selected !== null && isEditable(selected)}
            mayDraw={mayDraw}
            onSelect={(key) => {
              select(key);
              const target = annotations.find((annotation) => annotation.key === key);
              if (target) viewerRef.current?.reveal(target.coordinates);
            }}
            onRelabel={(key, content) => void dispatch(changeAnnotation(pageId, key, { content }))}
            onOpen={setOpenKey}
            onDelete={(key) => void dispatch(removeAnnotation(pageId, key))}
          />
        </aside>
      )}
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
