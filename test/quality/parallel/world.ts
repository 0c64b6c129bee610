import type { AnyOperation, Api } from 'rapport-crm'

/** What an operation is called with. */
export type Input = Readonly<Record<string, unknown>>

/** Fields of a record of the scene that have these values once an operation is done, unless the other one of the pair is about them. */
export interface Acknowledged<Of extends string = string> {
  readonly of: Of
  readonly values: Input
}

/** Records that are linked with each other, what can be done to them, and what must hold afterwards. */
export interface World<Scene, Of extends string = never> {
  /** Makes the records in the organization of the caller. */
  open(api: Api): Promise<Scene>
  /** What does not hold among them. */
  faults(api: Api): Promise<string[]>
  /** Routes of the operations that write them, with the collection as second group. */
  readonly subjects: RegExp
  /** The record that `{id}` names, by collection. */
  readonly named: Readonly<Record<string, (scene: Scene) => string>>
  /** The deleted record that can be restored, by collection. */
  gone(scene: Scene, collection: string): string | undefined
  /** What operations are called with besides the id of their record; several where they can be called in several ways. */
  readonly inputs: Readonly<Record<string, readonly ((scene: Scene) => Input)[]>>
  /** What some of them set, by name. */
  readonly sets?: Readonly<Record<string, Acknowledged<Of>>>
  /** The record as it is now, unless it is gone or was merged. */
  read?(api: Api, scene: Scene, of: Of): Promise<Input | undefined>
}

/** One operation on the records of a scene. */
export interface Act<Scene> {
  /** Its operation, with a number where it is called in more than one way. */
  readonly name: string
  readonly operation: AnyOperation
  input(scene: Scene): Input
}

/** Every operation of the catalog that writes records of such scenes, or what they rely on. */
export function actsOf<Scene, Of extends string>(
  { subjects, named, inputs, gone }: World<Scene, Of>,
  operations: Iterable<AnyOperation>,
): Act<Scene>[] {
  return [...operations].flatMap((operation) => {
    const { id, route, scope } = operation
    const [, , collection = ''] = subjects.exec(route) ?? []
    if (collection === '' || (scope !== 'write' && scope !== 'delete')) return []
    const own = (scene: Scene): Input => {
      if (!route.includes('{id}')) return {}
      const restored = route.endsWith('/restore') ? gone(scene, collection) : undefined
      return { id: restored ?? named[collection]?.(scene) }
    }
    const ways = inputs[id] ?? [() => ({})]
    return ways.map((input, at): Act<Scene> => {
      const name = ways.length > 1 ? `${id}${at}` : id
      return { name, operation, input: (scene) => ({ ...own(scene), ...input(scene) }) }
    })
  })
}
