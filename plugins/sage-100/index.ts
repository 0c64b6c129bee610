import { plugin, vocabulary } from 'rapport-crm'

/** Teaches ingest the words of Sage 100 (France): columns of its tables, and its SaaS API. */
export const sage100 = () => plugin({ name: 'sage-100', version: '1.0.0', vocabularies: [words] })

const words = vocabulary({
  name: 'sage-100',
  title: 'Sage 100',
  fingerprint: {
    keys: ['Intitule', 'Telecom', 'Qualite', 'CompteG', 'intitule', 'telecom', 'qualite', 'classement'],
    keyPatterns: [/^(?:CT|AR|DO|DL|AC|FA|AS|LI|TQ|cb)_?(?:Num|Intitule|Adresse|CodePostal|Ville|Pays|Siret|Identifiant|Type|Ref|Design|PrixVen|PrixAch|CodeBarre|Piece|Date|Tiers|TotalHT|TotalHTNet|TotalTTC|NetAPayer|MontantRegle|Qte|QteSto|PrixUnitaire|MontantHT|MontantTTC|Taxe1|CodeFamille|Marq|Modification|No|Statut)$/], // prettier-ignore
  },
  aliases: {
    all: { cbMarq: null, cbCreation: null, cbModification: null },
    companies: { CT_Num: 'external_id', Numero: 'external_id', CT_Intitule: 'name', Intitule: 'name', CT_Adresse: 'street', 'Adresse.Adresse': 'street', CT_CodePostal: 'postcode', 'Adresse.CodePostal': 'postcode', CT_Ville: 'city', 'Adresse.Ville': 'city', CT_Pays: 'country', 'Adresse.Pays': 'country', CT_Identifiant: 'vat_number', Identifiant: 'vat_number', CT_Siret: null, Siret: null, CT_Ape: null, CT_Telephone: 'phone', 'Telecom.Telephone': 'phone', CT_Telecopie: null, CT_EMail: 'email', 'Telecom.EMail': 'email', CT_Site: 'domain', 'Telecom.Site': 'domain', CT_Contact: null, CT_Qualite: null, CT_Classement: null, N_Devise: null }, // prettier-ignore
    contacts: { CT_No: 'external_id', CT_Num: 'company', CT_Nom: 'last_name', CT_Prenom: 'first_name', CT_Fonction: 'title', CT_Telephone: 'phone', CT_TelPortable: 'phone', CT_EMail: 'email', CT_Civilite: null }, // prettier-ignore
    products: { AR_Ref: 'sku', Reference: 'sku', AR_Design: 'name', Designation: 'name', AR_PrixVen: 'price', PrixVente: 'price', AR_PrixAch: 'cost', AR_CoutStd: null, AR_CodeBarre: 'barcode', FA_CodeFamille: 'category', AS_QteSto: 'stock', AS_QteCom: 'stock_incoming', AR_Langue1: null, AR_Langue2: null }, // prettier-ignore
    documents: { DO_Piece: 'number', DO_Date: 'date', DO_Tiers: 'customer_external_id', CT_Num: 'customer_external_id', CT_Intitule: 'customer_name', DO_Ref: null, DO_DateLivr: null, DO_DateLivrRealisee: null, DR_Date: 'due_date', DO_DateEcheance: 'due_date', DO_TotalHTNet: 'total_excl_tax', DO_TotalHT: 'total_excl_tax', DO_TotalTTC: 'total_incl_tax', DO_NetAPayer: null, DO_MontantRegle: 'amount_paid', DO_Statut: 'status', DO_Devise: null }, // prettier-ignore
    price_rules: { AR_Ref: 'sku', CT_Num: 'customer_external_id', AC_PrixVen: 'price', AC_Remise: 'discount_percent', TQ_BorneSup: null, TQ_Remise01REM_Valeur: 'discount_percent', TQ_PrixNet: 'price' }, // prettier-ignore
  },
  lines: {
    keys: ['Lignes', 'DocLignes'],
    aliases: { DL_Ligne: null, DL_No: null, AR_Ref: 'sku', AC_RefClient: null, DL_Design: 'description', DL_Qte: 'quantity', DL_QteBL: null, DL_QteBC: null, EU_Enumere: 'unit', DL_PrixUnitaire: 'unit_price', DL_PUTTC: null, DL_PUDevise: null, DL_Remise01REM_Valeur: 'discount_percent', DL_Taxe1: 'tax_rate', DL_MontantHT: 'total_excl_tax', DL_MontantTTC: null, DL_PrixRU: null, DL_CMUP: null }, // prettier-ignore
  },
  // What is to be paid is what is still unpaid as long as nothing was paid.
  also: ({ DO_NetAPayer: due, DO_MontantRegle: paid }) => (due !== undefined && Number(paid) === 0 ? { amount_due: due } : {}),
  // Types 4 and 5 of a sales document are returns and credits.
  objectOf: ({ DO_Type: type }, object) => (object === 'invoices' && /^[45]$/.test(String(type)) ? 'credit_notes' : null),
})
