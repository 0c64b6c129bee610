import { parseCountry } from '../../values/country.ts'

// German-speaking addresses name countries by the sign of their cars: D-84028 Landshut.
const signs: Readonly<Record<string, string>> = { D: 'DE', A: 'AT', F: 'FR', I: 'IT', E: 'ES', B: 'BE', L: 'LU', P: 'PT', S: 'SE', N: 'NO' }

/** The country that a column of countries names: by code, name or the sign of its cars. */
export const parsePlace = (source: string): string | null => {
  const text = source.trim()
  return parseCountry(source) ?? (Object.hasOwn(signs, text) ? (signs[text] ?? null) : null)
}
