import type { Migration } from '../../../kernel/storage/connection/migrate.ts'

const indexes = `
create index "{p}workflow_timers_due_index" on "{p}workflow_timers" ("next_at") where "next_at" is not null;
create index "{p}deals_entered_due_index" on "{p}deals" ("user_from", "stage_entered_at", "id") where status = 'open' and deleted_at is null;
`

/** How far each workflow with a timer has come, and the order in which it takes open deals. */
export const workflowTimers: Migration = {
  name: '2026-11-27-workflow-timers',
  up: {
    postgresql: `
create table "{p}workflow_timers" (
  "id" uuid not null,
  "user_from" text not null,
  "workflow_id" uuid not null,
  "days" int not null,
  "passed_at" timestamptz(3) null,
  "passed_id" text null,
  "next_at" timestamptz(3) null, primary key (
  "id"));
alter table "{p}workflow_timers" add constraint "{p}workflow_timers_workflow_id_unique" unique ("user_from", "workflow_id");
${indexes}`,
    sqlite: `
create table "{p}workflow_timers" (
  "id" text not null primary key,
  "user_from" text not null,
  "workflow_id" text not null,
  "days" integer not null,
  "passed_at" datetime null,
  "passed_id" text null,
  "next_at" datetime null);
create unique index "{p}workflow_timers_workflow_id_unique" on "{p}workflow_timers" ("user_from", "workflow_id");
${indexes}`,
  },
}
