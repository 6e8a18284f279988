import {
  Button,
  Combobox,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Field,
  Option,
  Spinner,
} from '@fluentui/react-components';
import { useState } from 'react';
import { ErrorState } from '../../components/error-state.js';
import { useFormLeaving } from '../../components/form-dialog.js';
import { errorMessage } from '../../lib/http/errors.js';
import { featureNamed, suggestFeatures } from './feature-form.js';
import { useGetFeaturesQuery, type Feature } from '../evidence-api.js';
import { countText } from '../../lib/ui/formats.js';

const NO_FEATURES: readonly Feature[] = [];

const OFFERED = 20;

interface BulkAssociateDialogProps {
  projectId: string;
  count: number;
  /** For items other than findings. */
  title?: string;
  proposed: number;
  onAssociate: (feature: Feature) => void;
  onClose: () => void;
}

/** To an existing feature (OP-27). */
export function BulkAssociateDialog(props: BulkAssociateDialogProps) {
  const { projectId, count, proposed, onAssociate, onClose } = props;
  const { title = `Associate ${countText(count, 'finding')}` } = props;
  const { data, isError, error: failure, refetch } = useGetFeaturesQuery(projectId);
  const features = data ?? NO_FEATURES;
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const submit = () => {
    const feature = featureNamed(features, name);
    if (feature) onAssociate(feature);
    else
      setError(
        features.length === 0
          ? 'This project has no features yet. Associate a single finding first to create one.'
          : 'Choose a feature from the list',
      );
  };
  const leaving = useFormLeaving({ isDirty: name.trim() !== '', isBusy: false, onClose });
  return (
    <Dialog open onOpenChange={leaving.onOpenChange}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle>{title}</DialogTitle>
          <DialogContent>
            {proposed > 0 && <p style={{ marginBottom: '12px' }}>{acceptedText(count, proposed)}</p>}
            {data ? (
              <Field label="Feature" required validationMessage={error}>
                <Combobox
                  freeform
                  placeholder="Name of a feature"
                  value={name}
                  selectedOptions={[]}
                  onChange={(event) => {
                    setName(event.target.value);
                    setError(undefined);
                  }}
                  onOptionSelect={(_, { optionText }) => {
                    setName(optionText ?? '');
                    setError(undefined);
                  }}
                >
                  {suggestFeatures(features, name, OFFERED).map((feature) => (
                    <Option key={feature.id} value={feature.id}>
                      {feature.name}
                    </Option>
                  ))}
                </Combobox>
              </Field>
            ) : isError ? (
              <ErrorState title="The features could not be loaded" onRetry={() => void refetch()}>
                {errorMessage(failure, 'Please try again.')}
              </ErrorState>
            ) : (
              <Spinner label="Loading features..." />
            )}
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button appearance="primary" disabled={!data} onClick={submit}>
              Associate
            </Button>
          </DialogActions>
        </DialogBody>
        {leaving.question}
      </DialogSurface>
    </Dialog>
  );
}

function acceptedText(count: number, proposed: number): string {
  if (count === 1) return 'It was proposed by an agent. Associating accepts it.';
  if (proposed === count) return 'They were proposed by agents. Associating accepts them.';
  return proposed === 1
    ? 'One of them was proposed by an agent. Associating accepts it.'
    : `${proposed} of them were proposed by agents. Associating accepts them.`;
}
