import { ContactService } from '../../../crm/contacts/service.ts'
import { Reply } from '../../../kernel/operation/reply.ts'
import { Closed } from '../../../kernel/operation/schema/schema.ts'
import { tagKey, uniqueTags } from '../../../kernel/values/tags.ts'
import { defineAction } from './action.ts'
import { Rendered } from './config.ts'

/** Adds a tag to the contact; one that it has in another spelling stays as it is. */
export const addTag = defineAction({
  type: 'add_tag',
  label: 'Add tag',
  summary: 'Tag the contact',
  // With merge tags, so that a tag can name the source of a contact.
  config: Closed({ tag: Rendered(100) }),
  effect: 'db',
  needs: ['contact'],
  uses: { contacts: ContactService },
  run: async ({ config, subjects }, { contacts }) => {
    const tag = config.tag.trim()
    if (tag === '') return { skipped: 'no_text' }
    const contact = await contacts.forChange(String(subjects.contact?.id))
    if (contact.tags.some((each) => tagKey(each) === tagKey(tag))) return { skipped: 'no_change' }
    await contacts.update(contact.id, { tags: uniqueTags([...contact.tags, tag]) }, new Reply())
    return { done: { added: [tag] } }
  },
  dryRun: ({ config }) => ({ added: [config.tag.trim()] }),
})
