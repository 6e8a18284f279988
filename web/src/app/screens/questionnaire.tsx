import { AuthFrame } from '../../features/auth/auth-frame.js';
import { QuestionnaireView } from '../../features/questionnaire/questionnaire-view.js';
import { useDocumentTitle } from '../../lib/navigation/document-title.js';

/** Target of a questionnaire link: no sign-in required. */
export function QuestionnaireScreen() {
  useDocumentTitle('Questionnaire');
  return (
    <AuthFrame title="Questions about the property" subtitle="For the environmental site assessment of the property.">
      <QuestionnaireView />
    </AuthFrame>
  );
}
