/** Limits of one record; beyond them the record is rejected, never the batch. */
export const limits = { depth: 12, keys: 2_000, text: 65_536, lines: 1_000, columns: 4_000 } as const

const blocked = new Set([
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  '__defineGetter__',
  '__defineSetter__',
])

/** True for keys that would touch a prototype: they carry no data in any known system. */
export const isBlocked = (key: string): boolean => blocked.has(key)
