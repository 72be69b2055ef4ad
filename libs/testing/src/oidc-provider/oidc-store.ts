import type { Adapter, AdapterPayload } from 'oidc-provider';

type Payloads = Map<string, AdapterPayload>;

/** What the OpenID provider remembers, by kind; gone with the test. */
export class OidcStore {
  private readonly kinds = new Map<string, Payloads>();

  /** The part of it for one kind, as `oidc-provider` asks for it. */
  adapter(kind: string): Adapter {
    const payloads = this.payloadsOf(kind);
    const findBy = (key: 'uid' | 'userCode', value: string) =>
      Promise.resolve([...payloads.values()].find((payload) => payload[key] === value));
    return {
      upsert: async (id, payload) => void payloads.set(id, payload),
      find: (id) => Promise.resolve(payloads.get(id)),
      findByUid: (uid) => findBy('uid', uid),
      findByUserCode: (userCode) => findBy('userCode', userCode),
      consume: async (id) => {
        const payload = payloads.get(id);
        if (payload) payload['consumed'] = Math.floor(Date.now() / 1000);
      },
      destroy: async (id) => void payloads.delete(id),
      revokeByGrantId: async (grantId) => {
        for (const [id, payload] of payloads) if (payload.grantId === grantId) payloads.delete(id);
      },
    };
  }

  /** Lets everything of a kind, such as `AuthorizationCode`, be too old. */
  expire(kind: string): void {
    for (const payload of this.payloadsOf(kind).values()) payload.exp = 1;
  }

  /** Forgets everything of a kind. */
  clear(kind: string): void {
    this.payloadsOf(kind).clear();
  }

  private payloadsOf(kind: string): Payloads {
    const found = this.kinds.get(kind) ?? new Map<string, AdapterPayload>();
    this.kinds.set(kind, found);
    return found;
  }
}
