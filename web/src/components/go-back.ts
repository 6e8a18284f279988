import { useNavigate } from 'react-router-dom';

/** To the dashboard if the page was opened directly. */
export function useGoBack(): () => void {
  const navigate = useNavigate();
  return () => {
    // a page opened directly has no history
    if (window.history.length > 1) void navigate(-1);
    else void navigate('/');
  };
}
