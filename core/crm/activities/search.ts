import { searchable } from '../../records/search/grammar/searchable.ts'
import { Activity } from './entity.ts'

/** What conditions can name of an activity itself. */
export const activitySearch = searchable('activity', Activity, {
  types: { owner_email: 'owner' },
  aliases: { owner: 'owner_email', contact_id: 'lead_id' },
})
