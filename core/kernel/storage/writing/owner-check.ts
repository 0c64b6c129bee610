import { invalid } from '../../operation/errors.ts'
import { foldOwner } from '../../values/owner.ts'
import { type Teammate, type TeammateFinder, teammateFinder } from '../../values/teammates.ts'
import type { CurrentActor } from '../../operation/actor.ts'
import type { Row } from '../schema/codec.ts'
import type { DialectName } from '../schema/codec.ts'
import type { EntityTable } from '../schema/entity.ts'
import { givenTo } from '../schema/given-to.ts'
import type { Unit } from '../schema/unit.ts'

type Query = <R>(sql: string, parameters: readonly unknown[]) => Promise<readonly R[]>
/** A record as it is about to be written, and as it was; `before` is null for a new one. */
interface Written {
  readonly before: Readonly<Row> | null
  readonly record: Readonly<Row>
}

/** Where the teammates of an organization are stored: the name of a table with `email` and `name`. */
export interface Teammates {
  readonly table: string | undefined
  readonly dialect: DialectName
}

/**
 * Checks owners however a record is written: an owner is a teammate of the organization, active or not, or the caller. An organization that
 * stores no teammate at all keeps its people elsewhere, and may name any.
 */
export class OwnerCheck {
  readonly #query: Query
  readonly #unit: Unit
  readonly #teammates: Teammates

  constructor(query: Query, unit: Unit, teammates: Teammates) {
    this.#query = query
    this.#unit = unit
    this.#teammates = teammates
  }

  /** Throws `invalid_input` for the first owner that is newly set and is nobody. */
  async refuseUnknown({ fields }: EntityTable, written: readonly Written[]): Promise<void> {
    const given = written.flatMap((each) => ownersSet(fields, each))
    if (given.length === 0) return
    const unknown = await this.unknown(given.map(([, address]) => address))
    const refused = given.find(([, address]) => unknown.has(foldOwner(address)))
    if (!refused) return
    const { code, reason, allowed } = unknownOwner(refused[1], teammateFinder(await this.teammates()), this.#unit.actor)
    throw invalid(`/${refused[0]}`, code, reason, allowed)
  }

  /** The teammates of the organization, the first 2,000 by address; none where it stores none. */
  async teammates(): Promise<readonly Teammate[]> {
    const { table, dialect } = this.#teammates
    if (table === undefined) return []
    const own = dialect === 'postgresql' ? '$1' : '?'
    const asked = `select "email", "name" from "${table}" where "user_from" = ${own} order by "email" limit 2000`
    return await this.#query<Teammate>(asked, [this.#unit.actor.organization])
  }

  /** Those of the addresses, as they are compared, that are of nobody. */
  async unknown(addresses: Iterable<string>): Promise<ReadonlySet<string>> {
    const { table, dialect } = this.#teammates
    const { organization, user } = this.#unit.actor
    const unknown = new Set([...addresses].map(foldOwner))
    unknown.delete(foldOwner(user))
    if (table === undefined || unknown.size === 0) return new Set()
    const [own, list] = dialect === 'postgresql' ? ['$1', '= any($2::text[])'] : ['?', 'in (select value from json_each(?))']
    const asked = `select "email" from "${table}" where "user_from" = ${own} and "email" ${list}`
    const rows = await this.#query<{ email: string }>(asked, [organization, givenTo(dialect, unknown)])
    for (const { email } of rows) unknown.delete(email)
    if (unknown.size === 0 || rows.length > 0) return unknown
    const [anybody] = await this.#query<Row>(`select 1 as "there" from "${table}" where "user_from" = ${own} limit 1`, [organization])
    return anybody ? unknown : new Set()
  }
}

// At most so many are named to whoever has named nobody.
const MAX_CANDIDATES = 20

/** Why an owner is refused who is nobody, or one of several; the candidates are told only to callers who may read. */
export function unknownOwner(
  word: string,
  teammates: TeammateFinder,
  { scopes }: Pick<CurrentActor, 'scopes'>,
): { readonly code: string; readonly reason: string; readonly allowed?: readonly string[] } {
  const meant = teammates.meant(word)
  const isTold = scopes.has('read')
  const candidates = (meant.length > 0 ? meant : teammates.addresses).slice(0, MAX_CANDIDATES)
  const allowed = isTold && candidates.length > 0 ? { allowed: candidates } : {}
  if (meant.length > 1) return { code: 'ambiguous', reason: `${word} may be ${isTold ? candidates.join(' or ') : 'several'}`, ...allowed }
  return {
    code: 'unknown_user',
    reason: `${word} is no teammate of the organization: name one of its users, or invite them first`,
    ...allowed,
  }
}

/** The fields that hold addresses of teammates, with those that are newly set. */
export function ownersSet(fields: EntityTable['fields'], { before, record }: Written): [field: string, address: string][] {
  return ownerFields(fields).flatMap((name): [string, string][] => {
    const address = record[name]
    return typeof address === 'string' && address !== '' && address !== before?.[name] ? [[name, address]] : []
  })
}

const known = new WeakMap<EntityTable['fields'], readonly string[]>()

/** The fields of an entity that hold the address of a teammate. */
function ownerFields(fields: EntityTable['fields']): readonly string[] {
  const names = known.get(fields) ?? Object.keys(fields).filter((name) => fields[name]?.folded)
  known.set(fields, names)
  return names
}
