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
    means: "Prometheus hasn't reached a process for a minute. Other processes keep serving.",
    todo: 'Check whether the process runs, and the end of its log. If it runs, check that Prometheus sends the <code>METRICS_TOKEN</code>.',
  },
  {
    name: 'NoProcessAnswers',
    means: 'No API process is reachable: callers get no response.',
    todo: 'Check what the processes share: the machine, the network, the database, a new version. Roll back a recent upgrade.',
  },
  {
    name: 'ErrorRateHigh',
    means: 'More than 1 % of requests return 500 or above.',
    todo: 'The Grafana dashboard shows which routes. Log lines with <code>"level":50</code> show why, with the request IDs. For 503 with <code>usage_unavailable</code>: see <a href="#UsageUnrecorded">UsageUnrecorded</a>.',
  },
  {
    name: 'ForecastSlow',
    means: '1 % of forecasts take longer than half a second.',
    todo: 'If the event loop is slow too, there is more load than the processes can take: add replicas. If not, check the disk with the runs, and Valkey.',
  },
  {
    name: 'UsageBacklogOld',
    means:
      'Usage has been waiting for the database for more than a minute. Nothing is lost: it is in the journal.',
    todo: "Check the database, and look for <code>Usage can't be written</code> in the log. The service catches up automatically.",
  },
  {
    name: 'UsageBacklogLarge',
    means:
      'More than 2 GiB of usage are waiting for the database. At 4 GiB the journal is full, and <code>JOURNAL_FULL</code> decides what happens.',
    todo: 'Bring the database back. Keep <code>DATA_DIR</code>: its journal is the only copy of this usage.',
  },
  {
    name: 'UsageUnrecorded',
    means:
      "The journal can't be written. Requests return 503 or, with <code>JOURNAL_FULL=uncounted</code>, are served without being counted.",
    todo: 'Free space on the disk of <code>DATA_DIR</code>, or repair it, and check the permissions of <code>DATA_DIR/usage</code>. The service recovers automatically.',
  },
  {
    name: 'JournalUnwritable',
    means:
      'Writing the usage journal has failed for several seconds. With <code>JOURNAL_FULL=refuse</code> the process reports itself as not ready, so load balancers send requests elsewhere.',
    todo: 'See <a href="#UsageUnrecorded">UsageUnrecorded</a>. The log gives the reason once a minute. The process is ready again 10 seconds after writing works.',
  },
  {
    name: 'UsageDamaged',
    means:
      'A journal file was damaged, or cut off by a power failure. Requests in the damaged parts are not counted. All others are.',
    todo: 'Look for <code>is damaged</code> in the log to see how much was lost. Check the disk of <code>DATA_DIR</code>, then delete the <code>.damaged</code> files in <code>DATA_DIR/usage</code>. The service never reads them.',
  },
  {
    name: 'RunTooOld',
    means: 'The newest run of a process is more than 16 hours old. A new one should arrive every six hours.',
    todo: 'See <a href="#IngestFailing">IngestFailing</a>. If the ingest is fine, the source is late: check its status page. If only one replica is affected, check that it reaches the bucket.',
  },
  {
    name: 'NoRun',
    means: 'A process has had no run for two hours, and serves climatology instead.',
    todo: 'See <a href="#RunTooOld">RunTooOld</a>. The first run takes as long as its download: the dashboard shows the progress.',
  },
  {
    name: 'RunUnreadable',
    means:
      "A stored run can't be opened. Older runs and climatology replace it. Another version stored it, or its files have the wrong permissions.",
    todo: 'The log names the folder and the reason. A run of another version is replaced automatically, and deleted with older runs. Otherwise, correct the permissions of <code>DATA_DIR/runs</code> and restart the process.',
  },
  {
    name: 'RunDamaged',
    means:
      "A stored run failed its checksum, or the disk couldn't read it. The service stopped using it immediately and served no damaged values. It downloads the run again automatically.",
    todo: 'A single case can be an accident. If it happens again, or only on one machine, check the disk and memory of that machine: <code>smartctl</code>, the kernel log, <code>memtest</code>. The log names the run and the position.',
  },
  {
    name: 'RunOutOfService',
    means: 'A damaged run has not been replaced for half an hour. Older runs and climatology replace it.',
    todo: 'See <a href="#IngestFailing">IngestFailing</a> or, where runs are shared, <code>sharing</code> in <code>GET /v1/weather/runs</code>. A run that keeps getting damaged is downloaded less and less often: replace the disk.',
  },
  {
    name: 'RunSharingFailing',
    means:
      "For ten minutes a process hasn't been able to fetch every run from the shared run store. It keeps serving the runs it has.",
    todo: '<code>sharing</code> in <code>GET /v1/weather/runs</code> and the log name the cause: the network, the credentials, the bucket, the disk, or a damaged run.',
  },
  {
    name: 'IngestFailing',
    means: 'Five attempts in a row to find or download a run have failed.',
    todo: 'The warnings in the log give the cause: the network, the source, the disk, or changed file names or formats. The service retries automatically, less and less often.',
  },
  {
    name: 'FeedFault',
    means:
      "The source of a model is not as expected: a run's files are missing long after it should be complete, a record is missing or different, or values are in a different unit. Stored runs are still served, but new runs may be missing.",
    todo: '<code>feeds</code> in <code>/health/ready</code>, the <em>Service</em> page of the dashboard and the log say what was expected, and where. Check that location, and the announcements of the source. If another source has the runs, add it to <code>GFS_BASE_URL</code>. A new layout needs a new version of the service. The alert ends with the next run that is as expected.',
  },
  {
    name: 'SourceFailing',
    means:
      'One of the sources of <code>GFS_BASE_URL</code> has been failing for an hour, or missing files that the next one has. The next one is used instead.',
    todo: "<code>feeds</code> in <code>/health/ready</code> gives the kind of failure. The source is tried first again with each run. If it doesn't recover, remove it from the list.",
  },
  {
    name: 'DatabaseAway',
    means:
      'A process has had no database connection for a minute. Recently used keys keep working for 10 minutes, even if they are revoked meanwhile.',
    todo: 'Check PostgreSQL and the network. <code>DATABASE_URL</code> must point to the server itself, not to a transaction pooler.',
  },
  {
    name: 'DatabaseConnectionsShort',
    means: 'Requests have been waiting for a database connection for five minutes.',
    todo: "Look for slow or blocked statements in PostgreSQL's <code>pg_stat_activity</code>.",
  },
  {
    name: 'LimitStoreLost',
    means:
      "Valkey doesn't respond, so each process enforces limits on its own. Together they can admit more requests than the limits allow.",
    todo: 'Check Valkey and <code>REDIS_URL</code>. The service reconnects automatically.',
  },
  {
    name: 'ClockWrong',
    means:
      "A process's clock differs from the database's by more than ten seconds. Beyond a minute, the process isn't ready and records usage by the database's clock, but its forecasts start at the wrong hour.",
    todo: "Check time synchronization on both machines (<code>timedatectl</code>, <code>chronyc tracking</code>). If all processes raise this alert, the database's clock is wrong.",
  },
  {
    name: 'EventLoopSlow',
    means:
      "A process's event loop has lagged by more than 250 ms for ten minutes: the process is overloaded.",
    todo: 'Add replicas, or move other programs off the machine.',
  },
  {
    name: 'Overloaded',
    means:
      'A process has been turning callers away for five minutes: with 503 <code>overloaded</code> if too many long responses are in progress, or by closing connections if there are too many or callers do not read their responses. A single client over its own share raises no alert.',
    todo: 'The Grafana dashboard shows which of these. If one client causes it, disable the client or lower its limits. If there are many callers, add replicas.',
  },
  {
    name: 'DiskNearlyFull',
    means:
      "Less than 10 % of the disk of <code>DATA_DIR</code> is free. When it is full, the service can't store runs or usage.",
    todo: 'Lower <code>RUNS_KEPT</code>, or use a larger disk. Unfinished downloads are in <code>DATA_DIR/downloads</code>.',
  },
];
