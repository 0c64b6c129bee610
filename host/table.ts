const WIDEST = 40

/** Formats a table; columns are as wide as their content, at most 40 characters. */
export function tableOf(titles: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const cut = rows.map((row) => row.map(short))
  const widths = titles.map((title, at) => Math.max(title.length, ...cut.map((row) => row[at]?.length ?? 0)))
  const line = (cells: readonly string[]) => `  ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd()
  return [line(titles), line(widths.map((width) => '-'.repeat(width))), ...cut.map(line)]
}

function short(cell: string): string {
  const flat = cell.replaceAll(/\s+/g, ' ')
  return flat.length > WIDEST ? `${flat.slice(0, WIDEST - 1)}…` : flat
}
