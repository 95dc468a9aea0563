import { useEffect, useState } from 'react';

const SETTLED_MS = 300;

/** Debounces a value, so that a point moving over the map is only requested where it stops. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  const key = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_MS);
    return () => clearTimeout(timer);
    // Compares the content, since each render may create a new object.
  }, [key]);
  return settled;
}
