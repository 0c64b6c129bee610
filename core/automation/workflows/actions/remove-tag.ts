import { ContactService } from '../../../crm/contacts/service.ts'
import { Reply } from '../../../kernel/operation/reply.ts'
import { Closed } from '../../../kernel/operation/schema/schema.ts'
import { tagKey } from '../../../kernel/values/tags.ts'
import { defineAction } from './action.ts'
import { Rendered } from './config.ts'
import { changeContacts, type Decided, setTools } from './sets.ts'

/** Removes a tag from the contact, in whatever spelling it has it. */
export const removeTag = defineAction({
  type: 'remove_tag',
  label: 'Remove tag',
  summary: 'Remove a tag',
  config: Closed({ tag: Rendered(100) }),
  effect: 'db',
  holdsContacts: true,
  needs: ['contact'],
  uses: { ...setTools, contacts: ContactService },
  run: async ({ config, subjects }, { contacts }) => {
    const contact = await contacts.forChange(String(subjects.contact?.id))
    const { result, changes } = without(config.tag, contact)
    if (changes) await contacts.update(contact.id, changes, new Reply())
    return result
  },
  runMany: async (calls, services) => await changeContacts(services, calls, (contact, at) => without(calls[at]?.config.tag ?? '', contact)),
  dryRun: ({ config }) => ({ removed: [config.tag.trim()] }),
})

function without(tag: string, { tags }: { readonly tags: readonly string[] }): Decided & { readonly changes?: { tags: string[] } } {
  const key = tagKey(tag)
  if (key === '') return { result: { skipped: 'no_text' } }
  const removed = tags.filter((each) => tagKey(each) === key)
  if (removed.length === 0) return { result: { skipped: 'no_change' } }
  return { result: { done: { removed } }, changes: { tags: tags.filter((each) => tagKey(each) !== key) } }
}
