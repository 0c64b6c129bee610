import { CrmError } from 'rapport-crm'
import type { World } from './world.ts'

const patterns = [
  ['*'],
  ['contact.*'],
  ['contact.created'],
  ['contact.created', 'contact.*', '*'],
  ['contact.property_changed', 'contact.deleted'],
  ['deal.*'],
]

/** People who write records and look after webhooks, as chance has it. */
export class Users {
  readonly #world: World
  readonly #contacts: string[] = []
  readonly #hooks: string[] = []
  readonly #busy = new Set<Promise<unknown>>()
  #serial = 0

  constructor(world: World) {
    this.#world = world
  }

  /** Still waiting for an answer. */
  get busy(): number {
    return this.#busy.size
  }

  get hosts(): string[] {
    return Array.from({ length: this.#serial }, (_, at) => `hook-${at + 1}.example.com`)
  }

  /** Begins one thing; what comes of it is known later. */
  act(): void {
    const { chance } = this.#world
    const what = chance.whole(1, 100)
    if (what <= 60) this.#do(() => this.#write())
    else if (what <= 66) this.#do(() => this.#redeliver())
    else if (what <= 70) this.#do(() => this.#test())
    else if (what <= 82) this.#do(() => this.#switch(chance.happens(0.7)))
    else if (what <= 90) this.#do(() => this.#change())
    else if (what <= 93) this.#do(() => this.#remove())
    else this.subscribe()
  }

  subscribe(): void {
    const { api, chance } = this.#world
    const url = `https://hook-${(this.#serial += 1)}.example.com/1`
    this.#do(async () => void this.#hooks.push((await api.webhooks.create({ url, events: [...chance.of(patterns)] })).id))
  }

  async #write(): Promise<void> {
    const { api, chance } = this.#world
    for (let count = chance.happens(0.15) ? chance.whole(5, 30) : 1; count > 0; count -= 1) {
      const id = chance.happens(0.5) ? chance.of([...this.#contacts, '']) : ''
      if (id === '') this.#contacts.push((await api.contacts.create({ email: `p${(this.#serial2 += 1)}@gmail.com` })).id)
      else if (chance.happens(0.8)) await api.contacts.update({ id, title: `Title ${(this.#serial2 += 1)}` })
      else {
        this.#contacts.splice(this.#contacts.indexOf(id), 1)
        await api.contacts.delete({ id })
      }
    }
  }
  #serial2 = 0

  async #redeliver(): Promise<void> {
    const { api, auditor, chance } = this.#world
    const id = this.#hook()
    const { deliveries } = await api.webhooks.deliveries({ id })
    if (deliveries.length === 0) return
    const entry = chance.of(deliveries)
    const row = await this.#world.deliveryOf(entry.id)
    await auditor.whileAsked(row, () => api.webhooks.redeliver({ id, deliveryId: entry.id }))
  }

  async #test(): Promise<void> {
    await this.#world.api.webhooks.test({ id: this.#hook() })
  }

  async #switch(active: boolean): Promise<void> {
    const id = this.#hook()
    this.#world.auditor.announce(id, active)
    await this.#world.api.webhooks.update({ id, active })
  }

  async #change(): Promise<void> {
    const { api, chance } = this.#world
    const id = this.#hook()
    const { url } = await api.webhooks.get({ id })
    const change = chance.of([
      { url: `${new URL(url).origin}/${chance.whole(1, 9)}` },
      { events: [...chance.of(patterns)] },
      { description: 'Known' },
    ])
    await api.webhooks.update({ id, ...change })
  }

  async #remove(): Promise<void> {
    const id = this.#hook()
    this.#world.auditor.announce(id, 'deleted')
    await this.#world.api.webhooks.delete({ id })
    this.#hooks.splice(this.#hooks.indexOf(id), 1)
  }

  #hook(): string {
    if (this.#hooks.length === 0) throw new CrmError('not_found', 'There is no webhook yet')
    return this.#world.chance.of(this.#hooks)
  }

  #do(work: () => Promise<unknown>): void {
    this.#world.time.stir()
    const done = work()
      .catch((error: unknown) => {
        // Two users meet at one record or webhook; anything else is a fault.
        if (!(error instanceof CrmError && ['not_found', 'conflict'].includes(error.code)))
          this.#world.auditor.blame(`a user got ${String(error)}`)
      })
      .finally(() => this.#busy.delete(done))
    this.#busy.add(done)
  }
}
