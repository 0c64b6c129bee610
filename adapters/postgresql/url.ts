/** The connection URL with `schema` as the only schema in the search path. */
export function connectionString(url: string, schema: string | undefined): string {
  if (!schema) return url
  const parsed = new URL(url)
  const given = parsed.searchParams.get('options')
  parsed.searchParams.set('options', [given, `-c search_path=${escaped(quoted(schema))}`].filter(Boolean).join(' '))
  return parsed.href
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

// PostgreSQL splits `options` at blanks.
function escaped(option: string): string {
  return option.replaceAll(/[\\\s]/g, (character) => `\\${character}`)
}
