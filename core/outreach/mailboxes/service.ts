import type { Static } from '@sinclair/typebox'
import { sql } from 'kysely'
import { Registry } from '../../kernel/feature/registry.ts'
import { CurrentActor } from '../../kernel/operation/actor.ts'
import { CrmError } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import type { Reply } from '../../kernel/operation/reply.ts'
import { Services } from '../../kernel/operation/services.ts'
import { Http } from '../../kernel/ports/http.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { Seals } from '../../kernel/secrets/seals.ts'
import type { Page } from '../../kernel/storage/records/listing.ts'
import { newRecord } from '../../kernel/storage/records/new-record.ts'
import { checkVersion } from '../../kernel/storage/records/record-reader.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { Rows } from '../../kernel/storage/records/rows.ts'
import { ME } from '../../kernel/values/owner.ts'
import { checkSettings } from './check.ts'
import { Mailbox, mailboxFields } from './entity.ts'
import { mailboxFollowers } from './followers.ts'
import { type MailboxCreate, mailboxFilters, type MailboxQuery, mailboxSorts, type MailboxUpdate } from './schema.ts'
import { imapOf, refuseOtherHost, type ServerSecrets, smtpOf } from './servers.ts'

const DAY_MS = 86_400_000
const DAILY_LIMIT = 500
const HOURLY_LIMIT = 100

type Given = Partial<Omit<Static<typeof MailboxUpdate>, 'id'>>

/**
 * Who sees only some records connects no mailbox by which those of others are written to: not the default one, and none of a teammate whose records
 * they do not see. Throws `forbidden`.
 */
function refuseForOthers({ owner_email, is_default }: Partial<Mailbox>, { sees }: CurrentActor): void {
  if (sees === undefined) return
  const isOther = owner_email !== undefined && !sees.includes(owner_email?.trim().toLowerCase() ?? '')
  if (isOther || is_default === true)
    throw new CrmError(
      'forbidden',
      isOther
        ? 'Only users with full visibility connect mailboxes of others, by which the contacts of these are written to'
        : 'Only users with full visibility choose the default mailbox, by which contacts of all owners are written to',
    )
}

/** The mailboxes of one organization. */
export class MailboxService {
  static readonly uses = {
    records: Records,
    actor: CurrentActor,
    ids: Ids,
    seals: Seals,
    http: Http,
    registry: Registry,
    services: Services,
  }
  readonly #uses: Resolved<typeof MailboxService.uses>
  readonly #rows: Rows<typeof mailboxFields>

  constructor(uses: Resolved<typeof MailboxService.uses>) {
    this.#uses = uses
    this.#rows = new Rows(uses.records, Mailbox, 'mailbox', { filters: mailboxFilters, sorts: mailboxSorts })
  }

  /** The time of the unit of work. */
  get now(): Date {
    return this.#uses.records.unit.now
  }

  /** A page of mailboxes, newest first. */
  async list(query: Static<typeof MailboxQuery>): Promise<Page<Mailbox>> {
    return await this.#rows.list(query)
  }

  /** One mailbox; throws `not_found`. */
  async get(id: string): Promise<Mailbox> {
    const mailbox = await this.#rows.get(id)
    if (mailbox.deleted_at) throw new CrmError('not_found', `No mailbox has the id ${id}`)
    return mailbox
  }

  /**
   * Connects a mailbox, of the caller unless its owner is given; whether its server lets it in is asked by `testMailbox` and when it sends.
   * Throws `already_exists` for an address that another mailbox has, `invalid_input` for a server that may not be connected to.
   */
  async create({ address: given, ...others }: Static<typeof MailboxCreate>): Promise<Mailbox> {
    const { records, ids, actor } = this.#uses
    const address = given.trim().toLowerCase()
    const [taken] = await records.whole.findBy(Mailbox, 'address', [address])
    if (taken) throw new CrmError('already_exists', `There is a mailbox ${address} already`, { existing_id: taken.id })
    const id = ids.next()
    const values = await this.#valuesOf(id, { owner_email: actor.user, ...others })
    const limits = { daily_limit: DAILY_LIMIT, hourly_limit: HOURLY_LIMIT }
    const mailbox = newRecord(mailboxFields, id, records.unit, { ...limits, ...values, address, status: 'connected' })
    await records.insert(Mailbox, [mailbox])
    if (mailbox.is_default) await this.#onlyDefault(id)
    return mailbox
  }

