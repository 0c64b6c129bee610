/** Chooses this many digits, of which the first is not 0. */
type Digits = (count: number) => string

/** Tax number and number in the register of companies, with the check digits of the country. */
export interface CompanyNumbers {
  readonly vat: string
  readonly registration: string
}

/** Makes the numbers of a company in a country that `rapport seed` knows. */
export const companyNumbers: Readonly<Record<string, (digits: Digits) => CompanyNumbers>> = {
  GB(digits) {
    const seven = digits(7)
    const rest = weighted(seven, [8, 7, 6, 5, 4, 3, 2]) % 97
    return { vat: `GB${seven}${String(97 - rest).padStart(2, '0')}`, registration: `0${digits(7)}` }
  },
  FR(digits) {
    const eight = digits(8)
    const siren = eight + luhnDigit(eight)
    const key = (12 + 3 * (Number(siren) % 97)) % 97
    return { vat: `FR${String(key).padStart(2, '0')}${siren}`, registration: siren }
  },
  // ISO 7064, mod 11,10.
  DE(digits) {
    const eight = digits(8)
    let product = 10
    for (const digit of eight) {
      const sum = (Number(digit) + product) % 10 || 10
      product = (2 * sum) % 11
    }
    return { vat: `DE${eight}${(11 - product) % 10}`, registration: `HRB ${digits(6)}` }
  },
  ES(digits) {
    const seven = digits(7)
    const cif = `B${seven}${luhnDigit(seven)}`
    return { vat: `ES${cif}`, registration: cif }
  },
  NL(digits) {
    const weights = [9, 8, 7, 6, 5, 4, 3, 2]
    let eight = digits(8)
    // A rest of 10 has no digit.
    while (weighted(eight, weights) % 11 === 10) eight = digits(8)
    return { vat: `NL${eight}${weighted(eight, weights) % 11}B01`, registration: digits(8) }
  },
  IT(digits) {
    const ten = `${digits(7)}015`
    return { vat: `IT${ten}${luhnDigit(ten)}`, registration: `MI-${digits(7)}` }
  },
  PT(digits) {
    const eight = `5${digits(7)}`
    const rest = weighted(eight, [9, 8, 7, 6, 5, 4, 3, 2]) % 11
    const number = `${eight}${rest < 2 ? 0 : 11 - rest}`
    return { vat: `PT${number}`, registration: number }
  },
}

function weighted(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0)
}

/** The digit that makes the sum of Luhn a multiple of ten, when it stands behind these. */
function luhnDigit(digits: string): number {
  const sum = [...digits].toReversed().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return (10 - (sum % 10)) % 10
}
