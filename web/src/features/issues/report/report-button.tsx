import { Button, Tooltip, useRestoreFocusTarget } from '@fluentui/react-components';
import { ChatWarningRegular } from '@fluentui/react-icons';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { isModalOpen, isTyping } from '../../../viewer/sheet/keys.js';
import { offerReport } from '../report-requests.js';
import { isLetterKeyOff } from '../../../lib/ui/letter-keys.js';
import { notifyMissingChunk } from '../../../lib/ui/missing-chunk.js';
import { useLoaded } from '../../../lib/ui/use-loaded.js';
import { placeOf, type Place } from './report-context.js';
import { keyOf } from '../../../lib/ui/keys.js';

const dialog = () => import('./report-dialog.js');

/** With Shift. */
const KEY = 'i';

/** On every signed-in page, in the header, where it covers nothing (NAV-31). */
export function ReportButton() {
  const restore = useRestoreFocusTarget();
  const location = useLocation();
  const here = useRef(location);
  const [place, setPlace] = useState<Place>();
  const [wasAsked, setAsked] = useState(false);
  useEffect(() => {
    here.current = location;
  }, [location]);
  const show = useCallback(() => {
    setPlace(placeOf(here.current));
    setAsked(true);
  }, []);
  useEffect(() => offerReport(show), [show]);
  // the next press retries loading
  const onMissing = useCallback(() => {
    setPlace(undefined);
    setAsked(false);
    void notifyMissingChunk();
  }, []);
  const loaded = useLoaded(dialog, wasAsked, onMissing);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || isLetterKeyOff(event) || !event.shiftKey || keyOf(event) !== KEY) return;
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || isModalOpen()) return;
      event.preventDefault();
      show();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [show]);
  return (
    <>
      <Tooltip
        // the button is named by aria-label
        relationship="inaccessible"
        content="Report an Issue (Shift+I)"
      >
        <Button
          {...restore}
          appearance="subtle"
          icon={<ChatWarningRegular />}
          aria-label="Report an Issue"
          aria-keyshortcuts="Shift+I"
          onClick={show}
        />
      </Tooltip>
      {wasAsked && loaded ? <loaded.ReportDialog place={place} onClose={() => setPlace(undefined)} /> : null}
    </>
  );
}
