import { CrmError, type Engine } from 'rapport-crm'
import * as v from 'valibot'

// No database looks for NUL or for half a character, nor keeps them.
const text = v.pipe(
  v.string('must be a text'),
  v.check((given) => given.isWellFormed() && !given.includes('\0'), 'must be of whole characters, without NUL'),
  v.trim(),
  v.minLength(1, 'must not be empty'),
)
const organization = text
// What is an address, and what is that of a user, the engine says.
const email = text
const name = v.pipe(text, v.maxLength(200, 'must have at most 200 characters'))

/** One thing that the operator does: its route below `/operator`, what it takes, and how it is done. */
interface OperatorAction {
  readonly route: `${'GET' | 'POST'} /${string}`
  readonly input: v.GenericSchema
  /** HTTP status (default: 200). */
  readonly status?: 201
  run(engine: Engine, input: never): Promise<object>
}

/** What the operator of an installation does across organizations, on the command line and over HTTP. */
export const operatorActions = {
  listOrganizations: action('GET /organizations', v.strictObject({}), async (engine) => ({
    organizations: await engine.access.organizations(),
  })),
  createOrganization: action(
    'POST /organizations',
    v.strictObject({
      id: organization,
      admin: email,
      name: v.optional(name),
    }),
    async (engine, input) => {
      const { name: shown, ...needed } = input
      const { organization: id, user } = await engine.access.createOrganization({ ...needed, ...(shown !== undefined && { name: shown }) })
      return await engine.accounts.invite({ organization: id, user })
    },
    201,
  ),
  suspendOrganization: action('POST /organizations/{organization}/suspend', v.strictObject({ organization }), async (engine, input) => {
    await engine.access.suspendOrganization(input.organization)
    return await summaryOf(engine, input.organization)
  }),
  resumeOrganization: action('POST /organizations/{organization}/resume', v.strictObject({ organization }), async (engine, input) => {
    await engine.access.resumeOrganization(input.organization)
    return await summaryOf(engine, input.organization)
  }),
  createUser: action(
    'POST /users',
    v.strictObject({
      organization: v.optional(organization),
      email,
      name: v.optional(name),
      role: v.optional(v.picklist(['admin', 'member'], 'must be admin or member')),
    }),
    async (engine, { organization: given, email: user, name: shown, role }) => {
      const id = given ?? (await engine.access.administrator()).organization
      const more = { ...(shown !== undefined && { name: shown }), ...(role !== undefined && { role }) }
      await engine.access.createUser({ organization: id, email: user, ...more })
      return await engine.accounts.invite({ organization: id, user })
    },
    201,
  ),
  inviteUser: action('POST /users/invite', v.strictObject({ organization: v.optional(organization), email }), async (engine, input) => {
    const { organization: id, email: user } = input
    return await engine.accounts.invite(id === undefined ? { user } : { organization: id, user })
  }),
  resetUser: action(
    'POST /users/reset',
    v.strictObject({ email, remove_second_factor: v.optional(v.boolean()) }),
    async (engine, input) =>
      await engine.accounts.resetLink(input.email, input.remove_second_factor === true ? { second_factor: 'remove' } : {}),
  ),
} as const satisfies Readonly<Record<string, OperatorAction>>

/** Name of an action. */
export type OperatorActionName = keyof typeof operatorActions

/** Does an action; throws `invalid_input` for what its input does not allow, and what the engine throws. */
export async function runAction(engine: Engine, actionName: OperatorActionName, input: unknown): Promise<object> {
  const { input: schema, run }: OperatorAction = operatorActions[actionName]
  const read = v.safeParse(schema, input)
  // The table pairs each schema with what takes its output, which the type of a row no longer tells.
  if (read.success) return await run(engine, read.output as never)
  const errors = read.issues.map((issue) => ({
    path: (v.getDotPath(issue) ?? '').replaceAll(/^|\./g, '/'),
    ...whatIsWrong(issue),
  }))
  throw new CrmError('invalid_input', `Invalid input: ${errors[0]?.path} ${errors[0]?.message}`, { errors })
}

// The library says of a field that is missing and of one too many that a key is invalid.
function whatIsWrong({ type, expected, message }: v.BaseIssue<unknown>): { readonly code: string; readonly message: string } {
  if (type !== 'strict_object') return { code: 'invalid_format', message }
  return expected === 'never' ? { code: 'unknown_field', message: 'is not a field here' } : { code: 'required', message: 'is required' }
}

function action<const S extends v.GenericSchema>(
  route: OperatorAction['route'],
  input: S,
  run: (engine: Engine, input: v.InferOutput<S>) => Promise<object>,
  status?: 201,
): OperatorAction {
  return { route, input, run, ...(status && { status }) }
}

async function summaryOf(engine: Engine, id: string): Promise<object> {
  const found = (await engine.access.organizations()).find((each) => each.id === id)
  if (!found) throw new CrmError('not_found', `No organization has the identifier "${id}"`)
  return found
}
