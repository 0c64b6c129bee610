import { Type } from '@sinclair/typebox'
import { ContactService } from '../../../crm/contacts/service.ts'
import { DealService } from '../../../crm/deals/service.ts'
import { invalid } from '../../../kernel/operation/errors.ts'
import { Reply } from '../../../kernel/operation/reply.ts'
import { Closed, Text } from '../../../kernel/operation/schema/schema.ts'
import { foldOwner } from '../../../kernel/values/owner.ts'
import { defineAction } from './action.ts'
import { Choice } from './config.ts'
import { Teammates } from './teammates.ts'

/** Sets the owner of the contact or the deal: one teammate, the next in turn, or who owns the fewest of them. */
export const assignOwner = defineAction({
  type: 'assign_owner',
  label: 'Assign owner',
  summary: 'Assign to a teammate or rotate',
  config: Closed({
    mode: Choice(['specific', 'round_robin', 'least_loaded']),
    owner: Type.Optional(Text(2000, { description: 'E-mail of the teammate; several, comma separated, to rotate among' })),
    target: Choice(['contact', 'deal'], 'Whose owner is set'),
  }),
  effect: 'db',
  uses: { contacts: ContactService, deals: DealService, teammates: Teammates },
  references: ({ owner = '' }) => namesIn(owner).map((value) => ({ to: 'user', value, at: '/owner' })),
  check: ({ mode = 'specific', owner = '' }) => {
    if (mode !== 'specific') return []
    if (namesIn(owner).length === 0) return [{ path: '/owner', code: 'required', message: 'is required where one teammate is assigned' }]
    return namesIn(owner).length > 1
      ? [{ path: '/owner', code: 'too_many', message: 'names one teammate; several take turns in round_robin' }]
      : []
  },
  run: async ({ config, subjects, workflow, step }, { contacts, deals, teammates }) => {
    const { mode = 'specific', owner = '', target = 'contact' } = config
    const id = subjects[target]?.id
    if (id === undefined) return { skipped: `no_${target}` }
    const next = await ownerBy[mode](teammates, namesIn(owner), { workflow: workflow.id, step, target })
    if (next === undefined) return { skipped: 'no_owner' }
    const from = target === 'deal' ? (await deals.forChange(id)).owner_email : (await contacts.forChange(id)).assigned_to
    if (from !== null && foldOwner(from) === next) return { skipped: 'no_change' }
    if (target === 'deal') await deals.update(id, { owner_email: next }, new Reply())
    else await contacts.update(id, { assigned_to: next }, new Reply())
    return { done: { from, to: next } }
  },
  dryRun: ({ config: { mode = 'specific', owner = '', target = 'contact' } }) => ({ mode, owner: namesIn(owner), target }),
})

type Mode = 'specific' | 'round_robin' | 'least_loaded'
type Chooser = (
  teammates: Teammates,
  named: readonly string[],
  place: { readonly workflow: string; readonly step: string; readonly target: 'contact' | 'deal' },
) => Promise<string | undefined>

const ownerBy: Readonly<Record<Mode, Chooser>> = {
  specific: async (teammates, [named = '']) => {
    if (await teammates.isActive(named)) return named
    throw invalid('/owner', 'unknown_user', `${named} is not an active teammate`)
  },
  round_robin: async (teammates, named, { workflow, step }) => {
    const active = await teammates.active(named)
    return active.length === 0 ? undefined : await teammates.next(workflow, step, active)
  },
  least_loaded: async (teammates, named, { target }) => await teammates.leastLoaded(await teammates.active(named), target),
}

const namesIn = (owner: string) => owner.split(',').flatMap((each) => (each.trim() === '' ? [] : [foldOwner(each)]))
