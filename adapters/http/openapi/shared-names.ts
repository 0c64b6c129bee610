/** Where a schema stands: the operation or component, whether in the body of a request, and the properties on the way, the nearest last. */
export interface Place {
  /** The component that it is itself; empty for what is in one. */
  readonly root: string
  readonly owner: string
  readonly isInput: boolean
  readonly properties: readonly { readonly name: string; readonly isList: boolean }[]
  /** An item of the list that the nearest property is. */
  readonly isItem?: boolean
}

/** A schema that stands in several places. */
export interface Shared {
  readonly text: string
  readonly isObject: boolean
  readonly places: readonly Place[]
}

/** A name for each, by its text, that says what it is: in the order of the document, so that names stay from one version to the next. */
export function namesOf(all: readonly Shared[], taken: Set<string>): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const { text, places } of all) {
    const isInput = places.every((each) => each.isInput)
    const wanted = wantedOf(places).map((name) => (isInput ? `${name.replace(/(Answer|Input)$/, '')}Input` : name))
    const name = wanted.find((each) => !taken.has(each)) ?? numbered(wanted[0] ?? 'Value', taken)
    taken.add(name)
    names.set(text, name)
  }
  return names
}

// What stands at the top of answers is called by what their operations have in common: `DeleteAnswer` of `deleteContact` and `deleteDeal`; what is a
// property, by its most frequent name.
function wantedOf(places: readonly Place[]): string[] {
  const owners = [...new Set(places.map(({ owner }) => owner.replace(/^(Partial)?(Listed)?/, '')))]
  const common = commonOf(owners)
  const inside = places.filter(({ properties }) => properties.length > 0)
  const [first] = usual(inside)
  if (!first) return [...(common === '' ? [] : [`${common}Answer`]), `${owners[0]}Answer`]
  const { properties, isItem = false } = first
  const owner = first.owner.replace(/^(Partial)?(Listed)?/, '')
  const own = properties.map(({ name, isList }, at) => pascal(isList && (isItem || at < properties.length - 1) ? singular(name) : name))
  const last = own.at(-1) ?? ''
  const parent = own.at(-2) ?? (common || owner)
  return [...(vague.has(last) ? [] : [last]), `${parent}${last}`, `${owner}${last}`, `${owner}${own.join('')}`, `${last}Of${owner}`]
}

// Words that say what something is only together with what it belongs to.
const vague = new Set(
  'Action,Amount,At,Body,Code,Config,Data,Description,Entity,Event,Field,Fields,Group,Groups,Id,Index,Item,Kind,Label,Mode,Name,Number,Object,Objects,Op,Options,Position,Q,Reason,Result,Results,Rows,Score,Set,Settings,Sort,Source,State,Stats,Status,Step,Steps,Test,Title,Type,Unit,Value,Values'.split(
    ',',
  ),
)

// The words that most of them have, in the order of the first.
function commonOf(owners: readonly string[]): string {
  const all = owners.map((each) => new Set(each.match(/[A-Z][a-z0-9]*/g)))
  const words = [...new Set(all.flatMap((each) => [...each]))]
  return words.filter((word) => all.filter((each) => each.has(word)).length * 2 > all.length).join('')
}

// The places where it has its most frequent name, the longest of those as frequent; `address` before `billing_address`, which ends with it.
function usual(all: readonly Place[]): readonly Place[] {
  const byName = Map.groupBy(all, ({ properties }) => properties.at(-1)?.name ?? '')
  const [most] = [...byName].toSorted(([one, ones], [other, others]) => others.length - ones.length || other.length - one.length)
  const plain = [...byName].find(([name]) => most?.[0].endsWith(`_${name}`))
  return (plain ?? most)?.[1] ?? []
}

function numbered(name: string, taken: ReadonlySet<string>): string {
  for (let number = 2; ; number += 1) if (!taken.has(`${name}${number}`)) return `${name}${number}`
}

function singular(name: string): string {
  return name
    .replace(/ies$/, 'y')
    .replace(/(ss|x|sh|ch)es$/, '$1')
    .replace(/([^s])s$/, '$1')
}

/** `external_ids` as the name of a component: `ExternalIds`. */
export function pascal(name: string): string {
  return name.replaceAll(/(?:^|[_-])(\w)/g, (_, letter: string) => letter.toUpperCase())
}
