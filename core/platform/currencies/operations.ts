import { group, type Methods, operation } from '../../kernel/operation/operation.ts'
import { Currencies, CurrencyQuery, CurrencyRecord, RateUpdate } from './schema.ts'
import { CurrencyService } from './service.ts'

const uses = { currencies: CurrencyService }

/** Rates of exchange. Administrators set them; the engine fetches none. */
export const currencies = group('Organization', {
  list: operation({
    id: 'listCurrencies',
    summary: 'List the currencies of the organisation with their rates to its own, by date',
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
    summary: 'Set what a currency is worth in that of the organisation from a day on; rates of other days stay',
    scope: 'write',
    admin: true,
    route: 'PUT /organization/currencies/{code}',
    input: RateUpdate,
    output: CurrencyRecord,
    uses,
    handle: async (input, { currencies }) => await currencies.set(input),
  }),
})

/** The typed methods of the group. */
export interface CurrencyMethods extends Methods<typeof currencies> {}
