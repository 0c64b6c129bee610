import { closestMatch } from 'leven'
import { mayBeKey } from 'rapport-crm'
import * as v from 'valibot'
import { CorsOrigins } from './cors-origins.ts'
import { egressProblem, list } from './egress-options.ts'
import {
  attachmentVariables,
  type FileStoreConfig,
  fileStoreProblems,
  fileStoreVariables,
  readAttachments,
  readFileStore,
} from './file-store.ts'
import { aiProblems, mailProblems } from './paired-variables.ts'
import { type IdentityProviderConfig, identityProblems, identityVariables, readIdentityProvider } from './identity-provider.ts'

/** The configuration, read from the environment and validated. */
export interface Config {
  readonly port: number
  readonly host: string
  readonly databaseUrl: string
  /** Whether `DATABASE_URL` is set; otherwise the default applies. */
  readonly databaseNamed: boolean
  /** The first API key; undefined: one is generated. */
  readonly bootstrapKey: string | undefined
  /** Opens `/operator`; undefined: it does not exist. */
  readonly operatorKey: string | undefined
  /** CIDR blocks. */
  readonly egressAllow: readonly string[]
  /** Ports and ranges; undefined for the default. */
  readonly egressPorts: readonly string[] | undefined
  /** URL of the proxy for outgoing calls. */
  readonly egressProxy: string | undefined
  /** Endpoint that writes `{{ai.line}}`; undefined: none. */
  readonly ai: { readonly url: string; readonly key: string | undefined; readonly model: string } | undefined
  /** Sends for those who have no mailbox; undefined: nobody. */
  readonly mail: { readonly url: string; readonly from: string } | undefined
  /** Calls per minute and key. */
  readonly rateLimit: number
  /** Large calls at once, and organizations that get more time than others. */
  readonly heavyCalls: { readonly writes: number; readonly reads: number; readonly weights: Readonly<Record<string, number>> }
  /** 32 bytes each, in base64 or hex: the first encrypts stored secrets, the others only decrypt. */
  readonly encryptionKeys: readonly string[]
  /** Public address of the host; undefined: the address that it listens on. */
  readonly publicUrl: string | undefined
  /** Files of further fonts for PDFs. */
  readonly pdfFonts: readonly string[]
  /** Whether updates and deletes of records require `If-Match`. */
  readonly requireIfMatch: boolean
  /** Whether the OpenAPI description is served without a key. */
  readonly publicDescription: boolean
  /** Browser origins whose pages may call the REST API with a key; undefined: none. */
  readonly corsOrigins: '*' | readonly string[] | undefined
  /** CIDR blocks of the proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[]
  /** Where people sign in instead of here; undefined: here. */
  readonly identity: IdentityProviderConfig | undefined
  /** The bucket that has the bytes of attached files; undefined: the database has them. */
  readonly files: FileStoreConfig | undefined
  /** Bytes of an attached file, and of all of an organization; undefined for the defaults. */
  readonly attachments: ReturnType<typeof readAttachments>
  /** Paths of modules and names of packages with plugins. */
  readonly plugins: readonly string[]
  readonly mcp: {
    /** Sessions for clients of revision 2025-11-25 and older. */
    readonly sessions: boolean
    /** Further host names that reach it; `*`: any. */
    readonly hosts: readonly string[]
    /** Toolsets that are served; empty: all. */
    readonly toolsets: readonly string[]
  }
}

/** Thrown for an invalid environment; `problems` has one line for every invalid variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[], what = 'The configuration is invalid') {
    super(`${what}:\n${problems.map((each) => `  ${each}`).join('\n')}`)
    this.problems = problems
  }
}

/** Variables that are meant for this host but that it does not know, with the one that each may mean; a line for each. */
export function unknownVariables(environment: Readonly<Record<string, string | undefined>>): string[] {
  const known = Object.keys(Environment.entries)
  return Object.keys(environment)
    .filter((name) => name.startsWith('RAPPORT_') && !known.includes(name))
    .map((name) => {
      const near = closestMatch(name, known, { maxDistance: 5 })
      return `${name} is no variable of Rapport${near === undefined ? '' : `; did you mean ${near}?`}`
    })
}

