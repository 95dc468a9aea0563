// Loaded before every suite: under Jest's ESM loader these modules must be the first to import one another, otherwise
// Nest's CommonJS and ESM halves end up in an import cycle.
import 'reflect-metadata';
import '@nestjs/common';
import '@nestjs/core';
