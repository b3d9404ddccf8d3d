import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { World } from '../../world/world.ts';

interface Row {
  payload: AdapterPayload;
  /** World time in milliseconds; absent = never. */
  expires?: number;
  /** The directory that issued it. */
  directory: string;
}

/**
 * Sessions, codes, grants and refresh tokens of all directories of one cloud, kept in the world: one sign-in serves
 * every directory, a refresh token works across directories, and a restart signs nobody out.
 */
export class TokenStore {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
    const now = world.now().getTime();
    for (const { key, value } of world.values<Row>('token')) if (value.expires && value.expires < now) world.deleteValue('token', key);
  }

  /** The directory that issued a code or refresh token, for `/common/…/token`. */
  issuerOf(id: string): string | undefined {
    return (this.#find(`AuthorizationCode:${id}`) ?? this.#find(`RefreshToken:${id}`))?.directory;
  }

  adapter(directory: string): new (name: string) => Adapter {
    const store = this;
    return class implements Adapter {
      readonly #name: string;
      constructor(name: string) {
        this.#name = name;
      }
      async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
        store.#save(`${this.#name}:${id}`, { payload, directory, ...(expiresIn ? { expires: store.#world.now().getTime() + expiresIn * 1000 } : {}) });
      }
      async find(id: string): Promise<AdapterPayload | undefined> {
        return store.#find(`${this.#name}:${id}`)?.payload;
      }
      async findByUid(uid: string): Promise<AdapterPayload | undefined> {
        return store.#world.values<Row>('token').find(({ key, value }) => key.startsWith('Session:') && value.payload.uid === uid)?.value.payload;
      }
      async findByUserCode(): Promise<undefined> {
        return undefined;
      }
      async consume(id: string): Promise<void> {
        const key = `${this.#name}:${id}`;
        const row = store.#find(key);
        if (row) store.#save(key, { ...row, payload: { ...row.payload, consumed: Math.floor(store.#world.now().getTime() / 1000) } });
      }
      async destroy(id: string): Promise<void> {
        store.#world.deleteValue('token', `${this.#name}:${id}`);
      }
      async revokeByGrantId(grantId: string): Promise<void> {
        for (const { key, value } of store.#world.values<Row>('token')) if (value.payload.grantId === grantId) store.#world.deleteValue('token', key);
      }
    };
  }

  #find(key: string): Row | undefined {
    const row = this.#world.value<Row>('token', key);
    if (row?.expires && row.expires < this.#world.now().getTime()) {
      this.#world.deleteValue('token', key);
      return undefined;
    }
    return row;
  }

  #save(key: string, row: Row): void {
    this.#world.setValue('token', key, row);
  }
}
