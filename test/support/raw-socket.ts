import { connect } from 'node:net';
import { type TestApp } from './test-app.js';

/** Sends bytes that no HTTP client would send, and returns everything received until the service hangs up. */
export function sendBytes({ url }: TestApp, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
  });
}
