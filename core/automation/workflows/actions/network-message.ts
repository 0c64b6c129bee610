import type { NetworkMessage } from '../ports.ts'
import type { Prepared, StepCall } from './action.ts'
import { textOf } from './subject-fields.ts'

/** What is sent to the contact of a run on the professional network: as its owner, else as that of the workflow. */
export function networkMessage({ subjects: { contact }, workflow }: StepCall, text: string | null): Prepared {
  if (!contact) return { skipped: 'no_contact' }
  const message: NetworkMessage = {
    contact_id: contact.id,
    profile_url: textOf(contact, 'linkedin_url') ?? null,
    owner: textOf(contact, 'assigned_to') ?? workflow.owner,
    text,
  }
  return { effect: message }
}
