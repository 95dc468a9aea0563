import { LocateFixed } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/dialogs/toast.tsx';

const WAIT_MS = 15_000;
/** Rounds to several hundred meters: model grids are far coarser, and users needn't reveal where they live. */
const DECIMALS = 2;

export function LocateButton({ onFound }: { onFound: (point: { lat: string; lon: string }) => void }) {
  const [isPending, setIsPending] = useState(false);
  const locate = () => {
    setIsPending(true);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setIsPending(false);
        onFound({ lat: coords.latitude.toFixed(DECIMALS), lon: coords.longitude.toFixed(DECIMALS) });
      },
      ({ code }) => {
        setIsPending(false);
        showToast(
          code === GeolocationPositionError.PERMISSION_DENIED
            ? 'Your browser blocked access to your location. Enter coordinates, or click the map.'
            : "Your browser couldn't find your location. Enter coordinates, or click the map.",
          'danger',
        );
      },
      { timeout: WAIT_MS, maximumAge: 60_000 },
    );
  };
  return (
    <Button icon={LocateFixed} isPending={isPending} onClick={locate}>
      My location
    </Button>
  );
}
