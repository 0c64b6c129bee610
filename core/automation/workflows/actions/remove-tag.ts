import { ContactService } from '../../../crm/contacts/service.ts'
import { Reply } from '../../../kernel/operation/reply.ts'
import { Closed } from '../../../kernel/operation/schema/schema.ts'
import { tagKey } from '../../../kernel/values/tags.ts'
import { defineAction } from './action.ts'
import { Rendered } from './config.ts'

/** Removes a tag from the contact, in whatever spelling it has it. */
export const removeTag = defineAction({
  type: 'remove_tag',
  label: 'Remove tag',
  summary: 'Remove a tag',
  config: Closed({ tag: Rendered(100) }),
  effect: 'db',
  needs: ['contact'],
  uses: { contacts: ContactService },
  run: async ({ config, subjects }, { contacts }) => {
    const key = tagKey(config.tag)
    if (key === '') return { skipped: 'no_text' }
    const contact = await contacts.forChange(String(subjects.contact?.id))
    const [removed, tags] = [contact.tags.filter((each) => tagKey(each) === key), contact.tags.filter((each) => tagKey(each) !== key)]
    if (removed.length === 0) return { skipped: 'no_change' }
    await contacts.update(contact.id, { tags }, new Reply())
    return { done: { removed } }
  },
  dryRun: ({ config }) => ({ removed: [config.tag.trim()] }),
})
