import { plugin, vocabulary } from 'rapport-crm'
import { aliases, lineAliases, ownKeys } from './aliases.ts'

/** Teaches ingest the field names of Microsoft Dynamics 365 Business Central: API v1.0 and v2.0, and the OData pages of the same tables. */
export const businessCentral = () => plugin({ name: 'business-central', version: '1.0.0', vocabularies: [words] })

const words = vocabulary({
  name: 'business-central',
  title: 'Microsoft Dynamics 365 Business Central',
  fingerprint: {
    keys: ownKeys,
    // The etag of a record. Other Microsoft services use numbers, and Dynamics 365 Finance encodes "0,..." in this form.
    values: [/^W\/"Jz\w{2}Oz[\w+/=]*"$/],
  },
  aliases,
  lines: {
    keys: ['salesQuoteLines', 'salesOrderLines', 'salesInvoiceLines', 'salesCreditMemoLines', 'purchaseOrderLines'],
    aliases: lineAliases,
  },
  values: {
    // A price may apply to a group of customers or to a campaign instead of one customer.
    Verkaufscode: (_, { Verkaufsart: kind }) => (kind === 'Debitor' ? undefined : null),
    AssignToNo: (_, { SourceType: kind }) => (kind === undefined || kind === 'Customer' ? undefined : null),
    Unit_Price: (_, { Amount_Type: kind }) => (kind === 'Discount' ? null : undefined),
    Sales_Code: (_, { Sales_Type: kind }) => (kind === undefined || kind === 'Customer' ? undefined : null),
    // Examples of the API reference have "id-value" for an id; then the number is the only key.
    external_id: (value, record) => (value.endsWith('id-value') && typeof record.number === 'string' ? record.number : undefined),
  },
})
