import { CrmError } from '../operation/errors.ts'
import type { Resolved } from '../operation/operation.ts'
import { Registry } from '../feature/registry.ts'
import { Records } from '../storage/records/records.ts'
import { draftOf } from '../storage/schema/event-draft.ts'

// Bytes of what one event tells.
const MAX_BYTES = 65_536

/** Writes events that no change of a record makes, such as those that come from outside; a plugin tells those of its triggers. */
export class EventWriter {
  static readonly uses = { records: Records, registry: Registry }
  readonly #uses: Resolved<typeof EventWriter.uses>

  constructor(uses: Resolved<typeof EventWriter.uses>) {
    this.#uses = uses
  }

  /**
   * Writes an event about a record (`{type: 'contact', id}`), committed with the unit of work. `payload` is JSON of at most 64 KiB. Throws
   * `invalid_input` for a type that no feature declares, and for a payload that is larger or no JSON.
   */
  async tell(
    type: string,
    about: { readonly type: string; readonly id: string },
    payload: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const { records, registry } = this.#uses
    if (!registry.eventTypes.has(type)) throw new CrmError('invalid_input', `No feature declares the event type ${type}`)
    const text = JSON.stringify(payload)
    if (Buffer.byteLength(text) > MAX_BYTES) throw new CrmError('invalid_input', `The payload of ${type} is larger than ${MAX_BYTES} bytes`)
    await records.append([draftOf(type, about, payload, null, records.unit)])
  }
}
