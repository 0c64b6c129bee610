import { sql, type SqlBool } from 'kysely'
import { Contact } from '../../../crm/contacts/entity.ts'
import { Deal } from '../../../crm/deals/entity.ts'
import { CurrentActor } from '../../../kernel/operation/actor.ts'
import type { Resolved } from '../../../kernel/operation/operation.ts'
import { Records } from '../../../kernel/storage/records/records.ts'
import { foldOwner } from '../../../kernel/values/owner.ts'
import { User } from '../../../platform/access/entity.ts'
import { WorkflowRotation } from '../entity.ts'

/** The teammates of the organization to whom steps give work. */
export class Teammates {
  static readonly uses = { records: Records, actor: CurrentActor }
  readonly #uses: Resolved<typeof Teammates.uses>

  constructor(uses: Resolved<typeof Teammates.uses>) {
    this.#uses = uses
  }

  /** E-mails of the active teammates, in their order; only those in `among`, unless it is empty. */
  async active(among: readonly string[] = []): Promise<string[]> {
    const { records } = this.#uses
    const wanted = new Set(among.map(foldOwner))
    const users = await records.columns(User, ['email'], (query) =>
      query.where('active', '=', records.codec(User).toColumn('active', true)),
    )
    const emails = users.map(({ email }) => foldOwner(email))
    return emails.filter((each) => wanted.size === 0 || wanted.has(each)).toSorted()
  }

  /** Whether this is an active teammate. An app with its own sign-in stores no users, so that every address is one there. */
  async isActive(address: string): Promise<boolean> {
    const { records } = this.#uses
    const [user] = await records.findBy(User, 'email', [foldOwner(address)])
    if (user) return user.active
    return !(await records.db.selectFrom(User.table).select('id').limit(1).executeTakeFirst())
  }

  /**
   * The next of these teammates in turn, for one step of a workflow. The place in the rotation is locked until the unit of work ends, so
   * that each has as many turns as the others, however many processes take turns; who leaves or joins shifts nobody else.
   */
  async next(workflow_id: string, step: string, teammates: readonly string[]): Promise<string | undefined> {
    const { records, actor } = this.#uses
    const codec = records.codec(WorkflowRotation)
    const fresh = codec.toRow({ user_from: actor.organization, workflow_id, step, position: '' })
    await records.db
      .insertInto(WorkflowRotation.table)
      .values(fresh)
      .onConflict((conflict) => conflict.columns(['workflow_id', 'step']).doNothing())
      .execute()
    const place = sql<SqlBool>`workflow_id = ${codec.toColumn('workflow_id', workflow_id)} and step = ${step}`
    const [last] = await records.columns(WorkflowRotation, ['position'], (query) =>
      records.dialect === 'postgresql' ? query.where(place).forUpdate() : query.where(place),
    )
    const next = teammates.find((each) => each > (last?.position ?? '')) ?? teammates[0]
    if (next !== undefined) await records.db.updateTable(WorkflowRotation.table).set({ position: next }).where(place).execute()
    return next
  }

  /** Who of these owns the fewest live contacts, or open deals; the first one of several. */
  async leastLoaded(teammates: readonly string[], of: 'contact' | 'deal' = 'contact'): Promise<string | undefined> {
    if (teammates.length === 0) return undefined
    const load = of === 'deal' ? await this.#open(teammates) : await this.#live(teammates)
    const owned = (each: string) => load.get(each) ?? 0
    return teammates.reduce((least, each) => (owned(each) < owned(least) ? each : least))
  }

  async #live(teammates: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const { records } = this.#uses
    const rows = await records.db
      .selectFrom(Contact.table)
      .select(['assigned_to as owner', sql<number>`count(*)`.as('owned')])
      .where('deleted_at', 'is', null)
      .where(records.anyOf(Contact, 'assigned_to', teammates))
      .groupBy('assigned_to')
      .execute()
    return new Map(rows.map(({ owner, owned }) => [String(owner), Number(owned)]))
  }

  async #open(teammates: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const { records } = this.#uses
    const rows = await records.db
      .selectFrom(Deal.table)
      .select(['owner_email as owner', sql<number>`count(*)`.as('owned')])
      .where('deleted_at', 'is', null)
      .where('status', '=', 'open')
      .where(records.anyOf(Deal, 'owner_email', teammates))
      .groupBy('owner_email')
      .execute()
    return new Map(rows.map(({ owner, owned }) => [String(owner), Number(owned)]))
  }
}
