/** The value of a losslessly parsed number: a number where that keeps all digits, else their text; null for any other object. */
export function losslessNumber(value: object): number | string | null {
  if (!('isLosslessNumber' in value) || !('value' in value)) return null
  if (value.isLosslessNumber !== true || typeof value.value !== 'string') return null
  const number = Number(value.value)
  return Number.isSafeInteger(number) || /[.eE]/.test(value.value) ? number : value.value
}
