import { type Callable, headersOf, parse, type Server, targetOf, type Typed, valueOf } from './call.ts'

// What the snippets of uploads send.
const FILE = 'report.pdf'

/** The call for a shell in which `KEY` is set, and `CRM` where the address is not known; whatever is typed stays one word of it. */
export function curlOf(callable: Callable, typed: Typed, server: Server): string {
  const { method, open, sends } = callable
  const body = typed.body.trim()
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} "${server}${targetOf(callable, typed)}"`,
    ...(open ? [] : [`-H "Authorization: Bearer $KEY"`]),
    ...headersOf(callable, typed).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    // `-d @name` would send a file.
    ...(body === '' ? [] : [`-H 'Content-Type: application/json'`, `${body.startsWith('@') ? '--data-raw' : '-d'} ${quoted(body)}`]),
    ...(sends === undefined ? [] : [`-H 'Content-Type: application/octet-stream'`, `--data-binary ${quoted(`@${FILE}`)}`]),
  ].join(' \\\n  ')
}

/** The same call with `rapport-crm/client`. */
export function typescriptOf(callable: Callable, typed: Typed, server: Server): string {
  const { method, path, name, answers, sends } = callable
  const body = typed.body.trim()
  const given = body === '' ? {} : parse(body)
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return '// The body is no JSON object yet.'
  const fields = callable.fields.filter((each) => each.in !== 'header')
  const values = fields.map((field) => [field.name, valueFor(field, valueOf(field, typed))] as const)
  const file = sends === undefined ? [] : [[sends, new Code("new Blob(['what the file holds'])")] as const]
  const input = Object.fromEntries([...values.filter(([, value]) => value !== ''), ...Object.entries(given), ...file])
  const options = Object.fromEntries(
    headersOf(callable, typed).flatMap(([header, value]): [string, unknown][] => {
      if (header === 'Idempotency-Key') return [['idempotencyKey', value]]
      const version = /\d+/.exec(value)
      return version ? [['ifMatch', Number(version[0])]] : []
    }),
  )
  const isEmpty = Object.keys(input).length === 0
  const parts = Object.keys(options).length > 0 ? [literal(input), literal(options)] : isEmpty ? [] : [literal(input)]
  const call = name === undefined ? `request(${[literal(`${method} ${path}`), ...parts].join(', ')})` : `${name}(${parts.join(', ')})`
  return `${opening(server)}\n${ending(`await crm.${call}`, answers)}`
}

function opening(server: Server): string {
  const [, host = server, path = ''] = /^(https?:\/\/[^/]+)(\/.*)?$/.exec(server) ?? []
  const url = server.startsWith('$CRM') ? literal('http://127.0.0.1:3000') : literal(host)
  const place = server.startsWith('$CRM') ? server.slice('$CRM'.length) : path
  const own = place === '/api/v1' || place === '' ? '' : `, path: ${literal(place)}`
  return `import { createClient } from 'rapport-crm/client'\n\nconst crm = createClient({ url: ${url}${own}, key: process.env['KEY'] ?? '' })`
}

function ending(call: string, answers: Callable['answers']): string {
  if (answers === 'stream') return `for await (const each of ${call}) console.log(each)`
  if (answers === 'file') return `const file = ${call}\nconsole.log((await file.bytes()).length)`
  return `console.log(${call})`
}

function valueFor({ kind }: Callable['fields'][number], text: string): unknown {
  if (text === '') return ''
  if (kind === 'number') return String(Number(text)) === text ? Number(text) : text
  if (kind === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  if (kind === 'list') return text.split(',').map((each) => each.trim())
  return kind === 'object' ? (parse(text) ?? text) : text
}

/** An expression, which stands in a snippet as it is. */
class Code {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

const WIDE = 100

// As a person writes it.
function literal(value: unknown, indent = ''): string {
  if (typeof value === 'string') return textLiteral(value)
  if (value instanceof Code) return value.text
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const items = Array.isArray(value)
    ? value.map((each) => literal(each, `${indent}  `))
    : Object.entries(value).map(([key, each]) => `${keyLiteral(key)}: ${literal(each, `${indent}  `)}`)
  const [from, to] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  if (items.length === 0) return from + to
  const line = Array.isArray(value) ? `[${items.join(', ')}]` : `{ ${items.join(', ')} }`
  if (line.length <= WIDE && !line.includes('\n')) return line
  return `${from}\n${items.map((each) => `${indent}  ${each},\n`).join('')}${indent}${to}`
}

// `__proto__: x` would be the prototype.
const keyLiteral = (key: string) => (key === '__proto__' ? `['__proto__']` : /^[A-Za-z_$][\w$]*$/.test(key) ? key : textLiteral(key))

function textLiteral(text: string): string {
  const json = JSON.stringify(text)
  return json.includes("'") ? json : `'${json.slice(1, -1).replaceAll(String.raw`\"`, '"')}'`
}

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