  /**
   * Sets what is given. `status: connected` begins again with a disabled mailbox, and at once with one that fails. Throws `not_found`,
   * `version_mismatch`, `invalid_input`, and `conflict` for the server of the mailbox of the installation, which is set where the engine runs.
   */
  async update({ id, ...given }: Static<typeof MailboxUpdate>, reply: Reply): Promise<Mailbox> {
    const before = await this.#rows.get(id, { lock: true })
    if (before.deleted_at) throw new CrmError('not_found', `No mailbox has the id ${id}`)
    checkVersion(before, reply)
    if (before.of_installation && (given.smtp || given.imap))
      throw new CrmError('conflict', 'The server of this mailbox is that of the installation: connect a mailbox of your own instead')
    const values = await this.#valuesOf(id, given, before)
    const again =
      given.status === undefined ? {} : { status: given.status, failures: 0, retry_at: null, failing_since: null, last_error: null }
    await this.#uses.records.update(Mailbox, [{ before, changes: { ...values, ...again } }])
    if (given.is_default === true) await this.#onlyDefault(id)
    const after = await this.get(id)
    if ((before.status === 'disabled') !== (after.status === 'disabled')) await this.#tell(after)
    return after
  }

  /** Disconnects it; what was sent and received by it stays. Throws `not_found`, `version_mismatch`. */
  async remove(id: string, reply: Reply): Promise<void> {
    const before = await this.#rows.get(id, { lock: true })
    if (before.deleted_at) throw new CrmError('not_found', `No mailbox has the id ${id}`)
    checkVersion(before, reply)
    const gone = { sealed_smtp: null, sealed_imap: null, sealed_dkim: null, is_default: false, deleted_at: this.now }
    await this.#uses.records.update(Mailbox, [{ before, changes: gone }])
  }

  /** How many messages each of these has begun to send in the last 24 hours. */
  async sentToday(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const { records } = this.#uses
    if (ids.length === 0) return new Map()
    const since = new Date(this.now.getTime() - DAY_MS)
    const at = records.codec(Mailbox).toColumn('created_at', since)
    const rows = await records.whole.db
      .selectFrom('emails')
      .select([sql<string>`mailbox_id`.as('mailbox'), sql<number>`count(*)`.as('sent')])
      .where('mailbox_id', 'in', [...ids])
      .where('begun_at', '>', at)
      .groupBy('mailbox_id')
      .execute()
    return new Map(rows.map((row) => [row.mailbox, Number(row.sent)]))
  }

  async #valuesOf(
    id: string,
    { smtp, imap, dkim, owner_email, status: _status, ...given }: Given,
    before?: Mailbox,
  ): Promise<Partial<Mailbox>> {
    const { actor, http } = this.#uses
    checkSettings({ ...given, dkim })
    const values: Partial<Mailbox> = { ...given }
    if (owner_email !== undefined) values.owner_email = owner_email?.trim().toLowerCase() === ME ? actor.user.toLowerCase() : owner_email
    refuseForOthers(values, actor)
    if (smtp) {
      const { shown, secrets } = smtpOf(smtp, http.guard)
      if (before?.sealed_smtp && !secrets) refuseOtherHost('smtp', before.smtp, shown)
      Object.assign(values, { smtp: shown, ...(secrets && { sealed_smtp: await this.#seal(secrets, id) }) })
    }
    if (imap) {
      const { shown, secrets } = imapOf(imap, http.guard)
      if (before?.sealed_imap && !secrets) refuseOtherHost('imap', before.imap, shown)
      Object.assign(values, { imap: shown, ...(secrets && { sealed_imap: await this.#seal(secrets, id) }) })
    } else if (imap === null) Object.assign(values, { imap: null, sealed_imap: null })
    if (dkim) {
      const { private_key, ...shown } = dkim
      Object.assign(values, { dkim: shown, sealed_dkim: await this.#uses.seals.seal(private_key, id) })
    } else if (dkim === null) Object.assign(values, { dkim: null, sealed_dkim: null })
    return values
  }

  async #tell(mailbox: Mailbox): Promise<void> {
    const to = mailbox.status === 'disabled' ? 'disabled' : 'connected'
    for (const make of this.#uses.registry.attached(mailboxFollowers)) await make(this.#uses.services).changed(mailbox, to)
  }

  async #seal(secrets: ServerSecrets, id: string): Promise<string> {
    return await this.#uses.seals.seal(JSON.stringify(secrets), id)
  }

  /** Takes the mark of the default one from all others. */
  async #onlyDefault(id: string): Promise<void> {
    const { records } = this.#uses
    const others = await records.whole.findBy(Mailbox, 'is_default', [true], { lock: true })
    const changes = { is_default: false }
    await records.whole.update(
      Mailbox,
      others.filter((each) => each.id !== id).map((before) => ({ before, changes })),
    )
  }
}
