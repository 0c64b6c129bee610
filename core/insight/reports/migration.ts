import type { Migration } from '../../kernel/storage/connection/migrate.ts'

const added = (text: string, moment: string, json: string) => `
alter table "{p}reports" add column "scheduled_by" ${text} null;
alter table "{p}reports" add column "next_run_at" ${moment} null;
alter table "{p}reports" add column "last_sending" ${json} null;
create index "{p}reports_next_run_at_due_index" on "{p}reports" ("next_run_at") where "next_run_at" is not null;
`

/** When a report is sent next, for whom, and what became of it the last time. */
export const reportSendings: Migration = {
  name: '2026-12-08-report-sendings',
  up: { postgresql: added('text', 'timestamptz(3)', 'json'), sqlite: added('text', 'datetime', 'json') },
}
