import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { ErrorState } from '../../components/error-state.js';
import { errorMessage } from '../../lib/http/errors.js';
import { AnnotationFilterBar } from './filter-bar.js';
import type { AnnotationFilters } from './filters.js';
import type { ShownAnnotation } from '../../evidence/annotation-records.js';
import { AnnotationList } from './list.js';
import { SelectedAnnotations } from './selected-annotations.js';
import type { SelectionActions } from './selected-annotations.js';
import { SelectedAnnotation } from './selected-annotation.js';
import type { SelectedAnnotationProps } from './selected-annotation.js';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', minHeight: 0, height: '100%', overflowY: 'auto' },
  list: { display: 'flex', flexDirection: 'column', flexGrow: 1, minHeight: 0 },
  about: { flexShrink: 0 },
  // on narrow windows the panel covers the sheet and shows the selection or the list
  closed: { '@media (max-width: 1100px)': { display: 'none' } },
  empty: {
    margin: 0,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalL}`,
    color: tokens.colorNeutralForeground3,
  },
});

interface AnnotationsPanelProps extends SelectedAnnotationProps, SelectionActions {
  annotations: readonly ShownAnnotation[];
  shown: readonly ShownAnnotation[];
  isLoading: boolean;
  failure: { error: unknown; onRetry: () => void } | null;
  /** Exactly one. */
  selected: ShownAnnotation | null;
  /** Or empty. */
  several: readonly ShownAnnotation[];
  selectedKeys: readonly string[];
  /** OP-24 */
  isEditable: (annotation: ShownAnnotation) => boolean;
  isListOpen: boolean;
  filters: AnnotationFilters;
  landUseLabel: (value: string) => string;
  extra?: ReactNode;
  /** Below the selected annotation: its comments. */
  discussion?: ReactNode;
  /** The document is being read, so that more may be found. */
  isReading?: boolean;
  /** Names of assigned people by annotation id. */
  assignees?: ReadonlyMap<string, string>;
  /** Above the list, and hidden with it. */
  about?: ReactNode;
  onFilter: (filters: AnnotationFilters) => void;
  onSelectMany: (keys: readonly string[]) => void;
}

/** List, or details of the selected annotation with its editable label (OP-25). */
export function AnnotationsPanel(props: AnnotationsPanelProps) {
  const { annotations, shown, isLoading, failure, selected, several, mayDraw, isListOpen } = props;
  const styles = useStyles();
  return (
    <div className={styles.root}>
      {props.extra}
      {several.length > 0 && (
        <SelectedAnnotations
          several={several}
          isEditable={props.isEditable}
          mayDraw={mayDraw}
          presets={props.presets}
          isNaming={several.some(({ key }) => key === props.namingKey)}
          onClear={() => props.onSelectMany([])}
          onNamed={props.onNamed}
          onRelabelAll={props.onRelabelAll}
          onLinkAll={props.onLinkAll}
          onDeleteAll={props.onDeleteAll}
          onDuplicate={props.onDuplicate}
          onCopy={props.onCopy}
        />
      )}
      {selected && <SelectedAnnotation key={selected.key} {...props} selected={selected} />}
      {selected && props.discussion}
      {props.about && <div className={mergeClasses(styles.about, !isListOpen && styles.closed)}>{props.about}</div>}
      {failure ? (
        <ErrorState title="The annotations could not be loaded" onRetry={failure.onRetry}>
          {errorMessage(failure.error, 'Please try again.')}
        </ErrorState>
      ) : (
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
          {shown.length > 0 ? (
            <AnnotationList
              annotations={shown}
              selectedKeys={props.selectedKeys}
              onSelect={props.onSelect}
              onSelectMany={props.onSelectMany}
              onOpen={props.onOpen}
              assigneeOf={({ id }) => props.assignees?.get(id) ?? ''}
              landUseOf={({ id }) => props.evidence.get(id)?.uses.slice(0, 1).map(props.landUseLabel).join('') ?? ''}
            />
          ) : isLoading ? null : (
            <p className={styles.empty}>{emptyText(annotations.length, mayDraw, props.isReading)}</p>
          )}
        </div>
      )}
    </div>
  );
}

function emptyText(all: number, mayDraw: boolean, isReading = false): string {
  if (all > 0) return 'No annotation matches these filters.';
  if (isReading) return 'Symbio is reading this document. The hazards that it finds appear here.';
  return mayDraw ? 'Drag on the sheet to mark what you see.' : 'Nothing is marked on this sheet.';
}
