import { Type } from '@sinclair/typebox'
import { ContactStages } from '../../../crm/sales-cycles/contact-stages.ts'
import { SalesCycleService } from '../../../crm/sales-cycles/service.ts'
import { stageNamed } from '../../../crm/sales-cycles/stages.ts'
import { Reply } from '../../../kernel/operation/reply.ts'
import { Closed, Text } from '../../../kernel/operation/schema/schema.ts'
import { fold } from '../../../kernel/values/fold.ts'
import { defineAction } from './action.ts'
import { Choice } from './config.ts'

/** Moves a contact to another stage of its sales cycle, as `ContactStages.move` does for callers; what that refuses is skipped. */
export const moveCycleStage = defineAction({
  type: 'move_cycle_stage',
  label: 'Move to stage',
  summary: 'The contact stays in its sales cycle and moves to the stage matched by name; forward only by default',
  config: Closed({
    stage: Text(255, { minLength: 1, description: 'Name of the stage' }),
    forward_only: Choice(['yes', 'no']),
    cycle: Type.Optional(Text(255, { description: 'Only contacts of this sales cycle; those of none are put into it' })),
  }),
  effect: 'db',
  needs: ['contact'],
  uses: { stages: ContactStages, cycles: SalesCycleService },
  references: ({ stage, cycle }) => [
    { to: 'sales_cycle', value: cycle, at: '/cycle' },
    { to: 'contact_stage', value: stage, at: '/stage', within: cycle },
  ],
  run: async ({ config, subjects }, { stages, cycles }) => {
    const { stage, forward_only = 'yes', cycle: named = '' } = config
    const contact = await stages.contacts.forChange(String(subjects.contact?.id))
    const all = await cycles.all()
    const own = all.find(({ id }) => id === contact.sales_cycle_id)
    const given = all.find(({ id, name }) => id === named.toLowerCase() || fold(name) === fold(named))
    if (named.trim() !== '' && !given) return { skipped: 'no_cycle' }
    if (own && given && own !== given) return { skipped: 'other_cycle' }
    const cycle = own ?? given ?? all.find(({ is_default }) => is_default)
    const to = cycle && stageNamed(cycle.stages, stage)
    if (!cycle || !to) return { skipped: cycle ? 'no_stage' : 'no_cycle' }
    const from = contact.pipeline_stage === null ? undefined : stageNamed(cycle.stages, contact.pipeline_stage)
    if (from === to && own) return { skipped: 'no_change' }
    const isForward = !from || cycle.stages.indexOf(to) > cycle.stages.indexOf(from)
    if (forward_only === 'yes' && !isForward) return { skipped: 'not_forward' }
    await stages.move({ id: contact.id, stage: to.id, cycle: cycle.id, forward_only: forward_only === 'yes' }, new Reply())
    return { done: { from: from?.name ?? null, to: to.name } }
  },
  dryRun: ({ config }) => ({ to: config.stage }),
})
