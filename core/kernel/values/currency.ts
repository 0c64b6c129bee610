import { CurrencyCode } from '../operation/schema/currency-code.ts'
import { text } from '../operation/schema/fields.ts'

/** Currencies by their decimals, where these are not two: ISO 4217 amendment 177. `Intl` answers CLDR's customs instead (IQD 0, ISO 3). */
export const exponents: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}
const byCode = new Map(Object.entries(exponents).flatMap(([digits, codes]) => codes.split(' ').map((code) => [code, Number(digits)])))

/** Decimals of an amount in this currency (ISO 4217); 2 where the currency is unknown. */
export function exponentOf(currency: string | null | undefined): number {
  return byCode.get(currency ?? '') ?? 2
}

/** A field that holds an ISO 4217 code. */
export const currency = (description?: string) => ({ ...text({ max: 3 }), schema: CurrencyCode(description) })
