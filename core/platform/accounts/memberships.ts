import type { Role } from '../../kernel/operation/actor.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import type { Row } from '../../kernel/storage/schema/codec.ts'
import { Directory } from '../access/directory.ts'
import { Organization, User } from '../access/entity.ts'

/** One organization that an account may enter, and as whom. */
export interface Membership {
  /** The user as whom the account acts there. */
  readonly user_id: string
  /** E-mail of that user. */
  readonly email: string
  /** Identifier of the organization, `user_from` of its records. */
  readonly organization: string
  /** Name of the organization. */
  readonly name: string
  /** What the user may do there. */
  readonly role: Role
  /** Whether the organization lets this user in with a second factor only. */
  readonly second_factor: boolean
  /** When an administrator of the organization has signed the user out, if ever: who has not proved who they are since then is asked again. */
  readonly signed_out_at: Date | null
}

/** Which organizations accounts may enter, and what is told to these of them. */
export class Memberships {
  static readonly uses = { directory: Directory }
  readonly #uses: Resolved<typeof Memberships.uses>

  constructor(uses: Resolved<typeof Memberships.uses>) {
    this.#uses = uses
  }

  /** The organizations that an account may enter now: its user is active there, and the organization is not suspended. */
  async of(account_id: string): Promise<Membership[]> {
    const { directory } = this.#uses
    const active = directory.codec(User).toColumn('active', true)
    const rows = await directory.read((tables) =>
      tables
        .selectFrom(User.table)
        // An embedding app need not store its organization.
        .leftJoin(Organization.table, (join) => join.onRef(`${Organization.table}.user_from`, '=', `${User.table}.user_from`))
        .select([
          `${User.table}.id`,
          `${User.table}.email`,
          `${User.table}.role`,
          `${User.table}.user_from`,
          `${User.table}.signed_out_at`,
          `${Organization.table}.name`,
          `${Organization.table}.second_factor`,
        ])
        .where(`${User.table}.account_id`, '=', account_id)
        .where(`${User.table}.active`, '=', active)
        .where(`${Organization.table}.suspended_at`, 'is', null)
        .orderBy(`${Organization.table}.name`)
        .orderBy(`${User.table}.id`)
        .execute(),
    )
    return rows.map((row) => {
      const { id, email, role, user_from, signed_out_at } = directory
        .codec(User)
        .pick(row, ['id', 'email', 'role', 'user_from', 'signed_out_at'])
      return {
        user_id: id,
        email,
        organization: user_from,
        name: nameOf(directory, row) ?? user_from,
        role,
        signed_out_at,
        second_factor: demandsFactor(directory, row, role),
      }
    })
  }

  /** Writes to the audit log of every organization of an account what it did there, or was done to it. */
  async note(account_id: string, action: string, ip: string | undefined, by?: 'installation'): Promise<void> {
    const { directory } = this.#uses
    const members = await this.of(account_id)
    const changes = ip === undefined ? {} : { address: [null, ip] }
    await directory.write(async (tables) => {
      for (const { user_id: id, email, organization: user_from } of members)
        await directory.note(tables, { user_from, id }, 'user', action, changes, by ? undefined : { type: 'user', id, label: email })
    })
  }
}

function demandsFactor(directory: Directory, row: Row, role: Role): boolean {
  const { second_factor: of } = directory.codec(Organization).pick(row, ['second_factor'])
  return of === 'everybody' || (of === 'administrators' && role === 'admin')
}

/** Name of the organization in a joined row; undefined where it is not stored. */
export function nameOf(directory: Directory, row: Row): string | undefined {
  const { name } = directory.codec(Organization).pick(row, ['name'])
  return name ?? undefined
}
