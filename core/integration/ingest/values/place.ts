import { parseCountry } from '../../../kernel/values/country.ts'

// German addresses name countries by vehicle registration codes: D-84028 Landshut.
const signs: Readonly<Record<string, string>> = { D: 'DE', A: 'AT', F: 'FR', I: 'IT', E: 'ES', B: 'BE', L: 'LU', P: 'PT', S: 'SE', N: 'NO' }

/** Module ids of countries end with the code: `base.fr`. */
const reference = /^[a-z_]{2,40}\.([a-z]{2})$/

/** The country for a code, a name, a vehicle registration code or an id that ends with the code. */
export const parsePlace = (source: string): string | null => {
  const text = source.trim()
  const code = Object.hasOwn(signs, text) ? signs[text] : reference.exec(text)?.[1]
  return parseCountry(source) ?? (code === undefined ? null : parseCountry(code))
}
