import type { Migration } from '../connection/migrate.ts'

const up = 'create table "{p}write_probe" ("id" integer not null primary key, "filler" text not null)'

/** A table that stays empty: readiness writes into it. */
export const writeProbe: Migration = { name: '2026-11-27-write-probe', up: { postgresql: up, sqlite: up } }
