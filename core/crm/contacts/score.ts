import type { Contact } from './entity.ts'

/** Why a score is changed in this unit of work: the event says it, and nothing else keeps it. */
export const scoreReasons = new WeakMap<Contact, string>()
