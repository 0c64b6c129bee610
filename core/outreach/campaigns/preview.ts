import { heavily } from '../../kernel/operation/heavy.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { isObject } from '../../kernel/values/is-object.ts'
import { Audience } from './audience.ts'
import { Campaign } from './entity.ts'
import type { Preview } from './schema.ts'

// By the input of the call: counted before its unit of work is opened, so that no transaction waits for it.
const counted = new WeakMap<object, Preview>()

/** Counts the audience of a campaign before the transaction that schedules it: thousands of contacts take seconds. */
export class CountedAudience {
  static readonly uses = { records: Records, audience: Audience }
  readonly #uses: Resolved<typeof CountedAudience.uses>

  constructor(uses: Resolved<typeof CountedAudience.uses>) {
    this.#uses = uses
  }

  /** Counts for the input of a call that names a campaign. */
  async check(input: unknown): Promise<void> {
    if (!isObject(input) || typeof input['id'] !== 'string') return
    const [campaign] = await this.#uses.records.findBy(Campaign, 'id', [input['id'].toLowerCase()])
    if (campaign) counted.set(input, await heavily(() => this.#uses.audience.preview(campaign)))
  }
}

/** What was counted for this input. */
export function previewFor(input: object): Preview | undefined {
  return counted.get(input)
}
