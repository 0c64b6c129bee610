import { mapInTurns } from 'rapport-crm'

type Row = Record<string, unknown>

/** What pg answers with `rowMode: 'array'`. */
interface Arrays {
  readonly fields: readonly { readonly name: string }[]
  rows: readonly unknown[]
}

/** The columns of a statement, and a row of them without values. */
export interface Shape {
  readonly names: readonly string[]
  readonly blank: Row
}

/**
 * Makes objects of rows that came as arrays, as pg does, and answers their shape; `known` is that of an earlier answer to the statement. pg copies an
 * empty row by a spread, which takes Node twice the time once it has copied a few kinds of rows there, and eight times the memory for 50 columns.
 */
export async function asObjects(answer: unknown, known: Shape | undefined): Promise<Shape> {
  const result = answer as Arrays
  const shape = known && isOf(known, result) ? known : shapeOf(result)
  const { names, blank } = shape
  // All of them are here at once, where pg made each as it came: of very many, others have their turn in between.
  result.rows = await mapInTurns(result.rows as readonly (readonly unknown[])[], (values) => {
    const row: Row = Object.assign({}, blank)
    for (let at = 0; at < names.length; at++) row[names[at] ?? ''] = values[at]
    return row
  })
  return shape
}

const isOf = ({ names }: Shape, { fields }: Arrays) => names.length === fields.length && fields.every(({ name }, at) => name === names[at])

function shapeOf({ fields }: Arrays): Shape {
  const names = fields.map(({ name }) => name)
  return { names, blank: Object.assign({}, JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, null]))))) }
}
