import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { World } from '../../world/world.ts';

interface Row {
  payload: AdapterPayload;
  /** World time in milliseconds; absent = never. */
  expires?: number;
  /** The directory that issued it. */
  directory: string;
}

/** The rows themselves; an expired one is as good as gone. */
class Rows {
  readonly #world: World;
  constructor(world: World) {
    this.#world = world;
  }

  find(key: string): Row | undefined {
    const row = this.#world.value<Row>('token', key);
    if (row?.expires && row.expires < this.#world.now().getTime()) {
      this.#world.deleteValue('token', key);
      return undefined;
    }
    return row;
  }

  save(key: string, row: Row): void {
    this.#world.setValue('token', key, row);
  }
}

/**
 * Sessions, codes, grants and refresh tokens of all directories of one cloud, kept in the world: one sign-in serves
 * every directory, a refresh token works across directories, and a restart signs nobody out.
 */
export class TokenStore {
  readonly #world: World;
  readonly #rows: Rows;

  constructor(world: World) {
    this.#world = world;
    this.#rows = new Rows(world);
    const now = world.now().getTime();
    for (const { key, value } of world.values<Row>('token')) if (value.expires && value.expires < now) world.deleteValue('token', key);
  }

  /** The directory that issued a code or refresh token, for `/common/…/token`. */
  issuerOf(id: string): string | undefined {
    return (this.#rows.find(`AuthorizationCode:${id}`) ?? this.#rows.find(`RefreshToken:${id}`))?.directory;
  }

  adapter(directory: string): new (name: string) => Adapter {
    const rows = this.#rows;
    const world = this.#world;
    return class implements Adapter {
      readonly #name: string;
      constructor(name: string) {
        this.#name = name;
      }
      async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
        rows.save(`${this.#name}:${id}`, { payload, directory, ...(expiresIn ? { expires: world.now().getTime() + expiresIn * 1000 } : {}) });
      }
      async find(id: string): Promise<AdapterPayload | undefined> {
        return rows.find(`${this.#name}:${id}`)?.payload;
      }
      async findByUid(uid: string): Promise<AdapterPayload | undefined> {
        return world.values<Row>('token').find(({ key, value }) => key.startsWith('Session:') && value.payload.uid === uid)?.value.payload;
      }
      async findByUserCode(): Promise<undefined> {
        return undefined;
      }
      async consume(id: string): Promise<void> {
        const key = `${this.#name}:${id}`;
        const row = rows.find(key);
        if (row) rows.save(key, { ...row, payload: { ...row.payload, consumed: Math.floor(world.now().getTime() / 1000) } });
      }
      async destroy(id: string): Promise<void> {
        world.deleteValue('token', `${this.#name}:${id}`);
      }
      async revokeByGrantId(grantId: string): Promise<void> {
        for (const { key, value } of world.values<Row>('token')) if (value.payload.grantId === grantId) world.deleteValue('token', key);
      }
    };
  }
}
