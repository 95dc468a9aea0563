import iconUrl from '../icon.svg';

export function Brand() {
  return (
    <div className="flex items-center gap-2.5 px-1">
      <img src={iconUrl} alt="" className="size-7" />
      <span className="leading-tight font-semibold">Weather Forecast Service</span>
    </div>
  );
}
