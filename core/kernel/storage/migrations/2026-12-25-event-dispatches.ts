import type { Migration } from '../connection/migrate.ts'

const both = (position: string, time: string) => `
create table "{p}event_dispatches" ("position" ${position} not null, "user_from" text not null, "processed_at" ${time} null, primary key ("position"));
insert into "{p}event_dispatches" ("position", "user_from") select "position", "user_from" from "{p}events" where "processed_at" is null;
create index "{p}event_dispatches_unprocessed_index" on "{p}event_dispatches" ("position") where "processed_at" is null;
drop index "{p}events_unprocessed_index";
`

// Once for each statement: a trigger for each row would take as long as the row itself.
const postgresql = `${both('bigint', 'timestamp(3) with time zone')}
create function "{p}event_dispatches_follow"() returns trigger language plpgsql as $$ begin
  insert into "{p}event_dispatches" ("position", "user_from") select "position", "user_from" from "added" where "processed_at" is null; \
  return null; end $$;
create trigger "event_dispatches_added" after insert on "{p}events" referencing new table as "added" for each statement
  execute function "{p}event_dispatches_follow"()`

const sqlite = `${both('integer', 'datetime')}
create trigger "{p}event_dispatches_added" after insert on "{p}events" when new."processed_at" is null begin
  insert into "{p}event_dispatches" ("position", "user_from") values (new."position", new."user_from"); end`

/** The queue of the dispatcher in a table of its own. It was a column of the events: each was written again, with all its indexes, when it was dispatched. */
export const eventDispatches: Migration = { name: '2026-12-25-event-dispatches', up: { postgresql, sqlite } }
