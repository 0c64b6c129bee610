import { plugin, vocabulary } from 'rapport-crm'

/** Teaches ingest the words of SAP ECC and S/4HANA tables: KNA1, KNVK, MARA, VBAK, VBRK and their lines. */
export const sapEcc = () => plugin({ name: 'sap-ecc', version: '1.0.0', vocabularies: [words] })

const words = vocabulary({
  name: 'sap-ecc',
  title: 'SAP ECC',
  fingerprint: {
    keys: ['KUNNR', 'NAME1', 'STRAS', 'ORT01', 'PSTLZ', 'LAND1', 'STCEG', 'TELF1', 'MANDT', 'KTOKD', 'MATNR', 'MAKTX', 'MATKL', 'MEINS', 'EAN11', 'VBELN', 'AUDAT', 'ERDAT', 'FKDAT', 'NETWR', 'MWSBK', 'WAERK', 'KUNAG', 'KUNRG', 'POSNR', 'ARKTX', 'FKIMG', 'KWMENG', 'VRKME', 'PARNR', 'NAMEV', 'KBETR', 'DATAB', 'DATBI', 'kunnr', 'name1', 'stras', 'ort01', 'pstlz', 'land1', 'stceg', 'telf1', 'mandt', 'ktokd', 'matnr', 'maktx', 'vbeln', 'netwr', 'waerk'], // prettier-ignore
  },
  aliases: {
    all: { MANDT: null, ERDAT: null, ERNAM: null, AEDAT: null },
    companies: { KUNNR: 'external_id', NAME1: 'name', NAME2: null, NAME3: null, STRAS: 'street', ORT01: 'city', ORT02: null, PSTLZ: 'postcode', PSTL2: null, LAND1: 'country', REGIO: null, STCEG: 'vat_number', STCD1: null, TELF1: 'phone', TELF2: 'phone', TELFX: null, SMTP_ADDR: 'email', KNURL: 'domain', WAERS: 'currency', BRSCH: 'industry', SORTL: null, MCOD1: null, ADRNR: null }, // prettier-ignore
    contacts: { PARNR: 'external_id', KUNNR: 'company', NAMEV: 'first_name', NAME1: 'last_name', TELF1: 'phone', SMTP_ADDR: 'email', PAFKT: 'title', ANRED: null }, // prettier-ignore
    products: { MATNR: 'sku', MAKTX: 'name', MATKL: 'category', MEINS: 'unit', EAN11: 'barcode', STPRS: 'cost', VERPR: null, LABST: 'stock', KBETR: 'price', KONWA: 'currency', PRDHA: null, MTART: null }, // prettier-ignore
    documents: { VBELN: 'number', AUDAT: 'date', FKDAT: 'date', ANGDT: null, VDATU: null, KUNNR: 'customer_external_id', KUNAG: 'customer_external_id', KUNRG: null, NAME1: 'customer_name', WAERK: 'currency', NETWR: 'total_excl_tax', MWSBK: 'total_tax', BSTNK: null, GBSTK: 'status', FKSTO: null, BNDDT: null }, // prettier-ignore
    quotes: { BNDDT: 'due_date' },
    price_rules: { MATNR: 'sku', KUNNR: 'customer_external_id', KBETR: 'price', KONWA: 'currency', DATAB: 'valid_from', DATBI: 'valid_to', KSTBM: 'min_quantity', KNUMH: null, KPEIN: null }, // prettier-ignore
  },
  lines: {
    keys: ['VBAP', 'VBRP', 'items', 'ITEMS'],
    aliases: { POSNR: null, MATNR: 'sku', ARKTX: 'description', KWMENG: 'quantity', FKIMG: 'quantity', VRKME: 'unit', NETPR: 'unit_price', NETWR: 'total_excl_tax', MWSBP: null, WAVWR: null }, // prettier-ignore
  },
  // 31 December 9999 is "for ever".
  values: { valid_to: (value) => (value.startsWith('9999') ? null : undefined) },
})
