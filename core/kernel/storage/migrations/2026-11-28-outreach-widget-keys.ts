import type { Migration } from '../connection/migrate.ts'

const up = 'alter table "{p}api_keys" add column "allowed_origins" json null;'

/** Adds `allowed_origins` to API keys: the sites whose pages may use a widget-only key. */
export const widgetKeys: Migration = { name: '2026-11-28-outreach-widget-keys', up: { postgresql: up, sqlite: up } }
