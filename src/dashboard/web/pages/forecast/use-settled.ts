import { useEffect, useState } from 'react';

const SETTLED_MS = 300;

/** The value once it has stopped changing: a point that moves over the map is asked for where it stops. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  const key = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_MS);
    return () => clearTimeout(timer);
    // Each rendering makes the value anew; what it holds is what counts.
  }, [key]);
  return settled;
}
