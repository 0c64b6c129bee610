/** All tables as the query builder knows them: by name, each with columns of any type. */
export type Tables = Record<string, Record<string, unknown>>
