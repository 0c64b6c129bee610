/** Rows of an export: titles and cells separated by `;`, each cell a text as a file of values gives it. */
export function sheet(titles: string, ...rows: readonly string[]): Record<string, string>[] {
  const names = titles.split(';')
  return rows.map((row) => Object.fromEntries(row.split(';').map((cell, at) => [names[at] ?? '', cell])))
}

/** What is expected of such rows: field names, those of numbers with `#`; an empty cell is no value. */
export function facts(fields: string, ...rows: readonly string[]): Record<string, unknown>[] {
  const names = fields.split(';')
  return rows.map((row) =>
    Object.fromEntries(
      row.split(';').flatMap((cell, at) => {
        const name = names[at] ?? ''
        return cell === '' ? [] : [name.endsWith('#') ? [name.slice(0, -1), Number(cell)] : [name, cell]]
      }),
    ),
  )
}
