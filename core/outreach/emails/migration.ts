import type { Migration } from '../../kernel/storage/connection/migrate.ts'

// The order in which messages fall due: of all, and within a mailbox.
const indexes = `
create index "{p}emails_due_at_due_index" on "{p}emails" ("due_at") where "due_at" is not null;
create index "{p}emails_mailbox_due_index" on "{p}emails" ("user_from", "mailbox_id", "rank", "due_at", "id") where "due_at" is not null;`

/** What an e-mail that the engine sends or receives has besides what its analysis counts, its files, and the contacts that it goes to. */
export const emailTables: Migration = {
  name: '2026-11-28-outreach-emails',
  up: {
    postgresql: `alter table "{p}emails"
  add column "message_id" text null,
  add column "thread_id" uuid null,
  add column "waiting_for" text null,
  add column "mailbox_id" uuid null,
  add column "from" text null,
  add column "to" json not null default '[]',
  add column "cc" json not null default '[]',
  add column "bcc" json not null default '[]',
  add column "text" text null,
  add column "html" text null,
  add column "snippet" text null,
  add column "purpose" text not null default 'personal',
  add column "topic" text null,
  add column "company_id" uuid null,
  add column "step_id" uuid null,
  add column "variant" text null,
  add column "run_id" uuid null,
  add column "template_version" int null,
  add column "reply_to_email_id" uuid null,
  add column "automatic" boolean not null default false,
  add column "track_opens" boolean not null default false,
  add column "track_clicks" boolean not null default false,
  add column "scheduled_at" timestamptz(3) null,
  add column "recipients" json not null default '[]',
  add column "bounce" json null,
  add column "error" json null,
  add column "links" json not null default '[]',
  add column "attachments" json not null default '[]',
  add column "key" text null,
  add column "due_at" timestamptz(3) null,
  add column "rank" int not null default 0,
  add column "attempt" int not null default 0,
  add column "lease_token" uuid null,
  add column "begun_at" timestamptz(3) null,
  add column "unsubscribe_link" text not null default 'no',
  add column "from_name" text null,
  add column "reply_to" text null,
  add column "references" json not null default '[]',
  add column "server_answer" text null,
  add column "queue_id" text null;
alter table "{p}emails"
  alter column "to" drop default,
  alter column "cc" drop default,
  alter column "bcc" drop default,
  alter column "purpose" drop default,
  alter column "automatic" drop default,
  alter column "track_opens" drop default,
  alter column "track_clicks" drop default,
  alter column "recipients" drop default,
  alter column "links" drop default,
  alter column "attachments" drop default,
  alter column "rank" drop default,
  alter column "attempt" drop default,
  alter column "unsubscribe_link" drop default,
  alter column "references" drop default;
create index "{p}emails_thread_id_id_index" on "{p}emails" ("user_from", "thread_id", "id");
create index "{p}emails_deal_id_id_index" on "{p}emails" ("user_from", "deal_id", "id");
create index "{p}emails_enrollment_id_id_index" on "{p}emails" ("user_from", "enrollment_id", "id");
create index "{p}emails_created_at_id_index" on "{p}emails" ("user_from", "created_at", "id");
create index "{p}emails_mailbox_id_begun_at_index" on "{p}emails" ("user_from", "mailbox_id", "begun_at");
alter table "{p}emails" add constraint "{p}emails_key_unique" unique ("user_from", "key");
alter table "{p}emails" add constraint "{p}emails_message_id_unique" unique ("user_from", "message_id");
create table "{p}email_files" (
  "id" uuid not null,
  "user_from" text not null,
  "email_id" uuid not null,
  "position" int not null,
  "name" text not null,
  "media_type" text not null,
  "content_id" text null,
  "content" text not null, primary key (
  "id"));
alter table "{p}email_files" add constraint "{p}email_files_email_id_position_unique" unique ("user_from", "email_id", "position");
create table "{p}email_contacts" (
  "id" uuid not null,
  "user_from" text not null,
  "email_id" uuid not null,
  "contact_id" uuid not null,
  "in_copy" boolean not null,
  "sent_at" timestamptz(3) null, primary key (
  "id"));
create index "{p}email_contacts_contact_id_sent_at_email_id_index" on "{p}email_contacts" ("user_from", "contact_id", "sent_at", "email_id");
alter table "{p}email_contacts" add constraint "{p}email_contacts_email_id_contact_id_unique" unique ("user_from", "email_id", "contact_id");${indexes}`,
    sqlite: `create table "{p}emails_new" (
  "id" text not null primary key,
  "user_from" text not null,
  "message_id" text null,
  "thread_id" text null,
  "direction" text not null,
  "status" text not null,
  "waiting_for" text null,
  "mailbox" text not null,
  "mailbox_id" text null,
  "from" text null,
  "to" json not null,
  "cc" json not null,
  "bcc" json not null,
  "subject" text null,
  "text" text null,
  "html" text null,
  "snippet" text null,
  "purpose" text not null,
  "topic" text null,
  "lead_id" text null,
  "deal_id" text null,
  "company_id" text null,
  "campaign_id" text null,
  "sequence_id" text null,
  "enrollment_id" text null,
  "step_id" text null,
  "variant" text null,
  "workflow_id" text null,
  "run_id" text null,
  "template_id" text null,
  "template_version" integer null,
  "owner_email" text null,
  "reply_to_email_id" text null,
  "automatic" integer not null,
  "track_opens" integer not null,
  "track_clicks" integer not null,
  "scheduled_at" datetime null,
  "sent_at" datetime null,
  "failed_at" datetime null,
  "bounced_at" datetime null,
  "opened_at" datetime null,
  "open_count" integer not null,
  "clicked_at" datetime null,
  "click_count" integer not null,
  "replied_at" datetime null,
  "unsubscribed_at" datetime null,
  "recipients" json not null,
  "bounce" json null,
  "error" json null,
  "links" json not null,
  "attachments" json not null,
  "created_by" text not null,
  "created_at" datetime not null,
  "key" text null,
  "due_at" datetime null,
  "rank" integer not null,
  "attempt" integer not null,
  "lease_token" text null,
  "begun_at" datetime null,
  "unsubscribe_link" text not null,
  "from_name" text null,
  "reply_to" text null,
  "references" json not null,
  "server_answer" text null,
  "queue_id" text null);
insert into "{p}emails_new" ("id", "user_from", "direction", "status", "mailbox", "lead_id", "deal_id", "campaign_id", "sequence_id", "enrollment_id", "workflow_id", "template_id", "subject", "owner_email", "sent_at", "failed_at", "bounced_at", "opened_at", "open_count", "clicked_at", "click_count", "replied_at", "unsubscribed_at", "created_by", "created_at", "to", "cc", "bcc", "purpose", "automatic", "track_opens", "track_clicks", "recipients", "links", "attachments", "rank", "attempt", "unsubscribe_link", "references")
select "id", "user_from", "direction", "status", "mailbox", "lead_id", "deal_id", "campaign_id", "sequence_id", "enrollment_id", "workflow_id", "template_id", "subject", "owner_email", "sent_at", "failed_at", "bounced_at", "opened_at", "open_count", "clicked_at", "click_count", "replied_at", "unsubscribed_at", "created_by", "created_at", '[]', '[]', '[]', 'personal', 0, 0, 0, '[]', '[]', '[]', 0, 0, 'no', '[]' from "{p}emails";
drop table "{p}emails";
alter table "{p}emails_new" rename to "{p}emails";
create index "{p}emails_sent_at_id_index" on "{p}emails" ("user_from", "sent_at", "id");
create index "{p}emails_failed_at_id_index" on "{p}emails" ("user_from", "failed_at", "id");
create index "{p}emails_lead_id_created_at_id_index" on "{p}emails" ("user_from", "lead_id", "created_at", "id");
create index "{p}emails_campaign_id_id_index" on "{p}emails" ("user_from", "campaign_id", "id");
create index "{p}emails_sequence_id_id_index" on "{p}emails" ("user_from", "sequence_id", "id");
create index "{p}emails_thread_id_id_index" on "{p}emails" ("user_from", "thread_id", "id");
create index "{p}emails_deal_id_id_index" on "{p}emails" ("user_from", "deal_id", "id");
create index "{p}emails_enrollment_id_id_index" on "{p}emails" ("user_from", "enrollment_id", "id");
create index "{p}emails_created_at_id_index" on "{p}emails" ("user_from", "created_at", "id");
create index "{p}emails_mailbox_id_begun_at_index" on "{p}emails" ("user_from", "mailbox_id", "begun_at");
create unique index "{p}emails_key_unique" on "{p}emails" ("user_from", "key");
create unique index "{p}emails_message_id_unique" on "{p}emails" ("user_from", "message_id");
create table "{p}email_files" (
  "id" text not null primary key,
  "user_from" text not null,
  "email_id" text not null,
  "position" integer not null,
  "name" text not null,
  "media_type" text not null,
  "content_id" text null,
  "content" text not null);
create unique index "{p}email_files_email_id_position_unique" on "{p}email_files" ("user_from", "email_id", "position");
create table "{p}email_contacts" (
  "id" text not null primary key,
  "user_from" text not null,
  "email_id" text not null,
  "contact_id" text not null,
  "in_copy" integer not null,
  "sent_at" datetime null);
create index "{p}email_contacts_contact_id_sent_at_email_id_index" on "{p}email_contacts" ("user_from", "contact_id", "sent_at", "email_id");
create unique index "{p}email_contacts_email_id_contact_id_unique" on "{p}email_contacts" ("user_from", "email_id", "contact_id");${indexes}`,
  },
}
