import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

export interface ComposeService {
  image?: string;
  build?: object;
  command?: string[];
  environment?: Record<string, string>;
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
  restart?: string;
  volumes?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  mem_limit?: string;
  cpus?: number;
  secrets?: string[];
  networks?: string[];
}

export interface ComposeFile {
  services: Record<string, ComposeService>;
  networks: Record<string, { ipam?: { config: { subnet: string }[] } } | null>;
  volumes: Record<string, null>;
  configs?: Record<string, { content: string }>;
}

export const project = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

export function readCompose(path: string): ComposeFile {
  return parse(readFileSync(project(path), 'utf8'), { merge: true }) as ComposeFile;
}

/** `${NAME:-default}` and `${NAME:?message}`, as Compose replaces them. */
export function interpolate(
  texts: Record<string, string>,
  given: Record<string, string>,
): Record<string, string> {
  const replace = (text: string) =>
    text.replace(/\$\{(\w+):([-?])([^}]*)\}/g, (_, name: string, kind: string, rest: string) => {
      if (kind === '?' && given[name] === undefined) throw new Error(`${name}: ${rest}`);
      return given[name] ?? rest;
    });
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, replace(text)]));
}
