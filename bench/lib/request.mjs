/** The cheapest client that Node has, so that the load takes as little as possible of the cores that it shares. */
import { Agent, request as send } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const TAIL_BYTES = 512;

/**
 * Reads an answer to its end without keeping it.
 * @param {string} url
 * @param {{method?: string, headers?: Record<string, string>, body?: string}} [options]
 * @returns {Promise<{bytes: number, tail: string}>} `tail` is the end of the body
 */
export const request = (url, { method = 'GET', headers = {}, body } = {}) =>
  new Promise((resolve, reject) => {
    const outgoing = send(url, { agent, method, headers }, (response) => {
      let bytes = 0;
      let last = Buffer.alloc(0);
      response.on('data', (chunk) => {
        bytes += chunk.length;
        last = chunk.length >= TAIL_BYTES ? chunk : Buffer.concat([last, chunk]).subarray(-TAIL_BYTES);
      });
      response.on('end', () => {
        const tail = last.subarray(-TAIL_BYTES).toString('utf8');
        if (response.statusCode < 300) resolve({ bytes, tail });
        else reject(new Error(`${url} answered ${response.statusCode}: ${tail}`));
      });
      response.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
