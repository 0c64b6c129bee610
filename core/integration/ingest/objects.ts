import { keysOf, mapValues } from '../../kernel/values/objects.ts'
import { declarations, type ObjectDeclaration } from './declarations.ts'
import type { FieldKind, FieldKinds, ValueOf } from './fields.ts'

type Declarations = typeof declarations

/** One of the objects that a data source may push. */
export type IngestObject = keyof Declarations

/** The name of a canonical field of an object. */
export type FieldOf<O extends IngestObject> = O extends unknown ? keyof Declarations[O]['fields'] : never

/** One of the objects that carry lines. */
export type DocumentObject = { [O in IngestObject]: Declarations[O] extends { readonly purchase: string } ? O : never }[IngestObject]

type KindOf<F, O extends IngestObject = IngestObject> = O extends unknown
  ? F extends keyof Declarations[O]['fields']
    ? Declarations[O]['fields'][F]
    : never
  : never

/** The values of a record by canonical field, as they were read. */
export type RecordRead<O extends IngestObject = IngestObject> = {
  [F in FieldOf<O>]?: ValueOf<KindOf<F> & FieldKind> | undefined
}

/** The objects that a data source may push. */
export const ingestObjects: readonly IngestObject[] = keysOf(declarations)

/** Objects in the order in which they are stored, each after those to which it refers. */
export const ingestOrder: readonly IngestObject[] = ingestObjects.toSorted((a, b) => declarations[a].order - declarations[b].order)

/** What ingest knows of each object. */
export const objectDeclarations: Readonly<Record<IngestObject, ObjectDeclaration>> = declarations

/** Canonical fields per object, flat, with the kind of value each one holds. */
export const objectFields: Readonly<Record<IngestObject, FieldKinds>> = mapValues(objectDeclarations, ({ fields }) => fields)

/** True for an object that carries lines. */
export const isDocument = (object: IngestObject): boolean => objectDeclarations[object].purchase !== undefined

const byOtherName = new Map(ingestObjects.flatMap((object) => objectDeclarations[object].otherNames.map((name) => [name, object] as const)))

/** The object a caller means by a name or one of its other names; undefined when nobody knows it. */
export function ingestObject(name: string): IngestObject | undefined {
  const folded = name
    .trim()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
  return ingestObjects.find((object) => object === folded) ?? byOtherName.get(folded)
}

/** Every other name of an object. */
export const otherNamesOf = (object: IngestObject): readonly string[] => objectDeclarations[object].otherNames
