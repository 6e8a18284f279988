import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import {
  DeleteRegular,
  DismissRegular,
  DocumentCopyRegular,
  EditRegular,
  EyeRegular,
  LinkRegular,
} from '@fluentui/react-icons';
import { useDangerStyles } from '../../components/danger-styles.js';
import { RouterLink } from '../../components/router-link.js';
import { isPolygon } from '@symbio/sheet/geometry/shapes';
import { authorOf, isTemporary, isUnaccepted, shapeName } from '../../evidence/annotation-records.js';
import type { AnnotationCoordinates, ShownAnnotation } from '../../evidence/annotation-records.js';
import { useGetAnnotationHistoryQuery } from '../../evidence/evidence-api.js';
import type { LabelUse } from '../../evidence/labels-api.js';
import { medium } from '../../lib/ui/formats.js';
import { CornerFields } from '../edits/corner-fields.js';
import { ShapeFields } from '../edits/shape-fields.js';
import { sizeText } from '@symbio/sheet/drawing/shape-handles';
import type { EvidenceByAnnotation } from './filters.js';
import { LabelField } from './label-field.js';

const useStyles = makeStyles({
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
});

export interface SelectedAnnotationProps {
  /** OP-24 */
  mayEdit: boolean;
  /** FEAT-14 */
  mayLink: boolean;
  featureHref: (id: string) => string;
  evidence: EvidenceByAnnotation;
  presets: readonly LabelUse[];
  /** Just drawn: its label gets focus. */
  namingKey: string | null;
  mayDraw: boolean;
  /** Empty without a scale. */
  areaOf: (coordinates: AnnotationCoordinates) => string;
  onSelect: (key: string | null) => void;
  onRelabel: (key: string, content: string) => void;
  onResize: (key: string, coordinates: AnnotationCoordinates) => void;
  onOpen: (key: string) => void;
  onDelete: (key: string) => void;
  onDuplicate: () => void;
  /** Focus returns to the sheet. */
  onNamed: () => void;
}

/** OP-25 */
export function SelectedAnnotation(props: SelectedAnnotationProps & { selected: ShownAnnotation }) {
  const { selected, mayEdit, mayLink, evidence, onSelect, onRelabel, onResize, onOpen, onDelete } = props;
  const { feature = null, isCurrent = true } = evidence.get(selected.id) ?? {};
  const { currentData: records } = useGetAnnotationHistoryQuery(selected.id, { skip: isCurrent || !feature });
  // distinguishes rejected from replaced or ended mentions
  const isRejected = records?.[0]?.status === 'rejected';
  const styles = useStyles();
  const danger = useDangerStyles();
  const isSaving = isTemporary(selected.id);
  const isCopy = isUnaccepted(selected);
  const lastMove = selected.picture_moves?.at(-1);
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
      <LabelField
        content={selected.content}
        readOnly={!mayEdit}
        presets={props.presets}
        isNaming={mayEdit && props.namingKey === selected.key}
        onSave={(content) => onRelabel(selected.key, content)}
        onDone={props.onNamed}
      />
      {mayEdit && isPolygon(selected.coordinates) && (
        <CornerFields
          coordinates={selected.coordinates}
          onChange={(coordinates) => onResize(selected.key, coordinates)}
        />
      )}
      {mayEdit ? (
        <ShapeFields
          coordinates={selected.coordinates}
          onChange={(coordinates) => onResize(selected.key, coordinates)}
        />
      ) : (
        <div className={styles.facts}>{sizeText(selected.coordinates)}</div>
      )}
      {props.areaOf(selected.coordinates) !== '' && (
        <div className={styles.facts} data-testid="ground-area">
          {props.areaOf(selected.coordinates)}
        </div>
      )}
      <div className={styles.facts}>
        {isCopy
          ? 'Your copy of a proposal, not accepted yet'
          : isSaving
            ? 'Saving...'
            : `${authorOf(selected)}, ${medium(selected.created_at)}`}
      </div>
      {lastMove && (
        <div className={styles.facts} data-testid="picture-move">
          {`Moved with the new picture of the page, ${medium(lastMove.at ?? '')}`}
        </div>
      )}
      {feature && (
        <div className={styles.feature} data-testid="linked-feature">
          <LinkRegular aria-hidden="true" />
          <span>
            {isCurrent ? 'Evidence for ' : isRejected ? 'Rejected as evidence for ' : 'No longer evidence for '}
            <RouterLink to={props.featureHref(feature.id)}>{feature.name}</RouterLink>
          </span>
        </div>
      )}
      <div className={styles.actions}>
        {!isCopy && (mayLink || feature) && (
          <Button
            size="small"
            appearance={feature ? 'secondary' : 'primary'}
            icon={feature ? mayLink ? <EditRegular /> : <EyeRegular /> : <LinkRegular />}
            onClick={() => onOpen(selected.key)}
          >
            {feature ? (mayLink ? 'Edit feature' : 'Show feature') : 'Link feature'}
          </Button>
        )}
        {props.mayDraw && (
          <Button size="small" icon={<DocumentCopyRegular />} onClick={props.onDuplicate}>
            Duplicate
          </Button>
        )}
        {mayEdit && (
          <Button size="small" className={danger.plain} icon={<DeleteRegular />} onClick={() => onDelete(selected.key)}>
            Delete
          </Button>
        )}
      </div>
    </section>
  );
}
