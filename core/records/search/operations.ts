import { invalid } from '../../kernel/operation/errors.ts'
import { group, type Methods, operation } from '../../kernel/operation/operation.ts'
import { ResolvedRecords, ResolveRecords, SearchAll, SearchResults } from './schema.ts'
import { SearchService } from './service.ts'

const uses = { search: SearchService }

/** Search over all record types; what the caller does not see is not found. */
export const search = group('Search', {
  all: operation({
    id: 'searchAll',
    summary: 'Find contacts, companies, deals, quotes, products and invoices by words, the best match first',
    scope: 'read',
    route: 'GET /search',
    mcp: 'default',
    heavy: true,
    input: SearchAll,
    output: SearchResults,
    uses,
    handle: async ({ q, types, limit = 20 }, { search }) => ({ results: await search.all(q, types, limit) }),
  }),
  resolve: operation({
    id: 'resolveRecords',
    summary: 'Find records by an identity: e-mail, domain, phone, external id, code or number',
    scope: 'read',
    route: 'POST /search/resolve',
    mcp: 'default',
    input: ResolveRecords,
    output: ResolvedRecords,
    uses,
    async handle({ provider, ...identity }, { search }) {
      if (Object.values(identity).every((each) => each === undefined))
        throw invalid('', 'required', 'Give one of email, domain, phone, external_id, code, number', Object.keys(ResolveRecords.properties))
      return { matches: await search.resolve({ provider, ...identity }) }
    },
  }),
})

/** The typed methods of these operations. */
export interface SearchMethods extends Methods<typeof search> {}
