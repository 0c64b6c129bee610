import type { Services } from '../../kernel/operation/services.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { WorkflowRun } from '../../automation/workflows/entity.ts'
import { PendingCalls } from '../../automation/workflows/runs/pending-calls.ts'
import type { Email } from '../emails/entity.ts'
import type { EmailChange, EmailFollower } from '../emails/followers.ts'

// What ends the wait of a step.
const ends: ReadonlySet<EmailChange['to']> = new Set(['sent', 'failed', 'bounced', 'uncertain', 'cancelled'])

/** Tells steps of workflows what became of their e-mails, and holds back those of runs that were cancelled or have left early. */
export function followWorkflowMail(services: Services): EmailFollower {
  return {
    async held(emails) {
      const own = emails.filter(isOfStep)
      const ids = own.map(({ run_id }) => run_id)
      const runs = ids.length > 0 ? await services.resolve(Records).whole.findBy(WorkflowRun, 'id', ids) : []
      const reasons = new Map(runs.flatMap((run) => (isCalledOff(run) ? [[run.id, run.end_reason ?? 'cancelled'] as const] : [])))
      return new Map(
        own.flatMap(({ id, run_id }) => {
          const reason = reasons.get(run_id ?? '')
          return reason === undefined ? [] : [[id, reason] as const]
        }),
      )
    },
    async delayed(emails) {
      const own = emails.filter(isOfStep)
      if (own.length > 0)
        await services
          .resolve(PendingCalls)
          .waitFor(new Map(own.flatMap(({ key, waiting_for }) => (key === null ? [] : [[key, waiting_for ?? 'email']]))))
    },
    async changed(changes) {
      const keys = changes.flatMap(({ email, to }) => (isOfStep(email) && email.key !== null && ends.has(to) ? [email.key] : []))
      if (keys.length > 0) await services.resolve(PendingCalls).wake(keys)
    },
  }
}

const isOfStep = ({ run_id, enrollment_id }: Email) => run_id !== null && enrollment_id === null

const isCalledOff = ({ status, end_reason }: WorkflowRun) => status === 'cancelled' || (status === 'completed' && end_reason === 'exit')
