import { ContactService } from '../../../crm/contacts/service.ts'
import { Reply } from '../../../kernel/operation/reply.ts'
import { Closed } from '../../../kernel/operation/schema/schema.ts'
import { tagKey, uniqueTags } from '../../../kernel/values/tags.ts'
import { defineAction } from './action.ts'
import { Rendered } from './config.ts'
import { changeContacts, type Decided, setTools } from './sets.ts'

/** Adds a tag to the contact; one that it has in another spelling stays as it is. */
export const addTag = defineAction({
  type: 'add_tag',
  label: 'Add tag',
  summary: 'Tag the contact',
  // With merge tags, so that a tag can name the source of a contact.
  config: Closed({ tag: Rendered(100) }),
  effect: 'db',
  holdsContacts: true,
  needs: ['contact'],
  uses: { ...setTools, contacts: ContactService },
  run: async ({ config, subjects }, { contacts }) => {
    const contact = await contacts.forChange(String(subjects.contact?.id))
    const { result, changes } = withTag(config.tag, contact)
    if (changes) await contacts.update(contact.id, changes, new Reply())
    return result
  },
  runMany: async (calls, services) => await changeContacts(services, calls, (contact, at) => withTag(calls[at]?.config.tag ?? '', contact)),
  dryRun: ({ config }) => ({ added: [config.tag.trim()] }),
})

function withTag(given: string, { tags }: { readonly tags: readonly string[] }): Decided & { readonly changes?: { tags: string[] } } {
  const tag = given.trim()
  if (tag === '') return { result: { skipped: 'no_text' } }
  if (tags.some((each) => tagKey(each) === tagKey(tag))) return { result: { skipped: 'no_change' } }
  return { result: { done: { added: [tag] } }, changes: { tags: uniqueTags([...tags, tag]) } }
}
