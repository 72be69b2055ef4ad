import http from 'node:http';
import https from 'node:https';
import { isIP, Socket, type LookupFunction } from 'node:net';
import type { Duplex } from 'node:stream';
import { addressNotAllowed } from './address-not-allowed.js';
import { createGuardedLookup, type ResolveAll } from './guarded-lookup.js';
import { NetworkError } from './network-error.js';
import { isPublicAddress } from './public-address.js';

export interface GuardedAgentSettings {
  readonly allowPrivateNetwork: boolean;
  /** Longest wait for TCP connection and TLS handshake. */
  readonly connectTimeoutMs: number;
  /** Name resolution; tests pass their own. */
  readonly resolveAll?: ResolveAll | undefined;
}

export interface GuardedAgents {
  readonly http: http.Agent;
  readonly https: https.Agent;
}

/** Below the 5 s after which a default Node server closes an idle connection, so that a closing one is rarely picked. */
const FREE_SOCKET_TIMEOUT_MS = 4_000;
/** As axios sets it on each request: another value would mean two system calls more a request. */
const KEEP_ALIVE_MS = 60_000;
const AGENT_OPTIONS: http.AgentOptions = {
  keepAlive: true,
  keepAliveMsecs: KEEP_ALIVE_MS,
  maxFreeSockets: 256,
  timeout: FREE_SOCKET_TIMEOUT_MS,
};

type ConnectOptions = { host?: string | null; lookup?: LookupFunction | undefined };
type OnCreate = ((error: Error | null, socket: Duplex) => void) | undefined;

/** Agents whose sockets reach allowed addresses only. A pooled socket was checked when it was opened. */
export function createGuardedAgents(settings: GuardedAgentSettings): GuardedAgents {
  const lookup = lookupFor(settings);

  const connect = <T extends ConnectOptions>(
    options: T,
    readyEvent: string,
    refuse: (error: Error) => void,
    open: (guarded: T) => Duplex | null | undefined,
  ): Duplex | null | undefined => {
    const host = options.host ?? '';
    // A literal address is connected to without a lookup.
    if (!settings.allowPrivateNetwork && isIP(host) !== 0 && !isPublicAddress(host)) {
      process.nextTick(refuse, addressNotAllowed(host));
      return undefined;
    }
    const socket = open(lookup ? { ...options, lookup } : options);
    if (socket) limitConnectTime(socket, readyEvent, settings.connectTimeoutMs);
    return socket;
  };

  const httpAgent = new http.Agent(AGENT_OPTIONS);
  const httpsAgent = new https.Agent(AGENT_OPTIONS);
  const openHttp = httpAgent.createConnection.bind(httpAgent);
  const openHttps = httpsAgent.createConnection.bind(httpsAgent);
  httpAgent.createConnection = (options, onCreate: OnCreate) =>
    connect(options, 'connect', refusal(onCreate), (guarded) => openHttp(guarded, onCreate));
  httpsAgent.createConnection = (options, onCreate: OnCreate) =>
    connect(options, 'secureConnect', refusal(onCreate), (guarded) => openHttps(guarded, onCreate));
  return { http: httpAgent, https: httpsAgent };
}

/** Node reads the error only; its types want a socket beside it. */
function refusal(onCreate: OnCreate): (error: Error) => void {
  return (error) => onCreate?.(error, new Socket());
}

function lookupFor({ allowPrivateNetwork, resolveAll }: GuardedAgentSettings): LookupFunction | undefined {
  if (!allowPrivateNetwork) return createGuardedLookup(resolveAll);
  return resolveAll && plainLookup(resolveAll);
}

function plainLookup(resolveAll: ResolveAll): LookupFunction {
  return (hostname, options, callback) => {
    resolveAll(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses;
      if (error || !first) return callback(error, '', 0);
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}

function limitConnectTime(socket: Duplex, readyEvent: string, timeoutMs: number): void {
  const timer = setTimeout(() => {
    socket.destroy(new NetworkError('ETIMEDOUT', `no connection within ${timeoutMs} ms`));
  }, timeoutMs);
  const stop = () => clearTimeout(timer);
  socket.once(readyEvent, stop);
  socket.once('close', stop);
}
