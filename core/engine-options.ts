import * as v from 'valibot'
import { type Actor, CurrentActor, scopes, type Via, visibilities } from './kernel/operation/actor.ts'
import { parseOptions } from './kernel/values/parse-options.ts'
import { type Port, ports } from './compose.ts'
import { type Log, logLevels } from './kernel/ports/log.ts'
import { Logger } from './kernel/ports/logger.ts'
import type { Feature } from './kernel/feature/feature.ts'
import type { SettingsInput } from './kernel/operation/settings.ts'
import type { Storage } from './kernel/storage/connection/storage.ts'
import { nameText, optionValues } from './option-values.ts'

/** Options of an engine; only `storage` is required. */
export interface EngineOptions<P extends readonly Feature[] = readonly Feature[]> extends SettingsInput {
  /** `sqlite(...)` of `rapport-crm/sqlite` or `postgresql(...)` of `rapport-crm/postgresql`. */
  readonly storage: Storage
  /** Further features, each after those that it requires (see `plugin`). */
  readonly plugins?: P
  /** Instances of `Clock`, `Http`, ... to use instead of the defaults. */
  readonly ports?: readonly Port[]
  /**
   * Where the engine logs: a pino logger, or any other with its four methods `debug`, `info`, `warn` and `error`, each called with fields and
   * a message (default: nowhere). One that throws fails no call.
   */
  readonly log?: Log
  /** `false` refuses a database with an older schema instead of migrating it (default: migrate). */
  readonly migrate?: boolean
}

const isStorage = (given: unknown): boolean =>
  typeof given === 'object' && given !== null && 'dialect' in given && 'options' in given && 'onCommit' in given
const isPort = (given: unknown): boolean => ports.some((each) => given instanceof each)

const isLog = (given: unknown): boolean =>
  typeof given === 'object' && given !== null && logLevels.every((level) => typeof Reflect.get(given, level) === 'function')

const { texts } = optionValues
const anything = v.any()

const places = v.optional(
  v.pipe(v.number('must be a number of calls'), v.integer('must be a whole number'), v.minValue(1, 'must be at least 1')),
)
const bytes = v.optional(
  v.pipe(v.number('must be a number of bytes'), v.integer('must be a whole number'), v.minValue(1, 'must be at least 1')),
)
const weight = v.pipe(v.number('must be a number'), v.gtValue(0, 'must be above 0'), v.maxValue(1000, 'must be at most 1000'))

// Whoever adds an option says here what it is.
const entries = {
  storage: v.custom(isStorage, 'must be sqlite(...) of rapport-crm/sqlite or postgresql(...) of rapport-crm/postgresql'),
  plugins: v.optional(v.array(optionValues.plugin, 'must be a list of plugins')),
  ports: v.optional(
    v.array(v.custom(isPort, `must be an instance of ${ports.map(({ name }) => name).join(', ')}`), 'must be a list of ports'),
  ),
  log: v.optional(v.custom<Log>(isLog, `must be a logger with the methods ${logLevels.join(', ')}, such as pino()`)),
  migrate: v.optional(v.boolean('must be true or false')),
  rateLimit: v.optional(
    v.pipe(v.number('must be a number of calls a minute'), v.minValue(1, 'must be at least 1 call a minute; Infinity: no limit')),
  ),
  heavyCalls: v.optional(v.strictObject({ writes: places, reads: places, weights: v.optional(v.record(v.string(), weight)) })),
  attachments: v.optional(v.strictObject({ maxBytes: bytes, organizationBytes: bytes })),
  egressAllow: v.optional(optionValues.egressAllow),
  egressPorts: v.optional(optionValues.egressPorts),
  egressProxy: v.optional(optionValues.egressProxy),
  ai: v.optional(optionValues.ai),
  mail: v.optional(optionValues.mail),
  publicUrl: v.optional(optionValues.publicUrl),
  pdfFonts: v.optional(texts),
  encryptionKeys: v.optional(optionValues.encryptionKeys),
} satisfies Record<keyof EngineOptions, v.GenericSchema>
const Options = v.pipe(
  v.strictObject(entries, 'must be an object such as { storage }'),
  v.forward(
    v.check(
      ({ log, ports: given = [] }) => log === undefined || !given.some((each: unknown) => each instanceof Logger),
      'must not be given beside a Logger among `ports`: one of them is enough',
    ),
    ['log'],
  ),
)

const viaTypes = ['user', 'api_key', 'grant', 'workflow', 'sync', 'form', 'plugin', 'system'] as const satisfies readonly Via['type'][]

const Caller = v.pipe(
  v.strictObject(
    {
      organization: nameText,
      user: v.pipe(nameText, v.minLength(1, 'must not be empty')),
      user_id: v.optional(nameText),
      role: v.optional(v.picklist(['admin', 'member'], 'must be admin or member')),
      scopes: v.pipe(
        v.instance(Set, `must be a Set, such as new Set(['read', 'write'])`),
        v.check((given) => [...given].every((each) => scopes.some((known) => known === each)), `must have none but ${scopes.join(', ')}`),
      ),
      via: v.optional(
        v.strictObject(
          { type: v.picklist(viaTypes, `must be one of ${viaTypes.join(', ')}`), id: nameText, label: nameText },
          'must be an object such as { type, id, label }',
        ),
      ),
      administration: v.optional(v.boolean('must be true or false')),
      credential: v.optional(anything),
      asked: v.optional(anything),
      widget: v.optional(v.boolean('must be true or false')),
      visibility: v.optional(v.picklist(visibilities, `must be ${visibilities.join(', ')}`)),
      sees: v.optional(v.array(nameText, 'must be a list of texts')),
    },
    'must be an object such as { organization, user, scopes }',
  ),
  // Only those who may do nothing but what is public belong to none.
  v.forward(
    v.check(({ organization, scopes: may }) => organization !== '' || may.size === 0, 'must not be empty'),
    ['organization'],
  ),
)

/** Checks what an engine is opened with; throws `invalid_input` with every fault. */
export function checkEngineOptions(given: unknown): void {
  parseOptions('Engine.open', Options, given)
}

/** Checks on whose behalf an app calls; throws `invalid_input` with every fault. */
export function checkActor(given: Actor): void {
  if (!(given instanceof CurrentActor)) parseOptions('engine.as', Caller, given)
}
