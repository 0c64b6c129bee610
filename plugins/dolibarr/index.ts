import { plugin, vocabulary } from 'rapport-crm'

/** Teaches ingest the words of Dolibarr: columns of its tables and fields of its REST API. */
export const dolibarr = () => plugin({ name: 'dolibarr', version: '1.0.0', vocabularies: [words] })

const id = { rowid: 'external_id', id: 'external_id', ref_ext: null, import_key: null, datec: null, tms: null, date_creation: null, date_modification: null, 'array_options.*': null } // prettier-ignore
const place = { address: 'street', zip: 'postcode', town: 'city', country_code: 'country', country: 'country', fk_pays: null, country_id: null } // prettier-ignore
const document = { ...id, ref: 'number', ref_client: null, ref_customer: null, fk_soc: 'customer_external_id', socid: 'customer_external_id', 'thirdparty.name': 'customer_name', socname: 'customer_name', datec: null, date_valid: null, date_validation: null, date_cloture: null, date_livraison: null, delivery_date: null, multicurrency_code: 'currency', multicurrency_total_ht: null, multicurrency_total_tva: null, multicurrency_total_ttc: null, total_ht: 'total_excl_tax', tva: 'total_tax', total_tva: 'total_tax', total_ttc: 'total_incl_tax', fk_statut: 'status', statut: 'status', status: 'status', price: null, amount: null, amount_ht: null, remise: null, remise_percent: null, remise_absolue: null, source: null, entity: null } // prettier-ignore

const words = vocabulary({
  name: 'dolibarr',
  title: 'Dolibarr',
  fingerprint: {
    keys: ['rowid', 'fk_soc', 'socid', 'fk_statut', 'tva_tx', 'fk_user_author', 'fk_user_creat', 'fk_product', 'fk_product_type', 'datec', 'tms', 'code_client', 'code_fournisseur', 'facnumber', 'date_lim_reglement', 'datef', 'datep', 'fin_validite', 'date_commande', 'price_ttc', 'price_base_type', 'tva_intra', 'fk_pays', 'subprice', 'remise_percent', 'localtax1_tx', 'cond_reglement_id', 'mode_reglement_id', 'array_options', 'name_alias', 'idprof1', 'stock_reel', 'seuil_stock_alerte', 'ref_client', 'phone_mobile', 'phone_pro', 'fk_projet', 'opp_amount', 'model_pdf', 'import_key', 'multicurrency_code', 'typent_code'], // prettier-ignore
  },
  aliases: {
    companies: { ...place, code_client: 'external_id', ...id, ref: null, nom: 'name', name: 'name', name_alias: null, phone: 'phone', fax: null, url: 'domain', email: 'email', tva_intra: 'vat_number', siren: null, siret: null, idprof1: null, idprof2: null, ape: null, code_fournisseur: null, code_compta: null, multicurrency_code: 'currency', capital: null, barcode: null, status: null }, // prettier-ignore
    contacts: { ...id, lastname: 'last_name', firstname: 'first_name', poste: 'title', phone: 'phone', phone_pro: 'phone', phone_mobile: 'phone', phone_perso: null, email: 'email', mail: 'email', socname: 'company', fk_soc: 'company', socid: 'company', civility: null, ref: null, address: null }, // prettier-ignore
    products: { ...id, ref: 'sku', label: 'name', libelle: 'name', description: 'description', note: null, note_public: null, price: 'price', price_ttc: null, price_min: null, price_min_ttc: null, pmp: null, cost_price: 'cost', stock: 'stock', stock_reel: 'stock', stock_theorique: null, seuil_stock_alerte: null, desiredstock: null, barcode: 'barcode', tva_tx: 'tax_rate', partnumber: null, customcode: null, url: null, status: null }, // prettier-ignore
    deals: { ...id, ref: null, title: 'name', opp_amount: 'amount', date_end: 'close_date', date_close: null, dateo: null, opp_status_code: 'stage', opp_status: 'stage', fk_opp_status: 'stage', statut: null, status: null, date_start: null, opp_percent: null, socname: 'company', fk_soc: 'company', socid: 'company', budget_amount: null }, // prettier-ignore
    quotes: { ...document, datep: 'date', date: 'date', fin_validite: 'due_date', duree_validite: null, total: 'total_incl_tax' },
    orders: { ...document, date_commande: 'date', date: 'date', total: null },
    // The same word "total" is without tax here and with it in a proposal.
    invoices: { ...document, facnumber: 'number', datef: 'date', date: 'date', date_lim_reglement: 'due_date', total: 'total_excl_tax', paye: 'is_paid', totalpaye: 'amount_paid', sumpayed: 'amount_paid', remaintopay: 'amount_due', resteapayer: 'amount_due' }, // prettier-ignore
    credit_notes: { ...document, facnumber: 'number', datef: 'date', date: 'date', total: 'total_excl_tax', paye: 'is_paid', remaintopay: 'amount_due', date_lim_reglement: 'due_date' }, // prettier-ignore
    price_rules: { ...id, fk_product: 'sku', product_ref: 'sku', fk_soc: 'customer_external_id', quantity: 'min_quantity', unitprice: 'price', price: 'price', price_ttc: null, price_min: null, price_min_ttc: null, remise_percent: 'discount_percent' }, // prettier-ignore
  },
  lines: {
    keys: ['lines', 'lignes'],
    aliases: { rowid: null, id: null, fk_product: 'product_id', product_ref: 'sku', ref: 'sku', libelle: 'item_name', product_label: 'item_name', label: 'item_name', description: 'description', desc: 'description', product_desc: null, qty: 'quantity', subprice: 'unit_price', price: null, remise_percent: 'discount_percent', remise: null, tva_tx: 'tax_rate', localtax1_tx: null, localtax2_tx: null, total_ht: 'total_excl_tax', total_tva: null, total_ttc: null, product_type: null, localtax1_type: null, localtax2_type: null, fk_unit: null }, // prettier-ignore
  },
  objectOf: ({ type, fk_statut: state, statut }, object) => (object === 'invoices' && String(type) === '2' && (state ?? statut) !== undefined ? 'credit_notes' : null), // prettier-ignore
})
