import type { EndedAttempt } from '@svc/domain';
import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';

/** The longest login is over by then. */
const LIFE_MS = 60 * 60_000;
/** Load balancers cut connections that are silent for a minute. */
const PING_MS = 30_000;
const MAX_SOCKETS = 5_000;
const MAX_PER_ADDRESS = 50;

interface WaitingSocket {
  readonly socket: WebSocket;
  readonly address: string;
  readonly timers: readonly NodeJS.Timeout[];
  /** Attempts that it knows the end of. */
  readonly told: Set<string>;
}

/** Sockets of this process that wait for the end of an authorization, by the id that they were given. */
export class WaitingSockets {
  private readonly sockets = new Map<string, WaitingSocket>();
  private readonly perAddress = new Map<string, number>();

  get ids(): readonly string[] {
    return [...this.sockets.keys()];
  }

  hasRoomFor(address: string): boolean {
    return this.sockets.size < MAX_SOCKETS && (this.perAddress.get(address) ?? 0) < MAX_PER_ADDRESS;
  }

  add(socket: WebSocket, address: string): void {
    const id = randomUUID();
    const timers = [
      setTimeout(() => socket.close(), LIFE_MS).unref(),
      setInterval(() => socket.ping(), PING_MS).unref(),
    ];
    this.sockets.set(id, { socket, address, timers, told: new Set() });
    this.perAddress.set(address, (this.perAddress.get(address) ?? 0) + 1);
    socket.on('error', () => socket.terminate());
    socket.on('close', () => this.remove(id));
    socket.send(JSON.stringify({ message_type: 'connection_ack', ws_client_id: id }));
  }

  tell(ended: EndedAttempt): void {
    const waiting = this.sockets.get(ended.wsClientId);
    if (!waiting || waiting.told.has(ended.id)) return;
    waiting.told.add(ended.id);
    waiting.socket.send(JSON.stringify(messageOf(ended)));
  }

  closeAll(): void {
    for (const { socket } of this.sockets.values()) socket.terminate();
  }

  private remove(id: string): void {
    const waiting = this.sockets.get(id);
    if (!waiting) return;
    this.sockets.delete(id);
    for (const timer of waiting.timers) clearTimeout(timer);
    const left = (this.perAddress.get(waiting.address) ?? 1) - 1;
    if (left > 0) this.perAddress.set(waiting.address, left);
    else this.perAddress.delete(waiting.address);
  }
}

function messageOf({ status, provider_config_key, connection_id, is_pending, error_type, error_desc }: EndedAttempt) {
  return status === 'success'
    ? { message_type: 'success', provider_config_key, connection_id, is_pending }
    : { message_type: 'error', provider_config_key, connection_id, error_type, error_desc };
}
