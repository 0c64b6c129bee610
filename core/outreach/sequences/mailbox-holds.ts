import type { Services } from '../../kernel/operation/services.ts'
import { Ids } from '../../kernel/ports/ids.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { Turns } from '../../kernel/values/turns.ts'
import { WorkflowRun } from '../../automation/workflows/entity.ts'
import { freeze } from '../../automation/workflows/runs/ending.ts'
import { RunState } from '../../automation/workflows/runs/run-state.ts'
import { RunWriter } from '../../automation/workflows/runs/run-writer.ts'
import type { MailboxFollower } from '../mailboxes/followers.ts'
import { Enrollment } from './entity.ts'

/** What a run waits for whose enrollment is paused because its mailbox is disabled. */
export const HELD_WITH_MAILBOX = 'mailbox'

// Enrollments that one statement reads.
const PART = 500

/** Pauses the enrollments of mailboxes that are disabled, and lets those go on whose mailbox is used again; nobody else's pause ends by that. */
export function followMailboxes(services: Services): MailboxFollower {
  const records = services.resolve(Records).whole
  return {
    async changed({ id: mailbox }, to) {
      const writer = new RunWriter({ records, ids: services.resolve(Ids) })
      const turns = new Turns(1)
      for await (const part of parts(records, mailbox, to === 'disabled' ? 'active' : 'paused')) {
        // The run first, as everybody who writes both does.
        const runs = (await records.findBy(WorkflowRun, 'id', part, { lock: true })).filter(
          ({ ended_at, waiting_for }) => ended_at === null && (to === 'disabled' || waiting_for === HELD_WITH_MAILBOX),
        )
        const enrollments = new Map((await records.findBy(Enrollment, 'id', part, { lock: true })).map((each) => [each.id, each]))
        const states: RunState[] = []
        const updates: { before: Enrollment; changes: Partial<Enrollment> }[] = []
        for (const run of runs) {
          const before = enrollments.get(run.id)
          if (before?.status !== (to === 'disabled' ? 'active' : 'paused')) continue
          const state = new RunState(run)
          if (to === 'disabled') hold(state)
          else goOn(state, before, records.unit.now)
          states.push(state)
          updates.push({ before, changes: { status: to === 'disabled' ? 'paused' : 'active' } })
        }
        await writer.write(states)
        await records.update(Enrollment, updates)
        if (turns.areOver()) await turns.next()
      }
    },
  }
}

/** Lets a run go on that was held with its enrollment: at once, those first whose steps fell due first. */
export function goOn(state: RunState, { next_run_at }: Enrollment, now: Date): void {
  const { frozen_by: _by, ...memory } = state.run.memory
  const wake_at = next_run_at && next_run_at < now ? next_run_at : now
  state.change({ memory, status: memory.wait ? 'waiting' : 'running', waiting_for: memory.wait?.for ?? null, wake_at })
}

function hold(state: RunState): void {
  freeze(state, 'user')
  state.change({ waiting_for: HELD_WITH_MAILBOX })
}

async function* parts(records: Records, mailbox: string, status: Enrollment['status']): AsyncGenerator<readonly string[]> {
  for (let after = ''; ;) {
    const rows = await records.columns(Enrollment, ['id'], (query) => {
      const own = query.where('mailbox_id', '=', mailbox).where('status', '=', status)
      return (after === '' ? own : own.where('id', '>', after)).orderBy('id').limit(PART)
    })
    if (rows.length > 0) yield rows.map(({ id }) => id)
    if (rows.length < PART) return
    after = rows.at(-1)?.id ?? ''
  }
}
