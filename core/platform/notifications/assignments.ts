import type { NoticeType } from '../../kernel/feature/notice-type.ts'
import { membersOf } from '../../kernel/values/is-object.ts'

type Payload = Readonly<Record<string, unknown>>

/** A record has got an owner, who may be somebody else than who gave it. */
export const assignments: NoticeType = {
  type: 'record.assigned',
  label: 'A record or a task is assigned to you',
  many: 'Several records were assigned to you',
  on: ['*.created', '*.updated', '*.owner_changed'],
  tell({ type, payload }) {
    const recipient = newOwner(type, payload)
    if (recipient === undefined) return undefined
    const [entity = ''] = type.split('.')
    const words = entity.replaceAll('_', ' ')
    return {
      recipient,
      title: `${words.charAt(0).toUpperCase()}${words.slice(1)} ${nameOf(payload)} was assigned to you`.replace('  ', ' '),
    }
  },
}

function newOwner(type: string, payload: Payload): string | undefined {
  // An activity says what somebody has done, not what is to be done.
  if (type.startsWith('activity.')) return undefined
  const to = membersOf(payload['to'])
  const found = type.endsWith('.created')
    ? payload['owner']
    : type.endsWith('.owner_changed')
      ? payload['to']
      : (to['owner_email'] ?? to['assigned_to'])
  return typeof found === 'string' && found.includes('@') ? found : undefined
}

/** What people call the record of an event, in quotation marks; empty where it has no name. */
export function nameOf({ title, name, number, email }: Payload): string {
  const found = [title, name, number, email].find((each) => typeof each === 'string' && each !== '')
  return found === undefined ? '' : `“${String(found).slice(0, 150)}”`
}
