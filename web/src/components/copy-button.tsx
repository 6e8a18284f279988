import { Button, type ButtonProps } from '@fluentui/react-components';
import { CheckmarkRegular, CopyRegular } from '@fluentui/react-icons';
import { useEffect, useState } from 'react';
import { VisuallyHidden } from './visually-hidden.js';
import { notify } from '../lib/ui/toasts.js';

/** CONST-14 */
export const COPIED_MS = 2_000;

/** SET-14 */
export function CopyButton({
  text,
  what,
  appearance = 'subtle',
  size = 'small',
}: {
  text: string;
  /** Accessible description: `request of GET /authors`. */
  what: string;
  appearance?: ButtonProps['appearance'];
  size?: ButtonProps['size'];
}) {
  const [copies, setCopies] = useState(0);
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (copies === 0) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copies]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      setCopies((before) => before + 1);
    } catch {
      // denied by the browser, or no clipboard API without TLS
      notify({ type: 'error', title: 'Copying is not possible here', description: 'Select the text and copy it.' });
    }
  };
  return (
    <Button
      appearance={appearance}
      size={size}
      icon={copied ? <CheckmarkRegular /> : <CopyRegular />}
      onClick={() => void copy()}
    >
      <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
      <VisuallyHidden> {what}</VisuallyHidden>
    </Button>
  );
}
