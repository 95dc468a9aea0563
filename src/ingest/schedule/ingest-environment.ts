/**
 * The environment of a process that ingests runs. Fields are allocated and freed all the time: with a fixed threshold
 * the C library returns the memory of each one immediately, instead of raising the threshold and keeping more and more
 * memory.
 */
export const INGEST_ENVIRONMENT = { MALLOC_MMAP_THRESHOLD_: String(256 * 1024) };
