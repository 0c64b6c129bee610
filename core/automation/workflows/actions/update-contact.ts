import { ContactCreate, ContactUpdate } from '../../../crm/contacts/schema.ts'
import { ContactService } from '../../../crm/contacts/service.ts'
import { Reply } from '../../../kernel/operation/reply.ts'
import { Closed, Text } from '../../../kernel/operation/schema/schema.ts'
import { defineAction } from './action.ts'
import { changeOf } from './changed.ts'
import { Value } from './config.ts'
import { fieldFaults, fieldInput, fieldReferences } from './field-value.ts'

const inputs = { update: ContactUpdate, create: ContactCreate }

/** Sets a field of the contact, as `PATCH /contacts/{id}` does. */
export const updateContact = defineAction({
  type: 'update_contact',
  label: 'Update contact',
  summary: 'Set stage, status, lifecycle, score or any field',
  config: Closed({ field: Text(255, { minLength: 1 }), value: Value }),
  effect: 'db',
  needs: ['contact'],
  uses: { contacts: ContactService },
  check: (config) => fieldFaults(inputs, config),
  references: fieldReferences,
  run: async ({ config, subjects }, { contacts }) => {
    const input = fieldInput(inputs, config.field, config.value)
    const before = { ...(await contacts.forChange(String(subjects.contact?.id))) }
    return changeOf(before, await contacts.update(before.id, input, new Reply()))
  },
  dryRun: ({ config }) => fieldInput(inputs, config.field, config.value),
})
