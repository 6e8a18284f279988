import { Button } from '@fluentui/react-components';
import { MapRegular } from '@fluentui/react-icons';
import { useNavigate } from 'react-router-dom';

/** To the map of all projects; the filter bar's `Map` stays without a function (D-66). */
export function MapLink() {
  const navigate = useNavigate();
  return (
    <Button icon={<MapRegular />} onClick={() => void navigate('/map')}>
      Map of projects
    </Button>
  );
}
