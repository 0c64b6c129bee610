import { foldText, numberOf } from './text.ts'

/** Functions that statements call on SQLite, which compares and folds ASCII only by itself; a storage adapter makes them known. */
export const sqliteFunctions: Readonly<Record<string, (value: unknown) => string | number | null>> = {
  rapport_fold: (text) => (text === null ? null : foldText(String(text))),
  rapport_number: numberOf,
}
