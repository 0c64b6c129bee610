import { Kind, type TString, Type, TypeRegistry } from '@sinclair/typebox'

// What ISO 4217 has besides, for units of account in which contracts and funds are kept.
const funds = 'BOV CHE CHW CLF COU MXV USN UYI UYW'
let codes: ReadonlySet<string> | undefined

/** Whether ISO 4217 has a currency of this code. */
export function isCurrency(code: string): boolean {
  codes ??= new Set([...Intl.supportedValuesOf('currency'), ...funds.split(' ')])
  return codes.has(code)
}

/** The kind of schema that only the codes of currencies fit; no format, because clients warn of formats that they do not know. */
export const CURRENCY = 'rapport:currency'
if (!TypeRegistry.Has(CURRENCY)) TypeRegistry.Set(CURRENCY, (_, value) => typeof value === 'string' && isCurrency(value))

/** The code of a currency. */
export const CurrencyCode = (description = 'ISO 4217', example = 'EUR'): TString =>
  // To callers it is a string; the kind of its own is for the validator alone.
  ({ ...Type.String({ maxLength: 3, pattern: '^[A-Z]{3}$', description, examples: [example] }), [Kind]: CURRENCY }) as unknown as TString
