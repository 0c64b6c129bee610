import type { Stranger } from './stranger.ts'

/** Records as French systems write them. */
export const french: readonly Stranger[] = [
  {
    title: 'a bookkeeping program', object: 'companies', locale: 'fr',
    records: [{ 'Code tiers': 'CLI0042', 'Nom ou raison sociale': 'Menuiserie Garnier', 'Adresse 1': '8 rue des Lilas', 'Code postal': '44000', Ville: 'Nantes', Pays: 'FRANCE', 'N° de TVA intracommunautaire': 'FR12345678901', SIRET: '12345678900011', 'Téléphone fixe': '02 40 00 00 01', Télécopie: '02 40 00 00 02', 'Adresse e-mail': 'contact@garnier.fr', 'Site internet': 'https://www.garnier.fr', 'Code devise': 'EUR', 'Secteur d’activité': 'Bois' }],
    expected: [{ external_id: 'CLI0042', name: 'Menuiserie Garnier', street: '8 rue des Lilas', postcode: '44000', city: 'Nantes', country: 'FR', vat_number: 'FR12345678901', phone: '02 40 00 00 01', email: 'contact@garnier.fr', domain: 'garnier.fr', currency: 'EUR', industry: 'Bois' }],
  },
  {
    title: 'a contact list', object: 'contacts', locale: 'fr',
    records: [{ Civilité: 'Mme', Nom: 'Garnier', Prénom: 'Lucie', Société: 'Menuiserie Garnier', Fonction: 'Gérante', 'Tél. portable': '06 11 22 33 44', Courriel: 'lucie@garnier.fr', 'Date de naissance': '01/02/1980' }],
    expected: [{ last_name: 'Garnier', first_name: 'Lucie', company: 'Menuiserie Garnier', title: 'Gérante', phone: '06 11 22 33 44', email: 'lucie@garnier.fr' }],
  },
  {
    title: 'a catalogue', object: 'products', locale: 'fr',
    records: [{ 'Code article': 'P-12', Désignation: 'Planche 2 m', 'Famille article': 'Bois', 'Prix de vente HT': '1 234,50', 'Prix de vente TTC': '1 481,40', 'Prix d’achat': '800,00', Unité: 'pièce', 'Stock réel': '14', 'Code-barres': '3017620422003', 'Taux de TVA': '20,00' }],
    expected: [{ sku: 'P-12', name: 'Planche 2 m', category: 'Bois', price: 1234.5, unit: 'pièce', stock: 14, barcode: '3017620422003' }],
  },
  {
    title: 'a journal of invoices', object: 'invoices', locale: 'fr',
    records: [
      { 'N° de facture': 'FA250012', 'Date facture': '14/03/2025', "Date d'échéance": '13/04/2025', 'Code client': 'CLI0042', 'Nom du client': 'Menuiserie Garnier', 'Total HT': '1 000,00', 'Total TVA': '200,00', 'Total TTC': '1 200,00', 'Net à payer': '1 200,00', 'État': 'Validée', Devise: 'EUR', 'Mode de règlement': 'Virement' },
      { 'N° de facture': 'FA250013', 'Date facture': '02/04/2025', "Date d'échéance": '02/05/2025', 'Code client': 'CLI0043', 'Nom du client': 'Café Blum', 'Total HT': '50,00', 'Total TVA': '10,00', 'Total TTC': '60,00', 'Net à payer': '0,00', 'État': 'Réglée', Devise: 'EUR', 'Mode de règlement': 'CB' },
    ],
    expected: [
      { number: 'FA250012', date: '2025-03-14', due_date: '2025-04-13', customer_external_id: 'CLI0042', customer_name: 'Menuiserie Garnier', total_excl_tax: 1000, total_tax: 200, total_incl_tax: 1200, amount_due: 1200, status: 'Validée', currency: 'EUR' },
      { number: 'FA250013', date: '2025-04-02', due_date: '2025-05-02', customer_external_id: 'CLI0043', customer_name: 'Café Blum', total_excl_tax: 50, total_tax: 10, total_incl_tax: 60, amount_due: 0, status: 'Réglée', currency: 'EUR' },
    ],
  },
  {
    title: 'quotes with their lines', object: 'quotes', locale: 'fr',
    records: [
      {
        'Numéro de devis': 'DE-7', 'Date du devis': '01/03/2025', "Date de fin de validité": '31/03/2025', 'Référence client': 'CLI0042', Client: 'Menuiserie Garnier', 'Montant HT': '300,00', 'Montant TVA': '60,00', 'Montant TTC': '360,00', Statut: 'Accepté',
        'Lignes du devis': [{ 'Réf. article': 'P-12', Libellé: 'Planche 2 m', Quantité: '3', 'P.U. HT': '100,00', 'Remise (%)': '0', 'Taux TVA': '20', 'Montant HT': '300,00' }],
      },
    ],
    expected: [{ number: 'DE-7', date: '2025-03-01', due_date: '2025-03-31', customer_external_id: 'CLI0042', customer_name: 'Menuiserie Garnier', total_excl_tax: 300, total_tax: 60, total_incl_tax: 360, status: 'Accepté', lines: [{ sku: 'P-12', description: 'Planche 2 m', quantity: 3, unit_price: 100, discount_percent: 0, tax_rate: 20, total_excl_tax: 300 }] }],
  },
  {
    title: 'an API in French', object: 'orders', locale: 'fr',
    records: [
      {
        identifiant: 88, numero_commande: 'CMD-88', date_commande: '2025-02-01', client: { code: 'CLI0042', raison_sociale: 'Menuiserie Garnier' }, devise: 'EUR', montant_ht: 200, montant_tva: 40, montant_ttc: 240, statut: 'en cours',
        lignes: [{ code_article: 'P-12', designation: 'Planche', quantite: 2, prix_unitaire_ht: 100, taux_remise: 0, taux_tva: 20, total_ligne_ht: 200, unite: 'u' }],
      },
    ],
    expected: [{ external_id: '88', number: 'CMD-88', date: '2025-02-01', customer_external_id: 'CLI0042', customer_name: 'Menuiserie Garnier', currency: 'EUR', total_excl_tax: 200, total_tax: 40, total_incl_tax: 240, status: 'en cours', lines: [{ sku: 'P-12', description: 'Planche', quantity: 2, unit_price: 100, discount_percent: 0, tax_rate: 20, total_excl_tax: 200, unit: 'u' }] }],
  },
  {
    title: 'credit notes', object: 'credit_notes', locale: 'fr',
    records: [{ "N° d'avoir": 'AV-3', "Date de l'avoir": '05/04/2025', 'Nom du client': 'Café Blum', 'Code client': 'CLI0043', 'Montant HT': '-50,00', TVA: '-10,00', 'Montant TTC': '-60,00', 'Motif': 'Retour' }, { "N° d'avoir": 'AV-4', "Date de l'avoir": '25/04/2025', 'Nom du client': 'Café Blum', 'Code client': 'CLI0043', 'Montant HT': '-10,00', TVA: '-2,00', 'Montant TTC': '-12,00', 'Motif': 'Retour' }],
    expected: [{ number: 'AV-3', date: '2025-04-05', customer_name: 'Café Blum', customer_external_id: 'CLI0043', total_excl_tax: 50, total_tax: 10, total_incl_tax: 60 }, { number: 'AV-4', date: '2025-04-25', customer_name: 'Café Blum', customer_external_id: 'CLI0043', total_excl_tax: 10, total_tax: 2, total_incl_tax: 12 }],
  },
  {
    title: 'a pipeline', object: 'deals', locale: 'fr',
    records: [{ Identifiant: '45', 'Nom de l’opportunité': 'Cuisine Garnier', Montant: '15 000,00 €', 'Étape': 'Proposition', 'Date de clôture prévue': '30/06/2025', Entreprise: 'Menuiserie Garnier', Commercial: 'Paul Roy', Probabilité: '40 %' }],
    expected: [{ external_id: '45', name: 'Cuisine Garnier', amount: 15000, currency: 'EUR', stage: 'Proposition', close_date: '2025-06-30', company: 'Menuiserie Garnier', owner: 'Paul Roy' }],
  },
  {
    title: 'special prices', object: 'price_rules', locale: 'fr',
    records: [{ 'Réf. article': 'P-12', 'Code client': 'CLI0042', 'Quantité mini': '10', 'Prix net HT': '90,50', 'Date de début': '01/01/2025', 'Date de fin': '31/12/2025' }],
    expected: [{ sku: 'P-12', customer_external_id: 'CLI0042', min_quantity: 10, price: 90.5, valid_from: '2025-01-01', valid_to: '2025-12-31' }],
  },
  {
    title: 'discounts by brand', object: 'price_rules', locale: 'fr',
    records: [{ Marque: 'Boisneuf', 'N° client': 'CLI0042', 'Remise %': '12,5', 'À partir de (qté)': '5', 'Valable du': '01/01/2025', "Valable jusqu'au": '30/06/2025' }],
    expected: [{ brand: 'Boisneuf', customer_external_id: 'CLI0042', discount_percent: 12.5, min_quantity: 5, valid_from: '2025-01-01', valid_to: '2025-06-30' }],
  },
  {
    title: 'companies and deals of a CRM', object: 'companies', locale: 'fr',
    records: [{ "ID de fiche d'informations": '6120', "Nom de l'entreprise": 'Cuivre & Co', "Nom de domaine de l'entreprise": 'cuivre-co.fr', Ville: 'Lille', 'Pays/Région': 'France', Secteur: 'Métallurgie' }],
    expected: [{ external_id: '6120', name: 'Cuivre & Co', domain: 'cuivre-co.fr', city: 'Lille', country: 'FR', industry: 'Métallurgie' }],
  },
  {
    title: 'a catalogue of a shop', object: 'products', locale: 'fr',
    records: [{ ID: '9', UGS: 'LAM-2', Nom: 'Lampe', Stock: '4', 'Tarif promo': '', 'Tarif régulier': '59,90', 'Catégories': 'Déco' }],
    expected: [{ external_id: '9', sku: 'LAM-2', name: 'Lampe', stock: 4, price: 59.9, category: 'Déco' }],
  },
] // prettier-ignore
