import { plugin, vocabulary } from 'rapport-crm'
import { aliases, lineAliases, ownKeys } from './aliases.ts'

/** Teaches ingest the field names of SAP Business One: the entities of the Service Layer. */
export const sapBusinessOne = () => plugin({ name: 'sap-business-one', version: '1.0.0', vocabularies: [words] })

/** Zero stands for an amount that the document does not have. */
const nothingIfZero = (value: string) => (Number(value) === 0 ? null : undefined)

const words = vocabulary({
  name: 'sap-business-one',
  title: 'SAP Business One',
  fingerprint: {
    keys: ownKeys,
    values: [/^(?:bost_|sos_|bo_|cCustomer|cSupplier|itItems|tYES|tNO)/],
  },
  lists: {
    BPAddresses: 'one',
    ContactEmployees: 'none',
    ItemPrices: 'one',
    DocumentLines: 'lines',
    SpecialPricesDataAreas: 'one',
    SalesOpportunitiesLines: 'none',
    ItemWarehouseInfoCollection: 'none',
  },
  aliases,
  lines: {
    keys: ['DocumentLines'],
    aliases: lineAliases,
  },
  values: {
    // The fields in foreign currency hold the amounts of the document; they are zero if it is in local currency.
    DocTotalFc: nothingIfZero,
    VatSumFc: nothingIfZero,
    PaidToDateFC: nothingIfZero,
    'lines.RowTotalFC': nothingIfZero,
    Currency: (value) => (value === '##' ? null : undefined),
    customer_external_id: (value) => (value.startsWith('*') ? null : undefined),
  },
})
