import { plugin, vocabulary } from 'rapport-crm'
import { aliases, lineAliases, ownKeys } from './aliases.ts'

/** Teaches ingest the field names of SAP ECC and S/4HANA tables: KNA1, KNVK, MARA, VBAK, VBRK and their lines. */
export const sapEcc = () => plugin({ name: 'sap-ecc', version: '1.0.0', vocabularies: [words] })

const words = vocabulary({
  name: 'sap-ecc',
  title: 'SAP ECC',
  fingerprint: {
    keys: ownKeys,
  },
  aliases,
  lines: {
    keys: ['VBAP', 'VBRP', 'items', 'ITEMS'],
    aliases: lineAliases,
  },
  // 31 December 9999 stands for no end.
  values: { valid_to: (value) => (value.startsWith('9999') ? null : undefined) },
})
