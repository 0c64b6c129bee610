import { ContactService } from '../../crm/contacts/service.ts'
import type { CurrentActor } from '../../kernel/operation/actor.ts'
import { CrmError } from '../../kernel/operation/errors.ts'
import type { Units } from '../../kernel/storage/units/units.ts'
import { People } from '../people/people.ts'
import type { Identification } from './schema.ts'
import { trackingActor } from './tracking-actor.ts'

/** Whether a caller may see the contact whom a visitor is said to be; true where there is none. */
export async function seesPerson(
  units: Units,
  actor: CurrentActor,
  { contact_id, email }: Pick<Identification, 'contact_id' | 'email'>,
): Promise<boolean> {
  if (actor.visibility === undefined || actor.visibility === 'all') return true
  const person = await units.read(trackingActor(actor), async (resolve) => {
    const people = resolve(People)
    const address = email?.trim().toLowerCase() ?? ''
    const id = contact_id ?? (await people.idsByAddress([address])).get(address)
    return id === undefined ? undefined : (await people.find([id])).get(id)
  })
  if (!person) return true
  try {
    await units.read(actor, async (resolve) => await resolve(ContactService).get(person.id))
    return true
  } catch (error) {
    if (error instanceof CrmError && error.code === 'not_found') return false
    throw error
  }
}
