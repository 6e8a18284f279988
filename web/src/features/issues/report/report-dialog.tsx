import { Dialog, DialogSurface, makeStyles } from '@fluentui/react-components';
import { useEffect, useState, type DragEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { apiErrorOf } from '../../../lib/http/errors.js';
import { notify } from '../../../lib/ui/toasts.js';
import { uuidV7 } from '../../../lib/http/uuid.js';
import { issuePath, type Issue } from '../issue-records.js';
import { PicturePicker, PicturePreviews } from '../parts/picture-picker.js';
import { filesOf, usePastedPictures, useSelectedPictures } from '../parts/selected-pictures.js';
import { usePictureUpload } from '../parts/picture-upload.js';
import { DescribeStep } from './describe-step.js';
import { DetailsStep, type ReportRefusal } from './details-step.js';
import { UnsentPictures } from './unsent-pictures.js';
import { useReportIssueMutation } from './report-api.js';
import type { Place } from './report-context.js';
import { isTyped, valuesOf } from './report-draft.js';
import { useReportDraft } from './use-report-draft.js';

const useStyles = makeStyles({
  // hidden while the page below is captured
  hidden: { visibility: 'hidden' },
});

interface ReportDialogProps {
  /** Undefined while closed, which keeps the input. */
  place: Place | undefined;
  onClose: () => void;
}

/** Two steps (ISSUE-21 to ISSUE-35). */
export function ReportDialog({ place, onClose }: ReportDialogProps) {
  const styles = useStyles();
  const navigate = useNavigate();
  const report = useReportDraft();
  const { draft, begin, discard } = report;
  const chosen = useSelectedPictures();
  const [create, { isLoading: isCreating }] = useReportIssueMutation();
  const [upload, isUploading] = usePictureUpload();
  const [refusal, setRefusal] = useState<ReportRefusal>();
  const [isCapturing, setCapturing] = useState(false);
  const isBusy = isCreating || isUploading;
  const isOpen = place !== undefined;
  useEffect(() => {
    if (place) begin(place);
  }, [place, begin]);
  const pick = (files: File[]): void => {
    if (!isBusy) chosen.add(files);
  };
  usePastedPictures(pick, { isOn: isOpen, isInDialog: true });

  const forget = (): void => {
    setRefusal(undefined);
    chosen.clear();
    discard();
    onClose();
  };
  const finish = (issue: Pick<Issue, 'key'>): void => {
    forget();
    notify({
      type: 'success',
      title: 'Issue reported',
      description: `It is now ${issue.key}.`,
      action: { label: issue.key, onClick: () => void navigate(issuePath(issue)) },
    });
  };
  /** Unless an earlier attempt created the issue. Shows errors. */
  const made = async (): Promise<Pick<Issue, 'id' | 'key'> | undefined> => {
    const current = report.current();
    if (!current || current.issue) return current?.issue;
    const values = valuesOf(current);
    const said = JSON.stringify(values);
    const id = current.sent?.values === said ? current.sent.id : uuidV7();
    report.change({ sent: { id, values: said } });
    const { data, error } = await create({ id, ...values });
    if (!data) {
      const { message, fields } = apiErrorOf(error);
      setRefusal({ message, fields });
      return undefined;
    }
    const issue = { id: data.id, key: data.key };
    report.change({ issue });
    return issue;
  };
  const submit = async (): Promise<void> => {
    setRefusal(undefined);
    const issue = await made();
    if (!issue) return;
    const outcomes = await upload(issue.id, chosen.pictures);
    chosen.settle(outcomes);
    if ([...outcomes.values()].every((problem) => problem === undefined)) finish(issue);
  };

  const drop = (event: DragEvent): void => {
    event.preventDefault();
    pick(filesOf(event.dataTransfer));
  };
  const { pictures, refused, remove } = chosen;
  const previews = <PicturePreviews pictures={pictures} refused={refused} onRemove={remove} isBusy={isBusy} />;
  const canDiscard = draft !== undefined && (isTyped(draft) || chosen.pictures.length > 0);
  const common = { isBusy, onClose, onDiscard: canDiscard ? forget : undefined };
  return (
    <Dialog
      open={isOpen && draft !== undefined}
      onOpenChange={(_, data) => {
        // ignore accidental clicks on the backdrop; other ways to close keep the input
        const isSlip = data.type === 'backdropClick' && canDiscard;
        if (!data.open && !isBusy && !isSlip) onClose();
      }}
    >
      <DialogSurface
        className={isCapturing ? styles.hidden : undefined}
        backdrop={{ className: isCapturing ? styles.hidden : undefined }}
        // a file dropped beside the area would replace the page
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
      >
        {draft?.issue ? (
          <UnsentPictures
            issueKey={draft.issue.key}
            common={{ isBusy, onClose }}
            onRetry={() => void submit()}
            onDone={() => draft.issue && finish(draft.issue)}
            previews={previews}
          />
        ) : draft?.step === 'details' ? (
          <DetailsStep
            report={report}
            draft={draft}
            refusal={refusal}
            onSubmit={() => void submit()}
            screenshots={
              <>
                <PicturePicker onPick={pick} onCapture={setCapturing} disabled={isBusy} />
                {previews}
              </>
            }
            common={common}
          />
        ) : draft ? (
          <DescribeStep report={report} draft={draft} previews={previews} common={common} />
        ) : null}
      </DialogSurface>
    </Dialog>
  );
}
