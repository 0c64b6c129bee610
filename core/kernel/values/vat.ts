/** A tax number as numbers are compared: capitals, without blanks, dots, slashes and dashes. */
export function compactVat(number: string): string {
  return number.replaceAll(/[\s./-]/g, '').toUpperCase()
}
