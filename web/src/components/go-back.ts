import { useNavigate } from 'react-router-dom';

/** Leads back to where one came from; to the dashboard from a page that was opened by its address. */
export function useGoBack(): () => void {
  const navigate = useNavigate();
  return () => {
    // a page opened by its address has nothing to go back to
    if (window.history.length > 1) void navigate(-1);
    else void navigate('/');
  };
}
