import { atOnce } from '../../../kernel/values/turns.ts'
import type { FieldKinds } from '../fields.ts'
import { type IngestObject, isDocument } from '../objects.ts'
import type { Column } from '../read/table.ts'
import { dropAmbiguous } from './ambiguity.ts'
import { addStandIns, assignColumns, findMissingKeys, takeRequired } from './assign-columns.ts'
import type { Candidate } from './assign.ts'
import { findCandidates } from './candidates.ts'
import { takeDocumentCurrency } from './document-currency.ts'
import { withNumberedIds, withNumberedName, withoutStockIds } from './numbered-ids.ts'
import { withoutHouseNumbers } from './house-numbers.ts'
import { withoutOwnCompany } from './own-company.ts'
import { withIdentifier, withOwnId, withoutNamesAsCodes, withoutOwnIds, withoutRowIds } from './own-ids.ts'
import { pairUp } from './pairs.ts'
import { patternsOf } from './patterns/all.ts'
import type { Recognition } from './recognition.ts'
import type { RecognizedScope, ScopeReading } from './scope-reading.ts'
import type { StatedColumns } from './stated-columns.ts'
import { withTaxDocument } from './tax-documents.ts'

/** The steps from columns to fields, for the records of a batch and again for their lines. */
const columnPasses: readonly ((reading: ScopeReading) => Iterable<void> | void)[] = [
  findCandidates,
  takeDocumentCurrency,
  dropAmbiguous,
  dropHouseNumbers,
  applyKeyRules,
  pairColumns,
  assignColumns,
  takeRequired,
  findMissingKeys,
  addStandIns,
]

type Scoped = [all: readonly Column[], scope: RecognizedScope, kinds: FieldKinds, stated: StatedColumns]

/** Finds the meaning of every column of a scope, jointly over the batch. */
export const recognizeColumns = (...scoped: Scoped): Recognition => atOnce(recognizeInSteps(...scoped))

/** The same with pauses, for what may have thousands of columns: records with keys of their own. */
export function* recognizeInSteps(...scoped: Scoped): Generator<void, Recognition> {
  const reading = scopeReading(...scoped)
  for (const pass of columnPasses) {
    const steps = pass(reading)
    if (steps) yield* steps
    yield
  }
  return { matches: reading.matches, candidates: reading.candidates }
}

/** What each column may mean by itself, whatever stands beside it. */
export function* meaningsOf(...scoped: Scoped): Generator<void, readonly Candidate[]> {
  const reading = scopeReading(...scoped)
  yield* findCandidates(reading)
  return reading.candidates
}

function scopeReading(...[all, scope, kinds, stated]: Scoped): ScopeReading {
  const columns = all.filter(({ whole }) => whole !== true)
  return { scope, columns, kinds, stated, patterns: patternsOf(scope), candidates: [], chosen: [], matches: [] }
}

/** Drops the numbers of houses, which are no keys. */
function dropHouseNumbers(reading: ScopeReading): void {
  reading.candidates = withoutHouseNumbers(reading.columns, reading.candidates)
}

/** Applies what the columns of a scope say together of the ids, numbers and codes among them. */
function applyKeyRules(reading: ScopeReading): void {
  for (const rule of keyRulesOf(reading.scope)) reading.candidates = rule(reading.columns, reading.candidates)
}

/** Lets titles mean another field beside a second one: "Nombre" is a first name once there are "Apellidos". */
function pairColumns(reading: ScopeReading): void {
  reading.candidates = pairUp(reading.scope, reading.columns, reading.candidates)
}

type KeyRule = (columns: readonly Column[], candidates: readonly Candidate[]) => readonly Candidate[]

const numberOfDocument: KeyRule = (columns, candidates) => withIdentifier(columns, candidates, 'number')
const skuOfProduct: KeyRule = (columns, candidates) => withIdentifier(columns, candidates, 'sku')

const lineRules: readonly KeyRule[] = [withoutOwnIds, withoutRowIds, withoutNamesAsCodes]
const documentRules: readonly KeyRule[] = [withNumberedIds, withoutOwnCompany, numberOfDocument, withOwnId]
const otherRules: readonly KeyRule[] = [withNumberedName, withOwnId]
const objectRules: Readonly<Partial<Record<IngestObject, readonly KeyRule[]>>> = {
  products: [withoutStockIds, skuOfProduct, withOwnId],
  companies: [withTaxDocument, withOwnId],
}

function keyRulesOf(scope: RecognizedScope): readonly KeyRule[] {
  if (scope === 'line') return lineRules
  return isDocument(scope) ? documentRules : (objectRules[scope] ?? otherRules)
}
