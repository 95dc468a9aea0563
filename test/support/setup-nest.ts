// Loaded before every suite: under Jest's ESM loader these must be the first to import one another,
// otherwise Nest's CommonJS and ESM halves meet in a cycle.
import 'reflect-metadata';
import '@nestjs/common';
import '@nestjs/core';
