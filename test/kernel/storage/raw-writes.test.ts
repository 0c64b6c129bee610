import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const WRITE = /[.](?:insertInto|updateTable|deleteFrom)\(/

// Everything else writes through `Records` (insert, update, remove, project), which knows events, history and visibility.
const allowed: Readonly<Record<string, string>> = {
  'core/automation/workflows/actions/teammates.ts': 'the place in a rotation, inserted unless a parallel step has done so, and locked',

  'core/automation/workflows/enrollment/enrollment.ts': 'runs, whose unique keys decide who enrolls a record',
  'core/automation/workflows/enrollment/waking.ts': 'runs woken by events, across organizations, and the events that their waits note',
  'core/automation/workflows/retention/history-retention.ts': 'old histories of runs, across organizations',
  'core/automation/workflows/runs/effects.ts': 'leases of calls, claimed across organizations',
  'core/automation/workflows/runs/run-control.ts': 'calls and waits of a run that was stopped',
  'core/automation/workflows/runs/run-writer.ts': 'counters that the database increments, and histories and waits, which are no records',
  'core/automation/workflows/schedules.ts': 'times of schedules, replaced with each activation',
  'core/commerce/documents/lines.ts': 'lines that a document no longer has; the change is that of the document',
  'core/commerce/documents/numbers.ts': 'a counter that the database increments, so that parallel documents get different numbers',
  'core/crm/pipelines/default.ts': 'inserted unless a parallel call has done so',
  'core/integration/imports/reverting.ts': 'bookkeeping of an import that is undone',
  'core/integration/ingest/arrivals/awaited-companies.ts': 'links that wait, dropped when they are made',
  'core/integration/ingest/arrivals/awaited-contacts.ts': 'links that wait, dropped when they are made',
  'core/integration/ingest/arrivals/consumer.ts': 'a job made by the dispatcher, outside a unit of work',
  'core/integration/ingest/match/context.ts': 'states of source records, which are no records',
  'core/integration/ingest/runs/detachment.ts': 'references of a source, deleted in steps',
  'core/integration/ingest/runs/kept-rows.ts': 'parts of an uploaded file or a batch, which are no records',
  'core/integration/ingest/runs/sources.ts': 'keys and states of a source that is deleted',
  'core/integration/ingest/write/lines.ts': 'lines that a document no longer has; the change is that of the document',
  'core/integration/ingest/write/referenced-companies.ts': 'links that wait, replaced by those of the newest batch',
  'core/integration/webhooks/delivery/attempt-results.ts': 'results of a batch of attempts, across organizations',
  'core/integration/webhooks/delivery/claims.ts': 'leases, claimed across organizations with a fencing token',
  'core/integration/webhooks/delivery/manual-deliveries.ts': 'deliveries, which are no records',
  'core/integration/webhooks/delivery/replay.ts': 'deliveries inserted from a query',
  'core/integration/webhooks/delivery/retention.ts': 'old attempts and deliveries, across organizations',
  'core/integration/webhooks/subscriptions/held-deliveries.ts': 'deliveries held and resumed in one statement',
  'core/kernel/events/deadline-events.ts': 'events and marks of passed deadlines, across organizations',
  'core/kernel/jobs/worker.ts': 'leases of jobs, claimed across organizations',
  'core/kernel/secrets/keyring.ts': 'a key that exists before any unit of work',
  'core/outreach/engagement/hit-log.ts': 'hits of strangers, many in one commit, across organizations',
  'core/outreach/engagement/retention.ts': 'networks of old hits, across organizations',
  'core/outreach/sequences/enrolling.ts': 'runs of enrollments, whose unique keys decide who enrolls a contact',
  'core/outreach/sequences/step-actions.ts': 'e-mails of a day, counted by the database',
  'core/platform/access/call-log.ts': 'buffered log lines of calls, across organizations',
  'core/platform/access/directory.ts': 'the installation itself, before anybody can act',
  'core/platform/access/installation.ts': 'the installation itself, before anybody can act',
  'core/platform/access/quotas.ts': 'counters that the database increments',
  'core/platform/access/rate-windows.ts': 'counters that the database increments',
  'core/platform/access/retention.ts': 'old counters, across organizations',
  'core/platform/accounts/account-store.ts': 'accounts, which belong to no organization',
  'core/platform/accounts/attempt-limits.ts': 'counters that the database increments',
  'core/platform/accounts/invitations.ts': 'invitations that are used before anybody can act',
  'core/platform/accounts/passkey-store.ts': 'passkeys of accounts, which belong to no organization',
  'core/platform/accounts/password-resets.ts': 'links that are used before anybody can act',
  'core/platform/accounts/retention.ts': 'old counters, across organizations',
  'core/platform/accounts/session-rows.ts': 'sessions, which belong to no organization',
  'core/platform/accounts/teammate-invitations.ts': 'invitations, which are no records; the entry of the audit log is about the user',
  'core/platform/grants/artifacts.ts': 'codes, tokens and sessions, which belong to no organization',
  'core/platform/grants/grants.ts': 'grants that are made and ended at sign-in, before anybody can act',
  'core/platform/grants/retention.ts': 'expired codes, tokens and sessions',
  'core/platform/notifications/notices.ts': 'notifications of a transaction across organizations',
  'core/platform/notifications/service.ts': 'marks all as read in one statement',
  'core/platform/privacy/erasure.ts': 'rows of any table, cleared without history on purpose',
  'core/records/lists/members.ts': 'members of a list, which are no records',
  'core/records/properties/retention.ts': 'values of a property that is deleted for good',
  'core/records/properties/values.ts': 'the index of values, rebuilt in steps',
  'core/records/record-type/standard-writes.ts': 'parts of a record that is deleted for good',
}

it('raw writes stand in core/kernel/storage and in the files that have a reason', () => {
  const found = globSync('core/**/*.ts').filter((file) => WRITE.test(readFileSync(file, 'utf8')))
  expect(found.filter((file) => !file.startsWith('core/kernel/storage/')).toSorted()).toEqual(Object.keys(allowed))
})
