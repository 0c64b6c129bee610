import { excerpt } from '../read/mask.ts'
import { parseNumber, parsePercent, type NumberReading } from '../values/number.ts'
import type { Context, Reader } from './findings.ts'

/** Reads an amount or another number. */
export const amount: Reader = (value, context) => {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return undefined
  return settle(parseNumber(value, context.format.decimal), value, context)
}

/** Reads a rate in percent, also one that is written as a fraction. */
export const percent: Reader = (value, context) => {
  const { format, plan, findings } = context
  if (typeof value === 'boolean') return undefined
  const read: NumberReading = typeof value === 'number' ? { ok: true, value } : parsePercent(value, format.decimal)
  if (!read.ok && !read.ambiguous) {
    findings.warnings.push(`${plan.field}: ${excerpt(value, format.path)} in ${format.path} is a code and no rate`)
    return undefined
  }
  // No rate is above a thousand percent: "12.500" can only be twelve and a half.
  const plausible = !read.ok && read.ambiguous ? read.ambiguous.filter((reading) => Math.abs(reading) <= 1000) : []
  const rate = read.ok ? read.value : plausible.length === 1 ? plausible[0] : settle(read, String(value), context)
  return rate === undefined || !format.fraction ? rate : Math.round(Number(rate) * 1e8) / 1e6
}

function settle(read: NumberReading, value: string, { findings, format, plan }: Context): number | undefined {
  if (read.ok) {
    if (read.currency) findings.currency ??= read.currency
    else if (format.currency) findings.titled.add(format.currency)
    if (Math.abs(read.value) <= Number.MAX_SAFE_INTEGER / 100) return read.value
  }
  const text = excerpt(value, format.path)
  if (!read.ok && read.ambiguous) {
    const [one, two] = read.ambiguous
    const reason = `ambiguous number ${text} in ${format.path}: ${one} or ${two}, set the source's decimal sign`
    findings.problem ??= { code: 'ambiguous_number', field: plan.field, reason }
    return undefined
  }
  const reason = `${plan.field}: ${text} in ${format.path} is no number`
  if (findings.strict) findings.problem ??= { code: 'not_a_number', field: plan.field, reason }
  else findings.warnings.push(reason)
  return undefined
}