/** Reads the environment; nothing else does. Throws `ConfigError`. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  // Compose files and shells set omitted variables to an empty text.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()))
  const result = v.safeParse(Environment, given)
  const unpaired = [...aiProblems(given), ...mailProblems(given), ...identityProblems(given), ...fileStoreProblems(given)]
  if (unpaired.length > 0 && result.success) throw new ConfigError(unpaired)
  if (!result.success) throw new ConfigError(result.issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`))
  const {
    PORT,
    HOST,
    DATABASE_URL,
    RAPPORT_BOOTSTRAP_KEY,
    RAPPORT_RATE_LIMIT,
    RAPPORT_PUBLIC_URL,
    RAPPORT_ENCRYPTION_KEYS,
    RAPPORT_AI_URL,
    RAPPORT_AI_MODEL,
    ...others
  } = result.output
  return {
    port: PORT,
    host: HOST,
    databaseUrl: DATABASE_URL,
    databaseNamed: given['DATABASE_URL'] !== undefined,
    bootstrapKey: RAPPORT_BOOTSTRAP_KEY,
    operatorKey: others.RAPPORT_OPERATOR_KEY,
    egressAllow: others.RAPPORT_EGRESS_ALLOW,
    egressPorts: others.RAPPORT_EGRESS_PORTS,
    egressProxy: others.RAPPORT_EGRESS_PROXY,
    ai: RAPPORT_AI_URL && RAPPORT_AI_MODEL ? { url: RAPPORT_AI_URL, key: others.RAPPORT_AI_KEY, model: RAPPORT_AI_MODEL } : undefined,
    mail:
      others.RAPPORT_SMTP_URL && others.RAPPORT_MAIL_FROM ? { url: others.RAPPORT_SMTP_URL, from: others.RAPPORT_MAIL_FROM } : undefined,
    rateLimit: RAPPORT_RATE_LIMIT,
    heavyCalls: { writes: others.RAPPORT_HEAVY_WRITES, reads: others.RAPPORT_HEAVY_READS, weights: others.RAPPORT_WEIGHTS },
    encryptionKeys: RAPPORT_ENCRYPTION_KEYS,
    publicUrl: RAPPORT_PUBLIC_URL,
    pdfFonts: others.RAPPORT_PDF_FONTS,
    requireIfMatch: others.RAPPORT_REQUIRE_IF_MATCH === 'true',
    publicDescription: others.RAPPORT_PUBLIC_OPENAPI === 'true',
    corsOrigins: others.RAPPORT_CORS_ORIGINS,
    trustedProxies: others.RAPPORT_TRUSTED_PROXIES,
    identity: readIdentityProvider(others),
    files: readFileStore(others),
    attachments: readAttachments(others),
    plugins: others.RAPPORT_PLUGINS,
    mcp: {
      sessions: others.RAPPORT_MCP_SESSIONS === 'true',
      hosts: others.RAPPORT_MCP_HOSTS,
      toolsets: others.RAPPORT_MCP_TOOLSETS,
    },
  }
}

const Port = whole(0, 65_535, 'must be a port from 0 (any free one) to 65535')
const RateLimit = whole(1, 1_000_000_000, 'must be a whole number of calls per minute, 1 to 1000000000')
const Places = whole(1, 1000, 'must be a whole number of calls, 1 to 1000')
const Weights = v.pipe(
  v.string(),
  v.transform((given) => given.split(',').flatMap((each) => each.trim() || [])),
  v.check(
    (given) => given.every((each) => /^[^=]+=(?!0+$)\d{1,3}$/.test(each)),
    'must be organizations with whole numbers from 1 to 999 such as acme=4,beta=2',
  ),
  v.transform((given) => Object.fromEntries(given.map((each) => each.split('=')).map(([name = '', weight]) => [name, Number(weight)]))),
)

const PublicUrl = v.pipe(
  v.string(),
  v.trim(),
  v.check(
    (url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) && !/[?#]/.test(url),
    'must be an address such as https://crm.example.com',
  ),
)

const AiUrl = v.pipe(
  v.string(),
  v.trim(),
  v.check(
    (url) => URL.canParse(url) && /^https:\/\/[^@?#]+$/i.test(url),
    'must be an https address without user, query and fragment, such as https://api.openai.com/v1',
  ),
)
const AiText = v.pipe(v.string(), v.trim(), v.regex(/^[\x21-\x7e]{1,500}$/, 'must have 1 to 500 characters of ASCII, without blanks'))

const Host = v.pipe(v.string(), v.trim(), v.regex(/^[\w.:-]+$/, 'must be an address or a host name, such as 127.0.0.1 or 0.0.0.0'))

const DatabaseUrl = v.pipe(
  v.string(),
  v.trim(),
  v.check(
    isDatabaseUrl,
    'must be sqlite:<file>, sqlite::memory: or postgres://user:password@host:port/database (special characters percent-encoded)',
  ),
)

const BootstrapKey = v.pipe(
  v.string(),
  v.trim(),
  v.check(mayBeKey, 'must have at least 22 letters, digits and - . _ ~ + /, such as rk_ and 40 random ones'),
)

// It opens all organizations: nobody shall guess it, and nobody shall think of one.
const OperatorKey = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^[\w.~+/-]{32,}=*$/, 'must have at least 32 letters, digits and - . _ ~ + /, such as those of openssl rand -hex 32'),
)

const EgressAllow = list((allow) => ({ allow }))
const EgressPorts = list((ports) => ({ ports }))
const TrustedProxies = list((allow) => ({ allow }))
const EgressProxy = v.pipe(
  v.string(),
  v.trim(),
  v.rawCheck(({ dataset, addIssue }) => {
    const problem = dataset.typed ? egressProblem({ proxy: dataset.value }) : undefined
    if (problem) addIssue({ message: problem })
  }),
)

const EncryptionKeys = words(/^([\da-f]{64}|[a-z\d+/]{43}=?)$/i, 'must be keys of 32 bytes in base64 or hex, comma separated')

const SmtpUrl = v.pipe(
  v.string(),
  v.trim(),
  v.check(
    (url) => URL.canParse(url) && /^smtps?:$/.test(new URL(url).protocol) && new URL(url).hostname !== '',
    'must be an address such as smtp://user:password@mail.example.com:587 (STARTTLS) or smtps://... (TLS)',
  ),
)
const MailFrom = v.pipe(v.string(), v.trim(), v.email('must be the e-mail address of the sender, such as crm@example.com'))

const PdfFonts = words(/^\P{Cc}+$/u, 'must be paths of font files, comma separated; file.ttc#Name is a font of a collection')
const Plugins = words(/^\P{Cc}+$/u, 'must be paths of modules or names of packages, comma separated')
const McpHosts = words(
  /^(\*|[\w.-]+(:\d{1,5})?|\[[\da-f:]+\](:\d{1,5})?)$/i,
  'must be host names such as crm.example.com, comma separated, or *',
)
const McpToolsets = words(/^[a-z\d_]+$/, 'must be names of toolsets such as sales,quotes')

const Flag = v.picklist(['true', 'false'], 'must be true or false')

const Environment = v.object({
  PORT: v.optional(Port, '3000'),
  HOST: v.optional(Host, '127.0.0.1'),
  DATABASE_URL: v.optional(DatabaseUrl, 'sqlite:data/rapport.sqlite'),
  RAPPORT_BOOTSTRAP_KEY: v.optional(BootstrapKey),
  RAPPORT_OPERATOR_KEY: v.optional(OperatorKey),
  RAPPORT_EGRESS_ALLOW: v.optional(EgressAllow, ''),
  RAPPORT_EGRESS_PORTS: v.optional(EgressPorts),
  RAPPORT_EGRESS_PROXY: v.optional(EgressProxy),
  RAPPORT_AI_URL: v.optional(AiUrl),
  RAPPORT_AI_KEY: v.optional(AiText),
  RAPPORT_AI_MODEL: v.optional(AiText),
  RAPPORT_SMTP_URL: v.optional(SmtpUrl),
  RAPPORT_MAIL_FROM: v.optional(MailFrom),
  RAPPORT_RATE_LIMIT: v.optional(RateLimit, '120'),
  RAPPORT_HEAVY_WRITES: v.optional(Places, '2'),
  RAPPORT_HEAVY_READS: v.optional(Places, '4'),
  RAPPORT_WEIGHTS: v.optional(Weights, ''),
  RAPPORT_PUBLIC_URL: v.optional(PublicUrl),
  RAPPORT_ENCRYPTION_KEYS: v.optional(EncryptionKeys, ''),
  RAPPORT_PDF_FONTS: v.optional(PdfFonts, ''),
  RAPPORT_REQUIRE_IF_MATCH: v.optional(Flag, 'false'),
  RAPPORT_PUBLIC_OPENAPI: v.optional(Flag, 'false'),
  RAPPORT_CORS_ORIGINS: v.optional(CorsOrigins),
  RAPPORT_TRUSTED_PROXIES: v.optional(TrustedProxies, ''),
  ...identityVariables,
  ...fileStoreVariables,
  ...attachmentVariables,
  RAPPORT_PLUGINS: v.optional(Plugins, ''),
  RAPPORT_MCP_SESSIONS: v.optional(Flag, 'false'),
  RAPPORT_MCP_HOSTS: v.optional(McpHosts, ''),
  RAPPORT_MCP_TOOLSETS: v.optional(McpToolsets, ''),
})

function whole(least: number, most: number, message: string) {
  return v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^\d{1,10}$/, message),
    v.transform(Number),
    v.minValue(least, message),
    v.maxValue(most, message),
  )
}

function words(pattern: RegExp, message: string) {
  return v.pipe(
    v.string(),
    v.transform((given) => given.split(',').flatMap((each) => each.trim() || [])),
    v.check((given) => given.every((each) => pattern.test(each)), message),
  )
}

function isDatabaseUrl(url: string): boolean {
  if (url.startsWith('sqlite:')) return url.length > 'sqlite:'.length
  return /^postgres(ql)?:\/\//.test(url) && URL.canParse(url)
}
