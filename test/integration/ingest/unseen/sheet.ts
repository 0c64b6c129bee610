/** Rows of an export: titles and cells separated by `;`, each cell a text as a file of values gives it. */
export function sheet(titles: string, ...rows: readonly string[]): Record<string, string>[] {
  const names = titles.split(';')
  return rows.map((row) => Object.fromEntries(row.split(';').map((cell, at) => [names[at] ?? '', cell])))
}

/**
 * What is expected of such rows: field names, those of numbers with `#`, and with `?` where a careful reader may as well leave the column
 * alone; an empty cell is no value, `a|b` says that both readings are right.
 */
export function facts(fields: string, ...rows: readonly string[]): Record<string, unknown>[] {
  const names = fields.split(';')
  return rows.map((row) =>
    Object.fromEntries(row.split(';').flatMap((cell, at) => (cell === '' ? [] : [factOf(names[at] ?? '', cell.split('|'))]))),
  )
}

function factOf(field: string, cells: readonly string[]): [string, unknown] {
  const [, name = '', number, optional] = /^(\w+)(#?)(\??)$/.exec(field) ?? []
  const values = [...cells.map((cell) => (number ? Number(cell) : cell)), ...(optional ? [undefined] : [])]
  return [name, values.length === 1 ? values[0] : { any: values }]
}
