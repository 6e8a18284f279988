import { Button, makeStyles, MessageBar, MessageBarBody } from '@fluentui/react-components';
import type { OpenedQuestionnaire } from '@symbio/client/app';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { LoadingView } from '../../components/loading-view.js';
import { apiErrorOf, errorMessage, type ApiError } from '../../lib/http/errors.js';
import { request } from '../../lib/http/request.js';
import { medium } from '../../lib/ui/formats.js';
import { QuestionnaireForm } from './questionnaire-form.js';
import { operation } from '../../lib/http/operation.js';

const useStyles = makeStyles({ root: { display: 'flex', flexDirection: 'column', gap: '16px' } });

const ENDED = 'This link is not valid or has ended. Ask the person who sent it for a new one.';
const FAILED = 'The questionnaire could not be opened. Please try again.';

type State =
  | { kind: 'loading' }
  | { kind: 'open'; questionnaire: OpenedQuestionnaire }
  | { kind: 'answered'; at: string | null }
  | { kind: 'failed'; error: ApiError };

/** What a questionnaire link shows, without sign-in. */
export function QuestionnaireView() {
  const styles = useStyles();
  const [address] = useSearchParams();
  const token = address.get('token') ?? '';
  const [state, setState] = useState<State>({ kind: 'loading' });
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    setState({ kind: 'loading' });
    request<{ data: OpenedQuestionnaire }>({
      ...{ ...operation('POST', '/api/questionnaires/open', { body: { token } }), isOpen: true },
    }).then(
      ({ data }) => isCurrent && setState({ kind: 'open', questionnaire: data }),
      (thrown: unknown) => isCurrent && setState({ kind: 'failed', error: apiErrorOf(thrown) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [token, round]);

  if (state.kind === 'loading') return <LoadingView />;
  if (state.kind === 'failed') {
    const isEnded = state.error.status === 404;
    return (
      <div className={styles.root}>
        <MessageBar intent={isEnded ? 'warning' : 'error'} layout="multiline" role="alert">
          <MessageBarBody>{isEnded ? ENDED : errorMessage(state.error, FAILED)}</MessageBarBody>
        </MessageBar>
        {isEnded ? null : <Button onClick={() => setRound(round + 1)}>Retry</Button>}
      </div>
    );
  }
  if (state.kind === 'answered')
    return (
      <div className={styles.root}>
        <MessageBar intent="success" layout="multiline" role="status">
          <MessageBarBody>{`Your answers were sent on ${medium(state.at)}. Thank you.`}</MessageBarBody>
        </MessageBar>
        <Button onClick={() => setRound(round + 1)}>Add or correct answers</Button>
      </div>
    );
  return (
    <QuestionnaireForm
      token={token}
      questionnaire={state.questionnaire}
      onAnswered={(at) => setState({ kind: 'answered', at })}
    />
  );
}
