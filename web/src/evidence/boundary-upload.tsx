import { Button } from '@fluentui/react-components';
import { ArrowUploadRegular } from '@fluentui/react-icons';
import { useRef } from 'react';

const ACCEPTED = '.geojson,.json,.kml,.kmz,.zip';

interface BoundaryUploadProps {
  /** Replaces one. */
  hasBoundary: boolean;
  isUploading: boolean;
  size?: 'small' | 'medium';
  onFile: (file: File) => void;
}

export function BoundaryUpload({ hasBoundary, isUploading, size = 'medium', onFile }: BoundaryUploadProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        size={size}
        icon={<ArrowUploadRegular />}
        disabledFocusable={isUploading}
        onClick={() => input.current?.click()}
      >
        {isUploading ? 'Uploading...' : hasBoundary ? 'Replace boundary' : 'Upload boundary'}
      </Button>
      <input
        ref={input}
        type="file"
        accept={ACCEPTED}
        hidden
        aria-label="Choose a boundary file"
        onChange={(event) => {
          const file = event.target.files?.[0];
          // allows choosing the same file again
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
    </>
  );
}
