import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { project } from './compose-file.js';

interface Container {
  name: string;
  command: string[];
  envFrom: object[];
}

export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec: {
    selector?: { matchLabels?: object };
    template?: { metadata: { labels: object }; spec: { containers: Container[] } };
    scaleTargetRef?: { kind: string; name: string };
  };
  data?: Record<string, string>;
  stringData?: Record<string, string>;
}

const FOLDER = 'docker/kubernetes';

export const files = readdirSync(project(FOLDER)).filter((file) => file !== 'kustomization.yaml');
export const read = (file: string) => readFileSync(project(join(FOLDER, file)), 'utf8');
export const manifests = files.flatMap((file) =>
  parseAllDocuments(read(file)).map((document) => document.toJS() as Manifest),
);
