/** An alert of docker/prometheus/alerts.yml. */
export interface Alert {
  name: string;
  /** HTML. */
  means: string;
  /** HTML. */
  todo: string;
}

export const ALERTS: readonly Alert[] = [
  {
    name: 'ServiceDown',
    means: 'Prometheus has not reached a process for a minute. Others go on answering.',
    todo: "See whether it runs, and the last lines of its log. If it does, see whether Prometheus's token is <code>METRICS_TOKEN</code>.",
  },
  {
    name: 'NoProcessAnswers',
    means: 'No process that answers requests can be reached: callers get nothing.',
    todo: 'Look for what they share: the machine, the network, the database, a new version. Go back to the version before.',
  },
  {
    name: 'ErrorRateHigh',
    means: 'More than one request in a hundred is answered with 500 or above.',
    todo: 'The dashboard says which routes; lines of the log with <code>"level":50</code> say why, with the request ids. 503 with <code>usage_unavailable</code>: see <a href="#UsageUnrecorded">UsageUnrecorded</a>.',
  },
  {
    name: 'ForecastSlow',
    means: 'One forecast in a hundred takes longer than half a second.',
    todo: 'If the event loop is late as well, there is more load than processes: add replicas. If not, look at the disk of the runs and at Valkey.',
  },
  {
    name: 'UsageBacklogOld',
    means: 'Usage has waited for the database for more than a minute. Nothing is lost: it is in the journal.',
    todo: "Look at the database, and for <code>Usage can't be written</code> in the log. It catches up by itself.",
  },
  {
    name: 'UsageBacklogLarge',
    means:
      'More than 2 GiB of usage wait for the database. The journal takes 4; then <code>JOURNAL_FULL</code> says what happens.',
    todo: 'Bring the database back. Keep <code>DATA_DIR</code>: the journal in it is the only place that has this usage.',
  },
  {
    name: 'UsageUnrecorded',
    means:
      'The journal cannot be written. Requests are answered with 503, or with <code>JOURNAL_FULL=uncounted</code> without being counted.',
    todo: 'Make room on the disk of <code>DATA_DIR</code>, or mend it; see the rights of <code>DATA_DIR/usage</code>. It goes on by itself.',
  },
  {
    name: 'JournalUnwritable',
    means:
      'Writing the journal of usage has failed for some seconds. With <code>JOURNAL_FULL=refuse</code> the process says that it is not ready, so that a balancer sends requests elsewhere.',
    todo: 'As for <a href="#UsageUnrecorded">UsageUnrecorded</a>; the log has the reason once a minute. The process is ready again 10 seconds after writing works.',
  },
  {
    name: 'UsageDamaged',
    means:
      'A file of the journal was damaged, or cut off by a power failure. The requests in its damaged parts are not counted; all others are.',
    todo: 'Look for <code>is damaged</code> in the log: it says how much was lost. Check the disk of <code>DATA_DIR</code>, then delete the <code>.damaged</code> files in <code>DATA_DIR/usage</code>, which nothing reads.',
  },
  {
    name: 'RunTooOld',
    means:
      'The newest run that a process has is more than 16 hours old, where there should be one every six hours.',
    todo: 'See <a href="#IngestFailing">IngestFailing</a>. If the ingest is fine, its source is late: look at the page of its operator. On one replica alone: see whether it reaches the bucket.',
  },
  {
    name: 'NoRun',
    means: 'A process has had no run for two hours, so that climatology answers.',
    todo: "The same. A first run takes as long as its download: the dashboard has the ingest's progress.",
  },
  {
    name: 'RunUnreadable',
    means:
      'A stored run cannot be opened; older ones and climatology stand in. It was stored by another version, or its files have the wrong rights.',
    todo: 'The log names the folder and the reason. A run of another version is replaced by itself, and deleted with older runs. Otherwise correct the rights of <code>DATA_DIR/runs</code> and restart the process.',
  },
  {
    name: 'RunDamaged',
    means:
      'A stored run was not what had been written, or the disk could not read it. It was taken out of service at once, and others answer; no answer was made from the damaged bytes. The run is fetched or taken again by itself.',
    todo: 'One is an accident. If it happens again, or on one machine only, check the disk and the memory of that machine: <code>smartctl</code>, the kernel log, <code>memtest</code>. The log says which run, and where.',
  },
  {
    name: 'RunOutOfService',
    means: 'A damaged run has not been replaced for half an hour. Older runs and climatology stand in.',
    todo: 'See <a href="#IngestFailing">IngestFailing</a> or, where runs are shared, <code>sharing</code> in <code>GET /v1/weather/runs</code>. A run that is damaged again and again is fetched less and less often: replace the disk.',
  },
  {
    name: 'RunSharingFailing',
    means:
      'For ten minutes a process could not fetch every run from the store that is shared. What it has goes on being served.',
    todo: '<code>sharing</code> in <code>GET /v1/weather/runs</code> and the log name the failure: the network, the credentials, the bucket, the disk, or one damaged run.',
  },
  {
    name: 'IngestFailing',
    means: 'Five attempts in a row to find or to take a run have failed.',
    todo: 'The warnings in the log say why: the network, the source, the disk, or another name or form of the files. It tries again by itself, less and less often.',
  },
  {
    name: 'DatabaseAway',
    means:
      'A process has had no connection to the database for a minute. Keys that were used lately go on working for 10 minutes; revoked ones do, too.',
    todo: 'Look at PostgreSQL and the way to it. <code>DATABASE_URL</code> must lead to the server itself, not to a transaction pooler.',
  },
  {
    name: 'DatabaseConnectionsShort',
    means: 'Requests have waited for a connection for five minutes.',
    todo: "Look for slow or blocked statements in PostgreSQL's <code>pg_stat_activity</code>.",
  },
  {
    name: 'LimitStoreLost',
    means:
      'Valkey does not answer, and each process limits by itself: together they may admit more than the limits say.',
    todo: 'Look at Valkey and <code>REDIS_URL</code>. It is used again as soon as it answers.',
  },
  {
    name: 'ClockWrong',
    means:
      "A process's clock differs from the database's by more than ten seconds. Beyond a minute the process is not ready and counts usage by the database's clock, but its forecasts begin at the wrong hour.",
    todo: 'See on both machines whether the time is synchronised (<code>timedatectl</code>, <code>chronyc tracking</code>). Where all processes raise this, it is the database whose clock is wrong.',
  },
  {
    name: 'EventLoopSlow',
    means:
      'A process has been late by more than a quarter of a second for ten minutes: it has too much to do.',
    todo: 'Add replicas, or take other programs off the machine.',
  },
  {
    name: 'DiskNearlyFull',
    means:
      'Less than a tenth of the disk of <code>DATA_DIR</code> is free. When it is full, runs and usage cannot be written.',
    todo: 'Lower <code>RUNS_KEPT</code>, or take a larger disk. Downloads that were left are in <code>DATA_DIR/downloads</code>.',
  },
];
