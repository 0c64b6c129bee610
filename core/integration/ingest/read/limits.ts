import { limits as all } from '../../../kernel/operation/limits.ts'
import type { Problem } from './table.ts'

/** Limits of one record, beyond which it is rejected, and of the distinct paths of a batch (`nodes`), beyond which they are ignored. */
export const limits = {
  depth: all.ingest_depth.value,
  keys: all.ingest_keys.value,
  text: all.ingest_text_characters.value,
  lines: all.ingest_lines.value,
  nodes: all.ingest_columns.value,
} as const

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

/** The problem of a document with too many lines; null within the limit. */
export const tooManyLines = (field: string, lines: number): Problem | null =>
  lines > limits.lines ? { code: 'too_many_lines', field, reason: `${field}: ${lines} lines, at most ${limits.lines} are taken` } : null
