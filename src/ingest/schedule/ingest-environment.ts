/**
 * What a process that takes runs is to be started with. Fields come and go: with a threshold of its own the C library
 * gives the memory of each back at once, instead of raising the threshold by itself and keeping more and more of it.
 */
export const INGEST_ENVIRONMENT = { MALLOC_MMAP_THRESHOLD_: String(256 * 1024) };
