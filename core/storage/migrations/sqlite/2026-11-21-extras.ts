// What no entity declares: the indexes by which work is found.
export const extras = `
create index "{p}events_unprocessed_index" on "{p}events" ("id") where "processed_at" is null;
`
