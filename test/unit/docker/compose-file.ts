import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

export interface ComposeService {
  image?: string;
  build?: object;
  entrypoint?: string[];
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
  configs?: { source: string }[];
  secrets?: string[];
  logging?: { driver: string; options: Record<string, string> };
  networks?: string[];
}

export interface ComposeFile {
  services: Record<string, ComposeService>;
  networks: Record<string, { ipam?: { config: { subnet: string }[] } } | null>;
  volumes: Record<string, null>;
  configs?: Record<string, { file?: string; content?: string }>;
  secrets?: Record<string, { file?: string }>;
}

export const project = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

export function readCompose(path: string): ComposeFile {
  return parse(readFileSync(project(path), 'utf8'), { merge: true }) as ComposeFile;
}

/** Replaces `${NAME:-default}`, `${NAME:?message}` and `$$` as Compose does. */
export function interpolateText(text: string, given: Record<string, string>): string {
  const pattern = /\$\$|\$\{(\w+):([-?])([^}]*)\}/g;
  return text.replace(pattern, (found, name: string, kind: string, rest: string) => {
    if (found === '$$') return '$';
    if (kind === '?' && !given[name]) throw new Error(`${name}: ${rest}`);
    return given[name] || rest;
  });
}

export function interpolate(
  texts: Record<string, string>,
  given: Record<string, string>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, interpolateText(text, given)]),
  );
}
