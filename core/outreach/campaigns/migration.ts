import type { Migration } from '../../kernel/storage/connection/migrate.ts'

/** Campaigns, whom they are for, their issues, and who gets each of them. */
export const campaignTables: Migration = {
  name: '2026-11-29-outreach-campaigns',
  up: {
    postgresql: `
create table "{p}campaigns" (
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
  "kind" text not null,
  "status" text not null,
  "reason" text null,
  "owner_email" text null,
  "topic" text not null,
  "template_id" uuid null,
  "subject" text null,
  "html" text null,
  "text" text null,
  "mailbox_id" uuid null,
  "from_name" text null,
  "reply_to" text null,
  "schedule" json not null,
  "variants" json not null,
  "test" json null,
  "throttle_per_hour" int null,
  "utm" json null,
  "winner" json null,
  "next_run_at" timestamptz(3) null,
  "object" text not null,
  "filter" json null, primary key (
  "id"));
create index "{p}campaigns_created_at_id_index" on "{p}campaigns" ("user_from", "created_at", "id");
create index "{p}campaigns_status_index" on "{p}campaigns" ("user_from", "status");
create table "{p}campaign_issues" (
  "id" uuid not null,
  "user_from" text not null,
  "campaign_id" uuid not null,
  "issue" text not null,
  "started_at" timestamptz(3) not null,
  "texts" json not null,
  "utm" json null,
  "looked_at" uuid null,
  "frozen_at" timestamptz(3) null,
  "decide_at" timestamptz(3) null,
  "winner" text null,
  "next_batch_at" timestamptz(3) null,
  "work_at" timestamptz(3) null,
  "finished_at" timestamptz(3) null, primary key (
  "id"));
alter table "{p}campaign_issues" add constraint "{p}campaign_issues_campaign_id_issue_unique" unique ("user_from", "campaign_id", "issue");
create table "{p}campaign_lists" (
  "id" uuid not null,
  "user_from" text not null,
  "campaign_id" uuid not null,
  "list_id" uuid not null,
  "excluded" boolean not null,
  "position" int not null, primary key (
  "id"));
create index "{p}campaign_lists_list_id_index" on "{p}campaign_lists" ("user_from", "list_id");
alter table "{p}campaign_lists" add constraint "{p}campaign_lists_campaign_id_list_id_excluded_unique" unique ("user_from", "campaign_id", "list_id", "excluded");
create table "{p}campaign_recipients" (
  "id" uuid not null,
  "user_from" text not null,
  "campaign_id" uuid not null,
  "issue" text not null,
  "lead_id" uuid not null,
  "address" text null,
  "status" text not null,
  "reason" text null,
  "variant" text null,
  "email_id" uuid null,
  "sent_at" timestamptz(3) null,
  "bounced_at" timestamptz(3) null,
  "opened_at" timestamptz(3) null,
  "clicked_at" timestamptz(3) null,
  "replied_at" timestamptz(3) null,
  "unsubscribed_at" timestamptz(3) null,
  "created_at" timestamptz(3) not null,
  "step" int not null,
  "values" json null, primary key (
  "id"));
create index "{p}campaign_recipients_campaign_id_issue_status_step_id_index" on "{p}campaign_recipients" ("user_from", "campaign_id", "issue", "status", "step", "id");
create index "{p}campaign_recipients_campaign_id_created_at_id_index" on "{p}campaign_recipients" ("user_from", "campaign_id", "created_at", "id");
create index "{p}campaign_recipients_email_id_index" on "{p}campaign_recipients" ("user_from", "email_id");
create index "{p}campaign_recipients_lead_id_index" on "{p}campaign_recipients" ("user_from", "lead_id");
alter table "{p}campaign_recipients" add constraint "{p}campaign_recipients_campaign_id_issue_lead_id_unique" unique ("user_from", "campaign_id", "issue", "lead_id");
alter table "{p}campaign_recipients" add constraint "{p}campaign_recipients_campaign_id_issue_address_unique" unique ("user_from", "campaign_id", "issue", "address");
create table "{p}campaign_subscriptions" (
  "id" uuid not null,
  "user_from" text not null,
  "campaign_id" uuid not null,
  "lead_id" uuid not null,
  "subscribed" boolean not null,
  "changed_by" text not null,
  "changed_at" timestamptz(3) not null, primary key (
  "id"));
create index "{p}campaign_subscriptions_lead_id_index" on "{p}campaign_subscriptions" ("user_from", "lead_id");
alter table "{p}campaign_subscriptions" add constraint "{p}campaign_subscriptions_campaign_id_lead_id_unique" unique ("user_from", "campaign_id", "lead_id");
create index "{p}campaigns_run_due_index" on "{p}campaigns" ("next_run_at") where "next_run_at" is not null;
create index "{p}campaign_issues_work_due_index" on "{p}campaign_issues" ("work_at") where "work_at" is not null;
`,
    sqlite: `
create table "{p}campaigns" (
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
  "kind" text not null,
  "status" text not null,
  "reason" text null,
  "owner_email" text null,
  "topic" text not null,
  "template_id" text null,
  "subject" text null,
  "html" text null,
  "text" text null,
  "mailbox_id" text null,
  "from_name" text null,
  "reply_to" text null,
  "schedule" json not null,
  "variants" json not null,
  "test" json null,
  "throttle_per_hour" integer null,
  "utm" json null,
  "winner" json null,
  "next_run_at" datetime null,
  "object" text not null,
  "filter" json null);
create index "{p}campaigns_created_at_id_index" on "{p}campaigns" ("user_from", "created_at", "id");
create index "{p}campaigns_status_index" on "{p}campaigns" ("user_from", "status");
create table "{p}campaign_issues" (
  "id" text not null primary key,
  "user_from" text not null,
  "campaign_id" text not null,
  "issue" text not null,
  "started_at" datetime not null,
  "texts" json not null,
  "utm" json null,
  "looked_at" text null,
  "frozen_at" datetime null,
  "decide_at" datetime null,
  "winner" text null,
  "next_batch_at" datetime null,
  "work_at" datetime null,
  "finished_at" datetime null);
create unique index "{p}campaign_issues_campaign_id_issue_unique" on "{p}campaign_issues" ("user_from", "campaign_id", "issue");
create table "{p}campaign_lists" (
  "id" text not null primary key,
  "user_from" text not null,
  "campaign_id" text not null,
  "list_id" text not null,
  "excluded" integer not null,
  "position" integer not null);
create index "{p}campaign_lists_list_id_index" on "{p}campaign_lists" ("user_from", "list_id");
create unique index "{p}campaign_lists_campaign_id_list_id_excluded_unique" on "{p}campaign_lists" ("user_from", "campaign_id", "list_id", "excluded");
create table "{p}campaign_recipients" (
  "id" text not null primary key,
  "user_from" text not null,
  "campaign_id" text not null,
  "issue" text not null,
  "lead_id" text not null,
  "address" text null,
  "status" text not null,
  "reason" text null,
  "variant" text null,
  "email_id" text null,
  "sent_at" datetime null,
  "bounced_at" datetime null,
  "opened_at" datetime null,
  "clicked_at" datetime null,
  "replied_at" datetime null,
  "unsubscribed_at" datetime null,
  "created_at" datetime not null,
  "step" integer not null,
  "values" json null);
create index "{p}campaign_recipients_campaign_id_issue_status_step_id_index" on "{p}campaign_recipients" ("user_from", "campaign_id", "issue", "status", "step", "id");
create index "{p}campaign_recipients_campaign_id_created_at_id_index" on "{p}campaign_recipients" ("user_from", "campaign_id", "created_at", "id");
create index "{p}campaign_recipients_email_id_index" on "{p}campaign_recipients" ("user_from", "email_id");
create index "{p}campaign_recipients_lead_id_index" on "{p}campaign_recipients" ("user_from", "lead_id");
create unique index "{p}campaign_recipients_campaign_id_issue_lead_id_unique" on "{p}campaign_recipients" ("user_from", "campaign_id", "issue", "lead_id");
create unique index "{p}campaign_recipients_campaign_id_issue_address_unique" on "{p}campaign_recipients" ("user_from", "campaign_id", "issue", "address");
create table "{p}campaign_subscriptions" (
  "id" text not null primary key,
  "user_from" text not null,
  "campaign_id" text not null,
  "lead_id" text not null,
  "subscribed" integer not null,
  "changed_by" text not null,
  "changed_at" datetime not null);
create index "{p}campaign_subscriptions_lead_id_index" on "{p}campaign_subscriptions" ("user_from", "lead_id");
create unique index "{p}campaign_subscriptions_campaign_id_lead_id_unique" on "{p}campaign_subscriptions" ("user_from", "campaign_id", "lead_id");
create index "{p}campaigns_run_due_index" on "{p}campaigns" ("next_run_at") where "next_run_at" is not null;
create index "{p}campaign_issues_work_due_index" on "{p}campaign_issues" ("work_at") where "work_at" is not null;
`,
  },
}
