import { Value } from '@sinclair/typebox/value'
import { type AnyOperation, errorCatalog, writes } from 'rapport-crm'
import type { Attack } from './hostile.ts'
import { type Sent, show } from './requests.ts'

/** What one engine answered. */
export interface Answer {
  readonly name: string
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly json: any
  /** What was hidden behind a 500. */
  readonly faults: readonly string[]
}

export interface Case {
  readonly operation: AnyOperation
  readonly sent: Sent
  readonly attack: Attack | undefined
  readonly documented: ReadonlySet<string>
  /** Rows of every table of both engines. */
  readonly before: string
  readonly after: string
}

/** What is wrong with the answers of the two engines; empty when nothing is. */
export function complaintsAbout({ operation, sent, attack, documented, before, after }: Case, answers: readonly Answer[]): string[] {
  const found = answers.flatMap((answer) => {
    const { name, status, text, faults } = answer
    // A path that cannot be read may lead to no operation, or to another path.
    const expected = documented.has(String(status)) || (attack?.name === 'a malformed path' && (status === 404 || status === 405))
    return [
      ...faults.map((each) => `${name}: ${each}`),
      ...(expected ? [] : [`${name}: ${status} is not documented: ${text.slice(0, 300)}`]),
      ...(status < 400 ? faultsOfOutput(operation, sent, answer) : faultsOfProblem(answer)),
    ]
  })
  const [first, second] = answers.map(({ status, text }) => `${status} ${alike(numbered.test(operation.id) ? unnumbered(text) : text)}`)
  const isApart = apart.has(operation.id) || (numbered.test(operation.id) && sent.path.includes('cursor='))
  if (first !== second && !isApart) found.push(`the databases differ: ${firstDifference(first ?? '', second ?? '')}`)
  const refused = answers.every(({ status }) => status >= 400)
  if (!attack?.name.includes('key') && answers.some(({ status }) => status === 401)) found.push('the key of the fuzz works no longer')
  if (attack?.expects === 'refused' && !refused) found.push(`passed with ${answers.map(({ status }) => status).join(' and ')}`)
  // Records without a version can be deleted all the same.
  const isHonored = refused || attack?.name !== 'a version that nothing has' || operation.route.startsWith('DELETE ')
  if (documented.has('412') && !isHonored) found.push('does not honor If-Match')
  // A tool that only reads must change nothing.
  const reads = operation.mcp && !writes(operation)
  const wrote = linesOnlyIn(after, before).filter((line) => !noted.has(operation.id) || !line.includes('record_changes'))
  if (reads && wrote.length > 0) found.push(`reads, but wrote: ${wrote.join(', ')}`)
  if (refused && after !== before) found.push(`refused, but wrote: ${linesOnlyIn(after, before).join(', ')}`)
  return found.map((each) => `${operation.id}${attack ? `, ${attack.name}` : ''}: ${each}\n  ${show(sent)}`)
}

// Numbers of events leave gaps where a transaction was undone, on PostgreSQL only; calls are logged behind the answers. What name servers
// say of a domain may come too late for one of two.
const apart = new Set([
  'listEvents',
  'getEvent',
  'listWebhookDeliveries',
  'redeliverWebhook',
  'listApiCalls',
  'getApiKeyUsage',
  'testMailbox',
])

// So do those of changes: what is notified of them is alike but for the numbers, and a cursor means one database's.
const numbered = /History$|^listAuditLog$|^getJob$/

// Whom a secret or what is known of a person was shown to, the audit log tells; it is no record.
const noted = new Set(['listWebhooks', 'getJob'])

function alike(text: string): string {
  return text.replaceAll(/"(last_used_at|request_id)":(null|"[^"]*")/g, '')
}

function unnumbered(text: string): string {
  return text.replaceAll(/"id":"?\d+"?\b/g, '').replaceAll(/"next_cursor":"[^"]*"/g, '')
}

function faultsOfOutput({ output }: AnyOperation, { path, body }: Sent, { json, name, status, headers }: Answer): string[] {
  // What is no JSON is a file or a stream; its bytes have no schema.
  const isFile = !headers.get('content-type')?.includes('json')
  if (status === 304 || isFile || /[?&]fields=/.test(path) || /"fields":"[^"]/.test(String(body))) return []
  const [fault] = [...Value.Errors(output, json)]
  return fault ? [`${name}: the answer is not as declared: ${fault.path} ${fault.message}, it is ${JSON.stringify(fault.value)}`] : []
}

function faultsOfProblem({ name, status, headers, json, text }: Answer): string[] {
  const { code, status: told, request_id, errors, detail, type } = json ?? {}
  const isProblem =
    headers.get('content-type') === 'application/problem+json' &&
    Object.hasOwn(errorCatalog, code) &&
    told === status &&
    type === `urn:rapport:error:${code}` &&
    Array.isArray(errors) &&
    request_id === headers.get('x-request-id')
  return [
    ...(isProblem ? [] : [`${name}: not a problem document: ${text.slice(0, 300)}`]),
    ...(errors ?? [])
      .filter((each: any) => typeof each.path !== 'string' || !/^(\/|$)/.test(each.path) || typeof each.code !== 'string')
      .map((each: unknown) => `${name}: not a field error: ${JSON.stringify(each)}`),
    ...(/\b(select .+ from|insert into|sqlite_|sqlstate|\.ts:\d|node_modules)\b/i.test(detail)
      ? [`${name}: tells of the inside: ${detail}`]
      : []),
  ]
}

function linesOnlyIn(text: string, other: string): string[] {
  const known = new Set(other.split('\n'))
  return text.split('\n').filter((each) => !known.has(each))
}

function firstDifference(one: string, other: string): string {
  let at = 0
  while (one[at] === other[at]) at += 1
  const around = (text: string) => text.slice(Math.max(0, at - 80), at + 120)
  return `${around(one)}\n    <> ${around(other)}`
}
