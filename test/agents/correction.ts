import type { ToolCall } from './exam.ts'

/** What the text of an error says of one argument. */
interface FieldError {
  readonly path: string
  readonly code: string
  readonly message: string
  readonly allowed?: readonly unknown[]
  readonly did_you_mean?: string
  readonly expected?: {
    readonly type?: string
    readonly enum?: readonly unknown[]
    readonly example?: unknown
    readonly minimum?: number
    readonly maximum?: number
  }
}

/** The text of an error, read: for a refused call a problem document. */
interface Problem {
  readonly errors?: readonly FieldError[]
  readonly hint?: string
  readonly detail?: string
  readonly scopes?: readonly string[]
}

/** What a reader of the error does next. */
export interface Correction extends ToolCall {
  /** Scopes that the key needs in addition. */
  readonly scopes: readonly string[]
}

/** Makes a read-only call that the error names, and answers the id of the first record found. */
export type Find = (tool: string, args: ToolCall['arguments']) => Promise<string | undefined>

const UUID = /^[0-9a-f]{8}-/

/**
 * The call that the text of the error asks for, by nothing else than the text: a suggestion replaces the name or the value that was wrong;
 * where there are only allowed values, the first one does; a limit, an example, a type is taken as it is told; an id comes from the tool that
 * the error names.
 */
export async function corrected(call: ToolCall, text: string, find: Find): Promise<Correction> {
  const tool = /Did you mean (\w+)\?/.exec(text)?.[1]
  if (!text.startsWith('{')) return { ...call, tool: tool ?? call.tool, scopes: [] }
  const { errors = [], hint = '', detail = '', scopes = [] } = JSON.parse(text) as Problem
  const finder = /(\w+) finds the ids/.exec(hint)?.[1]
  const args = structuredClone(call.arguments) as Record<string, unknown>
  const version = /version (\d+)/.exec(detail)?.[1]
  if ('if_match' in args && version !== undefined) args['if_match'] = Number(version)
  if (errors.length === 0 && finder) await refer(args, '/id', finder, find)
  // A field that was given under a wrong name is not missing any more.
  const given = new Set(errors.map(({ did_you_mean }) => did_you_mean))
  for (const each of errors) {
    if (each.code === 'required' && given.has(each.path.slice(1))) continue
    await correct(args, each, finder, find)
  }
  return { tool: call.tool, arguments: args, scopes }
}

async function correct(args: Record<string, unknown>, error: FieldError, finder: string | undefined, find: Find): Promise<void> {
  const { path, code, message, allowed, did_you_mean, expected } = error
  const [holder, name] = placeOf(args, path)
  if (holder === undefined) return
  const value = holder[name]
  // The value of a condition may be the name of a field, too; then the message says it.
  const isValue = typeof value === 'string' && message.startsWith(value)
  if (code === 'unknown_field' && did_you_mean !== undefined && name in holder && !isValue) {
    delete holder[name]
    holder[did_you_mean] = value
  } else if (did_you_mean !== undefined) holder[name] = replaced(value, did_you_mean)
  else if (allowed && code !== 'unknown_field') holder[name] = allowed[0]
  else if (finder && (code === 'unknown_record' || code === 'invalid_format')) await refer(args, path, finder, find)
  else if (expected) holder[name] = asTold(value, expected)
}

// A wrong name within a text, such as a merge tag, is replaced where it stands.
function replaced(value: unknown, meant: string): unknown {
  const tag = typeof value === 'string' ? /\{\{\s*[\w.]+/.exec(value)?.[0] : undefined
  return tag === undefined ? meant : (value as string).replace(tag, `{{${meant}`)
}

function asTold(value: unknown, { type, enum: words, example, minimum, maximum }: NonNullable<FieldError['expected']>): unknown {
  if (typeof value === 'number') return Math.min(Math.max(value, minimum ?? value), maximum ?? value)
  if (type === 'array') return [value]
  if (type === 'boolean') return /^(yes|true|1)$/i.test(String(value))
  if (type === 'number' || type === 'integer') return Number(/-?\d+(\.\d+)?/.exec(String(value))?.[0])
  return words?.[0] ?? example
}

async function refer(args: Record<string, unknown>, path: string, finder: string, find: Find): Promise<void> {
  const [holder, name] = placeOf(args, path)
  if (holder === undefined) return
  const value = holder[name]
  // A name in the place of an id is what to search for.
  const isName = typeof value === 'string' && !UUID.test(value) && finder.startsWith('search_')
  holder[name] = (isName ? await find(finder, { q: value }) : undefined) ?? (await find(finder, {}))
}

function placeOf(args: Record<string, unknown>, path: string): readonly [holder: Record<string, unknown> | undefined, name: string] {
  const steps = path.split('/').slice(1)
  const holder = steps.slice(0, -1).reduce<any>((at, step) => at?.[step], args)
  return [holder, steps.at(-1) ?? '']
}
