import { percentOfUnits } from '../../kernel/values/units.ts'
import { orderKey } from '../../kernel/values/text-order.ts'
import { foldText, numberOf } from './grammar/text.ts'

/** Functions that statements call on SQLite, which folds ASCII only and knows no decimals by itself; a storage adapter makes them known. */
export const sqliteFunctions: Readonly<Record<string, (...values: never[]) => string | number | null>> = {
  rapport_fold: (text: unknown) => (text === null ? null : foldText(String(text))),
  rapport_order: (text: unknown) => (text === null ? null : orderKey(String(text))),
  rapport_number: numberOf,
  rapport_percent: percentOfUnits,
}
