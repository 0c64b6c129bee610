import type { Migration } from '../connection/migrate.ts'

const up = (json: string, id: string, whole: string) => `
alter table "{p}tasks" add column "recurrence" ${json} null;
alter table "{p}tasks" add column "series_id" ${id} null;
alter table "{p}tasks" add column "occurrence" ${whole} null;
alter table "{p}tasks" add column "series_monthday" ${whole} null;
create index "{p}tasks_series_id_occurrence_index" on "{p}tasks" ("user_from", "series_id", "occurrence");
`

/** How tasks come again, and which of a series one is. */
export const recurringTasks: Migration = {
  name: '2026-12-10-recurring-tasks',
  up: { postgresql: up('json', 'uuid', 'int'), sqlite: up('json', 'text', 'integer') },
}
