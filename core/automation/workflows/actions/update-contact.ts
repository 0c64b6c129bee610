import { ContactCreate, ContactUpdate } from '../../../crm/contacts/schema.ts'
import { ContactService } from '../../../crm/contacts/service.ts'
import { Reply } from '../../../kernel/operation/reply.ts'
import { Closed, Text } from '../../../kernel/operation/schema/schema.ts'
import type { Records } from '../../../kernel/storage/records/records.ts'
import { defineAction } from './action.ts'
import { changeOf } from './changed.ts'
import { Value } from './config.ts'
import { readInput } from './set-field.ts'
import { setTools, updateEach } from './sets.ts'
import { fieldFaults, fieldInput, fieldReferences } from './field-value.ts'

const schemas = { update: ContactUpdate, create: ContactCreate }

/** Sets a field of the contact, as `PATCH /contacts/{id}` does. */
export const updateContact = defineAction({
  type: 'update_contact',
  label: 'Update contact',
  summary: 'Set stage, status, lifecycle, score or any field',
  config: Closed({ field: Text(255, { minLength: 1 }), value: Value }),
  effect: 'db',
  needs: ['contact'],
  uses: { ...setTools, contacts: ContactService },
  check: (config) => fieldFaults(schemas, config),
  references: fieldReferences('contacts'),
  run: async ({ config, subjects }, { contacts, records }) => {
    const input = await inputOf(records, config)
    const before = { ...(await contacts.forChange(String(subjects.contact?.id))) }
    return changeOf(before, await contacts.update(before.id, input, new Reply()))
  },
  runMany: async (calls, services) => {
    // What belongs to one contact, or brings its company along, is looked up for each by itself.
    if (calls.some(({ config }) => /email|company|external/.test(config.field))) return undefined
    const inputs = []
    for (const { config, subjects } of calls)
      inputs.push({ ...(await inputOf(services.records, config)), id: String(subjects.contact?.id) })
    return await updateEach(services, services.contacts.sets, ContactUpdate, inputs)
  },
  dryRun: ({ config }) => fieldInput(schemas, config.field, config.value),
})

async function inputOf(records: Records, { field, value }: { readonly field: string; readonly value: unknown }) {
  return await readInput(records, 'contacts', field, fieldInput(schemas, field, value))
}
