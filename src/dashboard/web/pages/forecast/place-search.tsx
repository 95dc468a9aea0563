import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { placesQuery } from '../../api/catalogue.ts';
import { Combobox } from '../../ui/forms/combobox.tsx';

interface Point {
  lat: string;
  lon: string;
}

interface PlaceSearchProps {
  /** The current point. A found place's name is shown only while it matches. */
  point: Point;
  onFound: (point: Point) => void;
}

/** Finds cities, towns and villages by name. */
export function PlaceSearch({ point, onFound }: PlaceSearchProps) {
  const [words, setWords] = useState<string | null>(null);
  const [chosen, setChosen] = useState<Point & { id: string; name: string }>();
  const typed = words?.trim() ?? '';
  const asked = useSettled(typed);
  const { data, error, isPlaceholderData } = useQuery({
    ...placesQuery(asked),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
  });
  const isStale = typed !== asked || isPlaceholderData || (data === undefined && error === null);
  const places = typed === '' || error !== null ? [] : (data?.data ?? []);
  const isThere = chosen?.lat === point.lat && chosen.lon === point.lon;
  return (
    <Combobox
      label="Place"
      things="Places"
      icon={Search}
      value={isThere ? chosen.id : ''}
      title={isThere ? chosen.name : ''}
      words={words}
      onType={setWords}
      choices={places.map(({ id, name, matched_name, admin, country }) => ({
        value: id,
        title: name,
        detail: [matched_name !== name && `“${matched_name}”`, admin, country].filter(Boolean).join(', '),
      }))}
      isStale={typed !== '' && isStale}
      note={noteOf(typed, isStale, error, places.length, data?.attribution)}
      onChoose={({ value }) => {
        const place = places.find(({ id }) => id === value);
        if (place === undefined) return;
        const found = { lat: String(place.lat), lon: String(place.lon) };
        setChosen({ ...found, id: place.id, name: place.name });
        onFound(found);
      }}
    />
  );
}

function noteOf(
  typed: string,
  isStale: boolean,
  error: Error | null,
  count: number,
  attribution: string | undefined,
): string {
  if (typed === '') return 'Type the name of a city, town or village.';
  if (isStale) return 'Searching…';
  if (error !== null) return `The search failed. ${error.message}`;
  return count === 0 ? 'No matching places' : (attribution ?? '');
}

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
