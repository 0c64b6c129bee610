import { newRecord } from '../../kernel/storage/records/new-record.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Settings } from '../../kernel/operation/settings.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { Mailbox, mailboxFields } from './entity.ts'

/** For whom a mailbox is wanted, by which it is chosen. */
export interface Sender {
  /** The mailbox that was named; null: none was. */
  readonly mailbox_id: string | null
  /** Teammates whose mailbox it may be, the first that has one. */
  readonly owners: readonly (string | null | undefined)[]
}

/** Chooses the mailboxes from which messages are sent. */
export class MailboxChoice {
  static readonly uses = { records: Records, settings: Settings, ids: Ids }
  readonly #uses: Resolved<typeof MailboxChoice.uses>

  constructor(uses: Resolved<typeof MailboxChoice.uses>) {
    this.#uses = uses
  }

  /**
   * For each sender the mailbox that was named, else that of the first owner who has one, else the default one; undefined where there is
   * none, or the one that was named is disabled. Only in a unit of work that writes, because that of the installation is made on demand.
   */
  async choose(senders: readonly Sender[]): Promise<readonly (Mailbox | undefined)[]> {
    const { whole } = this.#uses.records
    const owners = new Set(senders.flatMap((each) => each.owners.flatMap((one) => (one ? [one.toLowerCase()] : []))))
    const named = new Set(senders.flatMap(({ mailbox_id }) => (mailbox_id === null ? [] : [mailbox_id])))
    const byId = new Map((await whole.findBy(Mailbox, 'id', named)).map((each) => [each.id, each]))
    const owned = await whole.findBy(Mailbox, 'owner_email', owners)
    const byOwner = new Map(
      owned
        .filter(usable)
        .toSorted(byAge)
        .map((each) => [each.owner_email ?? '', each]),
    )
    let standard: Promise<Mailbox | undefined> | undefined
    const chosen = senders.map(async ({ mailbox_id, owners: some }) => {
      if (mailbox_id !== null) {
        const found = byId.get(mailbox_id)
        return found && usable(found) ? found : undefined
      }
      const own = some.flatMap((one) => (one ? (byOwner.get(one.toLowerCase()) ?? []) : []))
      return own[0] ?? (await (standard ??= this.#default()))
    })
    return await Promise.all(chosen)
  }

  async #default(): Promise<Mailbox | undefined> {
    const { whole } = this.#uses.records
    const all = await whole.columns(Mailbox, ['id'], (query) =>
      query.where('is_default', '=', whole.codec(Mailbox).toColumn('is_default', true)).where('deleted_at', 'is', null),
    )
    const found = (
      await whole.findBy(
        Mailbox,
        'id',
        all.map(({ id }) => id),
      )
    ).filter(usable)
    return found.find(({ of_installation }) => !of_installation) ?? found[0] ?? (await this.#ofInstallation())
  }

  /** Makes the mailbox of the installation known to the organization, so that its messages, limits and failures are counted like others. */
  async #ofInstallation(): Promise<Mailbox | undefined> {
    const { records, settings, ids } = this.#uses
    if (!settings.mail) return undefined
    const address = settings.mail.from.toLowerCase()
    const [taken] = await records.whole.findBy(Mailbox, 'address', [address])
    if (taken) return usable(taken) ? taken : undefined
    const mailbox = newRecord(mailboxFields, ids.next(), records.unit, {
      owner_email: null,
      address,
      name: settings.mail.name ?? null,
      status: 'connected',
      is_default: true,
      of_installation: true,
      daily_limit: null,
      hourly_limit: null,
    })
    await records.insert(Mailbox, [mailbox])
    return mailbox
  }
}

const usable = ({ status }: Mailbox) => status !== 'disabled'
// The last one wins in a map: the oldest mailbox of a teammate is theirs.
const byAge = (one: Mailbox, other: Mailbox) => Number(other.created_at) - Number(one.created_at) || (one.id < other.id ? 1 : -1)
