import type { CallOptions } from 'rapport-crm'
import { withoutAbsent } from './absent.ts'
import { badArgument } from './fault.ts'
import { lenient } from './lenient.ts'
import type { OperationTool } from './tool.ts'

const details = ['full', 'concise']

/**
 * Splits arguments into the input of the operation and the options of the call. They are taken as `lenient` and `withoutAbsent` do, `record`
 * being what the tool is about; unknown ones stay, so that the engine refuses them by name.
 */
export function splitArguments(
  { operation, takes, tool, inputSchema }: OperationTool,
  given: Readonly<Record<string, unknown>>,
  record?: string,
): { input: Record<string, unknown>; options: CallOptions; concise: boolean; confirmed: boolean } {
  // Lists take more than their tools show.
  const whole = { ...inputSchema, properties: { ...operation.input.properties, ...(inputSchema['properties'] as object) } }
  const args = withoutAbsent(lenient(given, inputSchema, record), whole, inputSchema, {
    reads: tool.annotations.readOnlyHint,
    changes: /^(PATCH|PUT) /.test(operation.route),
    options: new Set([...Object.entries(takes).flatMap(([name, isTaken]) => (isTaken ? [name] : [])), 'fields', 'include', 'dry_run']),
  })
  const { idempotency_key, if_match, detail, confirm } = args
  const taken = new Set(Object.entries(takes).flatMap(([name, isTaken]) => (isTaken ? [name] : [])))
  const input = Object.fromEntries(Object.entries(args).filter(([name]) => !taken.has(name)))
  const options: { idempotencyKey?: string; ifMatch?: number } = {}
  if (takes.idempotency_key && idempotency_key !== undefined) {
    if (typeof idempotency_key !== 'string' || idempotency_key.length === 0 || idempotency_key.length > 255)
      throw badArgument('/idempotency_key', 'invalid_type', 'idempotency_key is a text of 1 to 255 characters')
    options.idempotencyKey = idempotency_key
  }
  if (takes.if_match && if_match !== undefined) {
    if (typeof if_match !== 'number' || !Number.isInteger(if_match) || if_match <= 0)
      throw badArgument('/if_match', 'invalid_type', 'if_match is the version of the record, a whole number')
    options.ifMatch = if_match
  }
  if (takes.confirm && confirm !== undefined && typeof confirm !== 'boolean')
    throw badArgument('/confirm', 'invalid_type', 'confirm is true or false', [true, false])
  if (takes.detail && detail !== undefined && !details.includes(detail as string))
    throw badArgument('/detail', 'not_allowed', `detail is one of ${details.join(', ')}`, details)
  return { input, options, confirmed: confirm === true, concise: takes.detail && detail === 'concise' && input['fields'] === undefined }
}
