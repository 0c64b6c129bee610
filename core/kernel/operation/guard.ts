import { types } from 'node:util'
import { CrmError, type FieldError } from './errors.ts'
import { limits } from './limits.ts'

const { value: MAX_DEPTH } = limits.input_depth
const { value: MAX_TEXT } = limits.text_characters
/** Values between two pauses. */
const PART = 4_000
/** Keys of objects that no input may have. */
export const forbiddenKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Refuses what no field of the engine may hold, whatever its schema: NUL (PostgreSQL cannot store it), lone surrogates
 * (not UTF-8), objects that are no JSON (dates, maps, promises), texts over 64 KiB, nesting over 32 levels and keys that reach for prototypes. `skip` names top-level fields
 * that hold foreign words, which their handler cleans itself; `long` those whose texts are as long as their schema says.
 */
export function guardInput(input: unknown, skip: readonly string[] = [], long: readonly string[] = []): void {
  const steps = guardInSteps(input, skip, long)
  for (let step = steps.next(); !step.done;) step = steps.next()
}

/** The same with pauses, at which others can have their turn. */
export function* guardInSteps(input: unknown, skip: readonly string[] = [], long: readonly string[] = []): Generator<void, void> {
  let seen = 0
  const stack: { value: unknown; path: string; depth: number; most: number }[] = [{ value: input, path: '', depth: 0, most: MAX_TEXT }]
  for (let next = stack.pop(); next; next = stack.pop()) {
    if (++seen % PART === 0) yield
    const { value, path, depth, most } = next
    if (typeof value === 'string') guardText(value, path, most)
    if (typeof value !== 'object' || value === null) continue
    guardKind(value, path)
    if (depth >= MAX_DEPTH) throw refused({ path, code: 'too_deep', message: `Nested deeper than ${MAX_DEPTH} levels` })
    for (const [key, inner] of Object.entries(value)) {
      const at = `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
      if (!Array.isArray(value)) {
        if (forbiddenKeys.has(key)) throw refused({ path: at, code: 'unknown_field', message: `${key} is not a field` })
        guardText(key, path)
      }
      if (depth === 0 && skip.includes(key)) continue
      stack.push({ value: inner, path: at, depth: depth + 1, most: depth === 0 && long.includes(key) ? Infinity : most })
    }
  }
}

// In process anything can be given, and these have no properties: what they hold would be lost without a word.
function guardKind(value: object, path: string): void {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype === Object.prototype || prototype === null || Array.isArray(value)) return
  if (types.isPromise(value)) throw refused({ path, code: 'invalid_type', message: 'Is a promise: await it first' })
  if (types.isDate(value)) throw refused({ path, code: 'invalid_type', message: 'Is a Date: give its text, as toISOString() answers it' })
  if (types.isMap(value) || types.isSet(value) || types.isRegExp(value))
    throw refused({ path, code: 'invalid_type', message: `Is a ${value.constructor.name}: give an object, a list or a text` })
}

function guardText(text: string, path: string, most: number = MAX_TEXT): void {
  if (text.length > most) throw refused({ path, code: 'too_long', message: `Longer than ${MAX_TEXT} characters` })
  if (text.includes('\0')) throw refused({ path, code: 'invalid_text', message: 'Contains NUL' })
  if (!text.isWellFormed()) throw refused({ path, code: 'invalid_text', message: 'Contains a lone surrogate' })
}

function refused(error: FieldError): CrmError {
  return new CrmError('invalid_input', `${error.path || 'The input'}: ${error.message}`, { errors: [error] })
}
