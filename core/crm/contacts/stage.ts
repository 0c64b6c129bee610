import type { Contact } from './entity.ts'
import type { ContactStageRules } from './stage-rules.ts'

const DAY_MS = 86_400_000

/** The history of stages with the move that these changes make; nothing where they make none. */
export function stageChange(contact: Contact, { pipeline_stage: to }: Partial<Contact>, now: Date): Partial<Contact> {
  const { pipeline_stage: from, stage_history, created_at } = contact
  if (to === undefined || to === from) return {}
  const since = stage_history.at(-1)?.at ?? created_at
  const days = Math.max(0, now.getTime() - new Date(since).getTime()) / DAY_MS
  return { stage_history: [...stage_history, { at: now.toISOString(), from, to, days_in_stage: Math.round(days * 10_000) / 10_000 }] }
}

/** What changes in a contact that is alive again: its stage, where that or its sales cycle is gone. */
export async function restoredPlace(stageRules: ContactStageRules, contact: Contact, now: Date): Promise<Partial<Contact>> {
  if (contact.sales_cycle_id === null) return {}
  const place = (await stageRules.for([contact])).restore(contact)
  return { ...place, ...stageChange(contact, place, now) }
}
