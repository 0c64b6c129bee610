/** Languages of documents and public pages; English where none of them is accepted. */
export const languages = ['en', 'fr', 'de', 'es'] as const
/** A language of documents and public pages. */
export type Language = (typeof languages)[number]

const en = {
  quote: 'Quote',
  date: 'Date',
  valid: 'Valid until',
  for: 'For',
  reference: 'Your reference',
  version: 'Version',
  position: 'No.',
  item: 'Item',
  quantity: 'Quantity',
  price: 'Unit price',
  discount: 'Discount',
  total: 'Total',
  subtotal: 'Subtotal',
  net: 'Total excluding tax',
  tax: 'Tax',
  gross: 'Total including tax',
  terms: 'Terms',
  order: 'Order',
  invoice: 'Invoice',
  credit_note: 'Credit note',
  ordered: 'Order date',
  expected: 'Expected delivery',
  due: 'Due date',
  corrects: 'Corrects invoice',
  paid: 'Paid',
  credited: 'Credited',
  balance: 'Balance due',
  void: 'void',
  vat: 'VAT no.',
  bank: 'Bank',
} as const
type Words = Readonly<Record<keyof typeof en, string>>

const fr: Words = {
  quote: 'Devis',
  date: 'Date',
  valid: 'Valable jusqu’au',
  for: 'Pour',
  reference: 'Votre référence',
  version: 'Version',
  position: 'N°',
  item: 'Article',
  quantity: 'Quantité',
  price: 'Prix unitaire',
  discount: 'Remise',
  total: 'Total',
  subtotal: 'Sous-total',
  net: 'Total hors taxes',
  tax: 'TVA',
  gross: 'Total TTC',
  terms: 'Conditions',
  order: 'Commande',
  invoice: 'Facture',
  credit_note: 'Avoir',
  ordered: 'Date de commande',
  expected: 'Livraison prévue',
  due: 'Échéance',
  corrects: 'Rectifie la facture',
  paid: 'Déjà payé',
  credited: 'Avoirs déduits',
  balance: 'Reste à payer',
  void: 'annulé',
  vat: 'N° TVA',
  bank: 'Banque',
}

const de: Words = {
  quote: 'Angebot',
  date: 'Datum',
  valid: 'Gültig bis',
  for: 'Für',
  reference: 'Ihr Zeichen',
  version: 'Version',
  position: 'Pos.',
  item: 'Artikel',
  quantity: 'Menge',
  price: 'Einzelpreis',
  discount: 'Rabatt',
  total: 'Gesamt',
  subtotal: 'Zwischensumme',
  net: 'Summe netto',
  tax: 'USt.',
  gross: 'Summe brutto',
  terms: 'Bedingungen',
  order: 'Auftrag',
  invoice: 'Rechnung',
  credit_note: 'Rechnungskorrektur',
  ordered: 'Auftragsdatum',
  expected: 'Voraussichtliche Lieferung',
  due: 'Zahlbar bis',
  corrects: 'Zu Rechnung',
  paid: 'Bezahlt',
  credited: 'Gutgeschrieben',
  balance: 'Offener Betrag',
  void: 'storniert',
  vat: 'USt-IdNr.',
  bank: 'Bank',
}

const es: Words = {
  quote: 'Presupuesto',
  date: 'Fecha',
  valid: 'Válido hasta',
  for: 'Para',
  reference: 'Su referencia',
  version: 'Versión',
  position: 'N.º',
  item: 'Artículo',
  quantity: 'Cantidad',
  price: 'Precio unitario',
  discount: 'Descuento',
  total: 'Total',
  subtotal: 'Subtotal',
  net: 'Total sin impuestos',
  tax: 'IVA',
  gross: 'Total con impuestos',
  terms: 'Condiciones',
  order: 'Pedido',
  invoice: 'Factura',
  credit_note: 'Nota de abono',
  ordered: 'Fecha del pedido',
  expected: 'Entrega prevista',
  due: 'Vencimiento',
  corrects: 'Rectifica la factura',
  paid: 'Pagado',
  credited: 'Abonado',
  balance: 'Importe pendiente',
  void: 'anulado',
  vat: 'NIF/IVA',
  bank: 'Banco',
}

/** What documents say, by language; the public page of a quote has words of its own besides. */
export const words: Readonly<Record<Language, Words>> = { en, fr, de, es }

/** The language that a reader prefers: by `Accept-Language`, else the first known of `others`. */
export function languageOf(accepted: string | undefined, ...others: readonly (string | null | undefined)[]): Language {
  const wanted = (accepted ?? '').split(',').map((each) => {
    const [tag = '', ...parameters] = each.trim().split(';')
    const weight = Number(parameters.find((parameter) => parameter.trim().startsWith('q='))?.split('=')[1] ?? 1)
    return { tag, weight: Number.isFinite(weight) ? weight : 0 }
  })
  const ordered = wanted.filter(({ weight }) => weight > 0).toSorted((a, b) => b.weight - a.weight)
  for (const tag of [...ordered.map((each) => each.tag), ...others]) {
    const found = languages.find((language) => language === tag?.toLowerCase().split('-')[0])
    if (found) return found
  }
  return 'en'
}
