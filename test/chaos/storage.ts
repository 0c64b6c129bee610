import type { Storage } from 'rapport-crm'
import { postgresql } from 'rapport-crm/postgresql'
import { sqlite } from 'rapport-crm/sqlite'

/** A place as the command line of the writer carries it: a path, or a URL of PostgreSQL whose tables lie in a schema `chaos`. */
export function storageOf(place: string): Storage {
  return place.startsWith('postgres:') ? postgresql({ url: place, schema: 'chaos' }) : sqlite(place)
}
