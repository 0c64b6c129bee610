import { group, type Methods, operation } from '../../kernel/operation/operation.ts'
import { Currencies, CurrencyQuery, CurrencyRecord, RateUpdate } from './schema.ts'
import { CurrencyService } from './service.ts'

const uses = { currencies: CurrencyService }

/** Exchange rates. Administrators set them; the engine fetches none. */
export const currencies = group('Organization', {
  list: operation({
    id: 'listCurrencies',
    summary: 'List the currencies of the organization with their exchange rates by date',
    scope: 'read',
    mcp: true,
    route: 'GET /organization/currencies',
    input: CurrencyQuery,
    output: Currencies,
    uses,
    handle: async (query, { currencies }) => await currencies.list(query),
  }),
  set: operation({
    id: 'setCurrencyRate',
    summary: 'Set the exchange rate of a currency from a day on; rates of other days stay',
    scope: 'write',
    admin: true,
    route: 'PUT /organization/currencies/{code}',
    input: RateUpdate,
    output: CurrencyRecord,
    uses,
    handle: async (input, { currencies }) => await currencies.set(input),
  }),
})

/** `api.organization` in process. */
export interface CurrencyMethods extends Methods<typeof currencies> {}
