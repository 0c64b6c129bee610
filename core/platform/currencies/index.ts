import { audited } from '../../kernel/storage/schema/changes.ts'
import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { CurrencyRate } from './entity.ts'
import { currencies as operations } from './operations.ts'

/** Exchange rates to the organization's currency, and the conversion of amounts. */
export const currencies: Feature = plugin({
  name: 'currencies',
  version: '1.0.0',
  requires: { access: '^1.0.0' },
  entities: [CurrencyRate],
  audits: [audited(CurrencyRate, 'currency_rate')],
  operations: { currencies: operations },
})
