import { parseCountry } from '../../../kernel/values/country.ts'

// German-speaking addresses name countries by the sign of their cars: D-84028 Landshut.
const signs: Readonly<Record<string, string>> = { D: 'DE', A: 'AT', F: 'FR', I: 'IT', E: 'ES', B: 'BE', L: 'LU', P: 'PT', S: 'SE', N: 'NO' }

/** What a module of a system calls a country ends with its code: `base.fr`. */
const reference = /^[a-z_]{2,40}\.([a-z]{2})$/

/** The country that a column of countries names: by code, name, the sign of its cars or an id that ends with the code. */
export const parsePlace = (source: string): string | null => {
  const text = source.trim()
  const code = Object.hasOwn(signs, text) ? signs[text] : reference.exec(text)?.[1]
  return parseCountry(source) ?? (code === undefined ? null : parseCountry(code))
}
