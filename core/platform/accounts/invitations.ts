import type { Kysely } from 'kysely'
import { CrmError } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import type { RecordOf } from '../../kernel/operation/schema/fields.ts'
import type { Tables } from '../../kernel/storage/schema/tables.ts'
import { type AdminTarget, Directory } from '../access/directory.ts'
import { Organization, User } from '../access/entity.ts'
import type { UserRecord } from '../access/new-records.ts'
import { AccountStore } from './account-store.ts'
import { Invitation } from './entity.ts'
import { nameOf } from './memberships.ts'
import { hashToken, INVITATION_MS, newToken } from './tokens.ts'

/** An invitation that can be accepted. */
export interface OpenInvitation {
  /** Address of the invited user. */
  readonly email: string
  /** Identifier of the organization that invites. */
  readonly organization: string
  /** Its name. */
  readonly name: string
  /** Until when it can be accepted. */
  readonly expires_at: Date
}

type Found = OpenInvitation & { readonly id: string; readonly user_id: string }

/** Invitations as those see them who have their tokens. */
export class Invitations {
  static readonly uses = { directory: Directory, store: AccountStore }
  readonly #uses: Resolved<typeof Invitations.uses>

  constructor(uses: Resolved<typeof Invitations.uses>) {
    this.#uses = uses
  }

  /** The invitation of a token; throws `not_found` once it was used, renewed or withdrawn, or has expired. */
  async open(token: string): Promise<Found> {
    return await this.#uses.directory.read((tables) => this.#find(tables, token))
  }

  /** Uses an invitation: its user belongs to the account that `accountFor` makes or finds. Throws `not_found`. */
  async accept(token: string, ip: string | undefined, accountFor: (tables: Kysely<Tables>) => Promise<string>): Promise<string> {
    const { store, directory } = this.#uses
    return await store.write(async (tables) => {
      const { id, user_id, email, organization } = await this.#find(tables, token)
      const { numDeletedRows } = await tables.deleteFrom(Invitation.table).where('id', '=', id).executeTakeFirst()
      // Of two who accept at once, one does.
      if (numDeletedRows === 0n) throw gone()
      const account_id = await accountFor(tables)
      await store.link(tables, user_id, account_id)
      const changes = ip === undefined ? {} : { address: [null, ip] }
      const by = { type: 'user', id: user_id, label: email } as const
      await directory.note(tables, { user_from: organization, id: user_id }, 'user', 'invitation_accepted', changes, by)
      return account_id
    }, true)
  }

  /** Invites a user on behalf of the installation, in place of an earlier invitation; answers the token. Throws `not_found`. */
  async issue({ organization, user: email }: AdminTarget): Promise<OpenInvitation & { token: string }> {
    const { directory } = this.#uses
    return await directory.write(async (tables) => {
      const { user_from, name } = await directory.requireOrganization(tables, organization)
      const user = await directory.user(tables, user_from, email?.trim().toLowerCase())
      if (!user?.active)
        throw new CrmError('not_found', `The organization ${user_from} has no active user ${email ?? 'with the role admin'}`)
      const { record, token } = newInvitation(directory.generators, user, 'installation')
      await tables.deleteFrom(Invitation.table).where('user_id', '=', user.id).execute()
      await directory.insert(tables, Invitation, record)
      await directory.note(tables, user, 'user', 'invited', { expires_at: [null, record.expires_at.toISOString()] })
      return { token, email: user.email, organization: user_from, name, expires_at: record.expires_at }
    })
  }

  async #find(tables: Kysely<Tables>, token: string): Promise<Found> {
    const { directory } = this.#uses
    const row = await tables
      .selectFrom(Invitation.table)
      .innerJoin(User.table, (join) => join.onRef(`${User.table}.id`, '=', `${Invitation.table}.user_id`))
      .leftJoin(Organization.table, (join) => join.onRef(`${Organization.table}.user_from`, '=', `${Invitation.table}.user_from`))
      .selectAll(Invitation.table)
      .select([`${User.table}.email`, `${User.table}.active`, `${Organization.table}.name`, `${Organization.table}.suspended_at`])
      .where(`${Invitation.table}.hash`, '=', hashToken(token))
      .executeTakeFirst()
    if (!row || directory.codec(Organization).pick(row, ['suspended_at']).suspended_at) throw gone()
    const { id, user_id, user_from: organization, expires_at } = directory.codec(Invitation).fromRow(row)
    const { active, email } = directory.codec(User).pick(row, ['active', 'email'])
    if (!active || expires_at <= directory.generators.now) throw gone()
    return { id, user_id, email, organization, name: nameOf(directory, row) ?? organization, expires_at }
  }
}

/** A new invitation of a user; only `token` of the result holds the token itself. */
export function newInvitation(
  { ids, random, now }: Directory['generators'],
  { id: user_id, user_from }: Pick<UserRecord, 'id' | 'user_from'>,
  created_by: string,
): { record: RecordOf<typeof Invitation.fields>; token: string } {
  const { token, hash } = newToken(random)
  const expires_at = new Date(now.getTime() + INVITATION_MS)
  return { token, record: { id: ids.next(), user_from, user_id, hash, created_by, created_at: now, expires_at } }
}

const gone = () => new CrmError('not_found', 'This invitation was used or withdrawn, or has expired; ask for another one')
