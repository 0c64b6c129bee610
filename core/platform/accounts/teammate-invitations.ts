import { CrmError } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { CurrentActor } from '../../kernel/operation/actor.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { Random } from '../../kernel/ports/random.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { User } from '../access/entity.ts'
import { Invitation } from './entity.ts'
import { newInvitation } from './invitations.ts'
import { Links } from './links.ts'

/** Invitations of the teammates of one organization, as its administrators make them. */
export class TeammateInvitations {
  static readonly uses = { records: Records, actor: CurrentActor, ids: Ids, random: Random, links: Links }
  readonly #uses: Resolved<typeof TeammateInvitations.uses>

  constructor(uses: Resolved<typeof TeammateInvitations.uses>) {
    this.#uses = uses
  }

  /** Makes an invitation in place of an earlier one; throws `not_found`, `conflict` for a deactivated user. */
  async make(user_id: string): Promise<{ readonly email: string; readonly link: string; readonly invitation: Invitation }> {
    const { records, actor, ids, random, links } = this.#uses
    const user = await this.#user(user_id)
    if (!user.active) throw new CrmError('conflict', 'This user is not active; activate them first')
    await this.#drop(user_id)
    const { record, token } = newInvitation({ ids, random, now: records.unit.now }, user, actor.user)
    await records.insert(Invitation, [record])
    await records.note(User, [user_id], 'invited', { expires_at: [null, record.expires_at.toISOString()] })
    return { email: user.email, link: links.to('invitation', token), invitation: record }
  }

  /** Withdraws an invitation that was not accepted; throws `not_found`. */
  async withdraw(user_id: string): Promise<void> {
    await this.#user(user_id)
    if (!(await this.#drop(user_id))) throw new CrmError('not_found', 'There is no invitation of this user that could be withdrawn')
    await this.#uses.records.note(User, [user_id], 'invitation_withdrawn')
  }

  async #user(id: string): Promise<User> {
    // Locked, so that of two who invite at once one follows the other.
    const [user] = await this.#uses.records.findBy(User, 'id', [id], { lock: true })
    if (!user) throw new CrmError('not_found', `No user has the id ${id}`)
    return user
  }

  // Deleted directly: an invitation is no record, and the entry of the audit log is about the user.
  async #drop(user_id: string): Promise<boolean> {
    const { db } = this.#uses.records
    const { numDeletedRows } = await db.deleteFrom(Invitation.table).where('user_id', '=', user_id).executeTakeFirst()
    return numDeletedRows > 0n
  }
}
