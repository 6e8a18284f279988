import { SecretField } from '../../components/secret-dialogs.js';

export const NewSecret = ({
  title,
  secret,
  more = '',
  onDone,
}: {
  title: string;
  secret: string;
  more?: string;
  onDone: () => void;
}) => (
  <SecretField title={title} what="secret" secret={secret} onDone={onDone}>
    {`Copy this secret now: it is shown only this once. The receiver uses it to verify that deliveries come from Symbio. ${more}`.trim()}
  </SecretField>
);
