import type { Migration } from '../../kernel/storage/connection/migrate.ts'

// Nothing has ever run: the table of runs has no rows yet and is made again.
const dropped = 'drop table "{p}workflow_runs";'

// By these the work that is due is found, in the order of its times, and what must be there once.
const due = `
create index "{p}workflow_runs_due_index" on "{p}workflow_runs" ("wake_at") where "wake_at" is not null;
create index "{p}workflow_runs_due_by_organization_index" on "{p}workflow_runs" ("user_from", "wake_at") where "wake_at" is not null;
create unique index "{p}workflow_runs_active_due_unique" on "{p}workflow_runs" ("user_from", "active_key") where "active_key" is not null;
create unique index "{p}workflow_runs_event_due_unique" on "{p}workflow_runs" ("user_from", "event_id", "workflow_id", "entity_id") where "event_id" is not null;
create index "{p}workflow_effects_due_index" on "{p}workflow_effects" ("due_at") where "due_at" is not null;
create index "{p}workflow_schedules_due_index" on "{p}workflow_schedules" ("next_at") where "next_at" is not null;
`

/** The tables of workflows: their versions, runs, history, waits and calls to the outside. */
export const workflowTables: Migration = {
  name: '2026-11-27-workflows',
  up: {
    postgresql: `${dropped}
create table "{p}workflows" (
  "id" uuid not null,
  "user_from" text not null,
  "external_ids" json not null,
  "created_by" text not null,
  "created_via" text not null,
  "created_in" text null,
  "created_at" timestamptz(3) not null,
  "updated_at" timestamptz(3) not null,
  "deleted_at" timestamptz(3) null,
  "version" int not null,
  "name" text not null,
  "description" text null,
  "status" text not null,
  "published_version" int null,
  "draft_version" int not null,
  "published_at" timestamptz(3) null,
  "definition" json null,
  "draft" json null, primary key (
  "id"));
create index "{p}workflows_created_at_id_index" on "{p}workflows" ("user_from", "created_at", "id");
create index "{p}workflows_status_index" on "{p}workflows" ("user_from", "status");
create table "{p}workflow_counts" ("workflow_id" text not null,
  "name" text not null,
  "user_from" text not null,
  "amount" int not null, primary key ("workflow_id",
  "name"));
create table "{p}workflow_effects" (
  "id" uuid not null,
  "user_from" text not null,
  "run_id" uuid not null,
  "seq" int not null,
  "action" text not null,
  "key" text not null,
  "payload" json not null,
  "status" text not null,
  "attempt" int not null,
  "due_at" timestamptz(3) null,
  "lease_token" text null,
  "created_at" timestamptz(3) not null, primary key (
  "id"));
create index "{p}workflow_effects_run_id_index" on "{p}workflow_effects" ("user_from", "run_id");
alter table "{p}workflow_effects" add constraint "{p}workflow_effects_key_unique" unique ("user_from", "key");
create table "{p}workflow_rotations" ("workflow_id" text not null,
  "step" text not null,
  "user_from" text not null,
  "position" text not null, primary key ("workflow_id",
  "step"));
create table "{p}workflow_runs" (
  "id" uuid not null,
  "user_from" text not null,
  "workflow_id" uuid not null,
  "workflow_version" int not null,
  "entity_type" text null,
  "entity_id" uuid null,
  "contact_id" uuid null,
  "deal_id" uuid null,
  "company_id" uuid null,
  "event_id" bigint null,
  "cause_chain" json not null,
  "status" text not null,
  "cursor" text null,
  "wake_at" timestamptz(3) null,
  "waiting_for" text null,
  "started_at" timestamptz(3) not null,
  "ended_at" timestamptz(3) null,
  "end_reason" text null,
  "seq" int not null,
  "attempt" int not null,
  "wait_result" text null,
  "split_variant" text null,
  "memory" json not null,
  "active_key" text null, primary key (
  "id"));
create index "{p}workflow_runs_contact_id_started_at_id_index" on "{p}workflow_runs" ("user_from", "contact_id", "started_at", "id");
create index "{p}workflow_runs_workflow_id_id_index" on "{p}workflow_runs" ("user_from", "workflow_id", "id");
create index "{p}workflow_runs_entity_id_id_index" on "{p}workflow_runs" ("user_from", "entity_id", "id");
create table "{p}workflow_schedules" (
  "id" uuid not null,
  "user_from" text not null,
  "workflow_id" uuid not null,
  "position" int not null,
  "next_at" timestamptz(3) null,
  "last_date" text null, primary key (
  "id"));
alter table "{p}workflow_schedules" add constraint "{p}workflow_schedules_workflow_id_position_unique" unique ("user_from", "workflow_id", "position");
create table "{p}workflow_skips" (
  "id" uuid not null,
  "user_from" text not null,
  "workflow_id" uuid not null,
  "event_id" bigint not null,
  "reason" text not null,
  "created_at" timestamptz(3) not null, primary key (
  "id"));
create index "{p}workflow_skips_event_id_index" on "{p}workflow_skips" ("user_from", "event_id");
create table "{p}workflow_steps" (
  "id" uuid not null,
  "user_from" text not null,
  "run_id" uuid not null,
  "seq" int not null,
  "workflow_id" uuid not null,
  "path" text not null,
  "step_id" text not null,
  "type" text not null,
  "status" text not null,
  "reason" text null,
  "attempt" int not null,
  "input" json null,
  "output" json null,
  "error" json null,
  "started_at" timestamptz(3) not null,
  "ended_at" timestamptz(3) null, primary key (
  "id"));
alter table "{p}workflow_steps" add constraint "{p}workflow_steps_run_id_seq_unique" unique ("user_from", "run_id", "seq");
create table "{p}workflow_versions" (
  "id" uuid not null,
  "user_from" text not null,
  "workflow_id" uuid not null,
  "version" int not null,
  "definition" json not null,
  "parsed" json not null,
  "created_by" text not null,
  "created_at" timestamptz(3) not null, primary key (
  "id"));
alter table "{p}workflow_versions" add constraint "{p}workflow_versions_workflow_id_version_unique" unique ("user_from", "workflow_id", "version");
create table "{p}workflow_waits" (
  "id" uuid not null,
  "user_from" text not null,
  "run_id" uuid not null,
  "subject" text not null,
  "event_type" text null,
  "registered_at" timestamptz(3) not null, primary key (
  "id"));
create index "{p}workflow_waits_subject_event_type_index" on "{p}workflow_waits" ("user_from", "subject", "event_type");
create index "{p}workflow_waits_run_id_index" on "{p}workflow_waits" ("user_from", "run_id");
${due}`,
    sqlite: `${dropped}
create table "{p}workflows" (
  "id" text not null primary key,
  "user_from" text not null,
  "external_ids" json not null,
  "created_by" text not null,
  "created_via" text not null,
  "created_in" text null,
  "created_at" datetime not null,
  "updated_at" datetime not null,
  "deleted_at" datetime null,
  "version" integer not null,
  "name" text not null,
  "description" text null,
  "status" text not null,
  "published_version" integer null,
  "draft_version" integer not null,
  "published_at" datetime null,
  "definition" json null,
  "draft" json null);
create index "{p}workflows_created_at_id_index" on "{p}workflows" ("user_from", "created_at", "id");
create index "{p}workflows_status_index" on "{p}workflows" ("user_from", "status");
create table "{p}workflow_counts" ("workflow_id" text not null,
  "name" text not null,
  "user_from" text not null,
  "amount" integer not null, primary key ("workflow_id",
  "name"));
create table "{p}workflow_effects" (
  "id" text not null primary key,
  "user_from" text not null,
  "run_id" text not null,
  "seq" integer not null,
  "action" text not null,
  "key" text not null,
  "payload" json not null,
  "status" text not null,
  "attempt" integer not null,
  "due_at" datetime null,
  "lease_token" text null,
  "created_at" datetime not null);
create index "{p}workflow_effects_run_id_index" on "{p}workflow_effects" ("user_from", "run_id");
create unique index "{p}workflow_effects_key_unique" on "{p}workflow_effects" ("user_from", "key");
create table "{p}workflow_rotations" ("workflow_id" text not null,
  "step" text not null,
  "user_from" text not null,
  "position" text not null, primary key ("workflow_id",
  "step"));
create table "{p}workflow_runs" (
  "id" text not null primary key,
  "user_from" text not null,
  "workflow_id" text not null,
  "workflow_version" integer not null,
  "entity_type" text null,
  "entity_id" text null,
  "contact_id" text null,
  "deal_id" text null,
  "company_id" text null,
  "event_id" bigint null,
  "cause_chain" json not null,
  "status" text not null,
  "cursor" text null,
  "wake_at" datetime null,
  "waiting_for" text null,
  "started_at" datetime not null,
  "ended_at" datetime null,
  "end_reason" text null,
  "seq" integer not null,
  "attempt" integer not null,
  "wait_result" text null,
  "split_variant" text null,
  "memory" json not null,
  "active_key" text null);
create index "{p}workflow_runs_contact_id_started_at_id_index" on "{p}workflow_runs" ("user_from", "contact_id", "started_at", "id");
create index "{p}workflow_runs_workflow_id_id_index" on "{p}workflow_runs" ("user_from", "workflow_id", "id");
create index "{p}workflow_runs_entity_id_id_index" on "{p}workflow_runs" ("user_from", "entity_id", "id");
create table "{p}workflow_schedules" (
  "id" text not null primary key,
  "user_from" text not null,
  "workflow_id" text not null,
  "position" integer not null,
  "next_at" datetime null,
  "last_date" text null);
create unique index "{p}workflow_schedules_workflow_id_position_unique" on "{p}workflow_schedules" ("user_from", "workflow_id", "position");
create table "{p}workflow_skips" (
  "id" text not null primary key,
  "user_from" text not null,
  "workflow_id" text not null,
  "event_id" bigint not null,
  "reason" text not null,
  "created_at" datetime not null);
create index "{p}workflow_skips_event_id_index" on "{p}workflow_skips" ("user_from", "event_id");
create table "{p}workflow_steps" (
  "id" text not null primary key,
  "user_from" text not null,
  "run_id" text not null,
  "seq" integer not null,
  "workflow_id" text not null,
  "path" text not null,
  "step_id" text not null,
  "type" text not null,
  "status" text not null,
  "reason" text null,
  "attempt" integer not null,
  "input" json null,
  "output" json null,
  "error" json null,
  "started_at" datetime not null,
  "ended_at" datetime null);
create unique index "{p}workflow_steps_run_id_seq_unique" on "{p}workflow_steps" ("user_from", "run_id", "seq");
create table "{p}workflow_versions" (
  "id" text not null primary key,
  "user_from" text not null,
  "workflow_id" text not null,
  "version" integer not null,
  "definition" json not null,
  "parsed" json not null,
  "created_by" text not null,
  "created_at" datetime not null);
create unique index "{p}workflow_versions_workflow_id_version_unique" on "{p}workflow_versions" ("user_from", "workflow_id", "version");
create table "{p}workflow_waits" (
  "id" text not null primary key,
  "user_from" text not null,
  "run_id" text not null,
  "subject" text not null,
  "event_type" text null,
  "registered_at" datetime not null);
create index "{p}workflow_waits_subject_event_type_index" on "{p}workflow_waits" ("user_from", "subject", "event_type");
create index "{p}workflow_waits_run_id_index" on "{p}workflow_waits" ("user_from", "run_id");
${due}`,
  },
}
