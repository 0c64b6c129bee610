import { type LogFields, Logger } from 'rapport-crm'

type Level = 'debug' | 'info' | 'warn' | 'error'

export interface JsonLoggerOptions {
  readonly write?: (line: string) => void
  readonly now?: () => Date
  readonly debug?: boolean
}

/** Logs JSON lines to stderr; masks secrets by the names of fields and by their form. */
export class JsonLogger extends Logger {
  readonly #write: (line: string) => void
  readonly #now: () => Date
  readonly #debug: boolean

  constructor({ write = (line) => process.stderr.write(line), now = () => new Date(), debug = false }: JsonLoggerOptions = {}) {
    super()
    this.#write = write
    this.#now = now
    this.#debug = debug
  }

  override debug(message: string, fields?: LogFields): void {
    if (this.#debug) this.#log('debug', message, fields)
  }

  override info(message: string, fields?: LogFields): void {
    this.#log('info', message, fields)
  }

  override warn(message: string, fields?: LogFields): void {
    this.#log('warn', message, fields)
  }

  override error(message: string, fields?: LogFields): void {
    this.#log('error', message, fields)
  }

  #log(level: Level, message: string, fields: LogFields = {}): void {
    const line = { time: this.#now().toISOString(), level, message: maskText(message), ...(maskFields(fields) as LogFields) }
    this.#write(`${JSON.stringify(line).replaceAll(invisible, escaped)}\n`)
  }
}

// JSON may have these as they are, but viewers take them for line ends, commands or another direction of writing.
const invisible = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g
const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

const MASK = '***'
// Deep enough for errors with causes; ends circular references.
const DEPTH = 6
const secretName = /(^|[_-])(authorization|cookies?|secrets?|passwords?|passphrase|tokens?|keys?|signature|credentials?)$/

/** Masks keys, signing secrets, bearer tokens, and passwords in addresses and their queries. */
export function maskText(text: string): string {
  return text
    .replaceAll(/\b(rk_|whsec_|sk_|Bearer\s+)[\w+/=.~-]+/gi, `$1${MASK}`)
    .replaceAll(/(\/\/[^\s/:@]{0,200}:)[^\s/]{1,500}@/g, `$1${MASK}@`)
    .replaceAll(/([?&][\w-]{0,40}(?:password|secret|token|key)=)[^\s&#]+/gi, `$1${MASK}`)
}

function maskFields(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return maskText(value)
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (depth >= DEPTH) return '...'
  if (Array.isArray(value)) return value.map((each) => maskFields(each, depth + 1))
  // The fields of an error are not enumerable: it would be logged as {}.
  const entries = Object.entries(value instanceof Error ? errorFields(value) : value)
  return Object.fromEntries(entries.map(([name, each]) => [name, isSecret(name, each) ? MASK : maskFields(each, depth + 1)]))
}

function isSecret(name: string, value: unknown): boolean {
  return value !== null && value !== undefined && secretName.test(name.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toLowerCase())
}

function errorFields({ name, message, stack, cause, ...rest }: Error): Record<string, unknown> {
  return { name, message, ...rest, ...(stack && { stack }), ...(cause !== undefined && { cause }) }
}
