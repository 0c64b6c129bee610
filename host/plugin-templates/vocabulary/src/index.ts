import { plugin, type Vocabulary, vocabulary } from 'rapport-crm'

/** The field names of Sample part: replace them by those of your product. */
export const words: Vocabulary = vocabulary({
  name: 'sample-part',
  title: 'Sample part',
  // Keys that no other product has; two of them identify it.
  fingerprint: { keys: ['CustNoX', 'CustNameX', 'DocNoX', 'DocRowsX'] },
  aliases: {
    companies: { CustNoX: 'external_id', CustNameX: 'name', VatNoX: 'vat_number', TownX: 'city', LandX: 'country' },
    // Of quotes, orders, invoices and credit notes.
    documents: {
      DocNoX: 'number',
      DocDateX: 'date',
      CustNoX: 'customer_external_id',
      CustNameX: 'customer_name',
      CurX: 'currency',
      NetX: 'total_excl_tax',
      VatX: 'total_tax',
      GrossX: 'total_incl_tax',
      // Nobody needs who has printed it.
      PrintedByX: null,
    },
  },
  lines: { keys: ['DocRowsX'], aliases: { ItemX: 'sku', TextX: 'description', QtyX: 'quantity', PriceX: 'unit_price' } },
  // Days come as 20260112.
  values: { DocDateX: (value) => value.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3') },
  // Bills of suppliers are no invoices of the organization.
  isPurchase: ({ DocKindX: kind }) => kind === 'P',
})

/** Teaches ingest the field names of Sample part. */
export default plugin({ name: 'sample-part', version: '0.1.0', vocabularies: [words] })
