/** Titles that people give the columns of each field, in four languages and by the habits of databases, separated by `|`. */
export const titles: Readonly<Record<string, string>> = {
  'invoices.number':
    'Invoice No. | Inv # | Invoice_Nbr | InvoiceNumber | doc_no | VoucherNo | Bill No | Rechnungsnr | Rechnungs-Nr. | Rg.-Nr. | RgNr | RechNr | Belegnr. | Beleg-Nr | Belegfeld 1 | BELEGNR | RENR | Rechn.Nr. | Rechnung Nr | Faktura-Nr. | Fakturanummer | Vorgangsnummer | N° facture | No facture | Num facture | NumFacture | num_fact | Facture n° | Réf. pièce | N° de pièce | NumeroPiece | FAC_NUMERO | Numéro de facture | numFact | ref_facture | N.º factura | Nº de factura | NumFactura | num_fra | Nº fra. | Factura núm. | Folio | folio_factura | NumDoc | numdoc | Núm. documento | numero_documento | Comprobante | nro_comprobante | Numero fattura | Number | Invoice ref. | Numéro | Réf. facture | N° | N° Facture | Numéro Pièce | Nummer | Rechnungs Nr. | Rechnungsnummer | Número | Ref. factura | Nº Factura | Num.',
  'invoices.date':
    "Invoice Date | InvDate | Doc Date | TxnDate | Issued On | Date of issue | issueDate | Posting Date | billing_date | Rechnungsdatum | Rg.-Datum | RgDatum | Re-Datum | Belegdatum | Beleg-Dat. | BELEGDAT | Datum | Fakturadatum | Ausstellungsdatum | erstellt am | Rechnung vom | Date facture | Date de facture | Date pièce | DatePiece | date_fact | dateFacturation | Date d'émission | Émise le | Fecha factura | Fecha fra. | fecha_emision | F. factura | Fec. emisión | Fecha expedición | Fecha documento | FechaDoc | fec_doc | Fecha contable | emitido_el | Date de facturation | Date facturation | Fecha | Fecha facturación",
  'invoices.due_date':
    "Due Date | DueOn | Payment Due | due_at | Maturity Date | Fälligkeitsdatum | Fällig am | Fällig | Faelligkeit | zahlbar bis | Date d'échéance | Échéance | date_ech | dateEcheance | Date limite de paiement | À payer avant le | Fecha vencimiento | Fecha de vto. | Vto. | vencimiento | fecha_vto | F. Vto | Fec. Venc. | FechaVencimiento | vence_el | fecha_limite_pago | Date limite règlement | Fälligkeit | Faelligkeitsdatum | Vencimiento",
  'invoices.customer_external_id':
    'Customer No. | CustNo | CustomerCode | Cust ID | customer_number | Client ID | Account No | ClientCode | Debtor No | DebtorNumber | Bill-to Customer No. | Kundennummer | Kunden-Nr. | KdNr | Kd.-Nr. | KDNR | Kundennr. | Kunde Nr. | Debitorennummer | Debitor | Deb.-Nr. | Personenkonto | Kundenkonto | Code client | code_client | N° client | NumClient | CLI_CODE | Compte client | Code tiers | CodeTiers | num_tiers | idClient | client_id | Código cliente | Cód. cliente | CodCliente | cod_cli | Nº cliente | NumCliente | id_cliente | clave_cliente | Cuenta cliente | Cod. Cliente | Customer code | Numéro de client | Kunden-Nummer',
  'invoices.customer_name':
    'Customer | Customer Name | CustName | Client | Client Name | Bill To | Bill-to Name | Sold To | Buyer | Buyer Name | Account Name | Debtor Name | Company | Recipient | Receiver | Kunde | Kundenname | Kunden-Name | Debitorname | Rechnungsempfänger | Empfänger | Auftraggeber | Name des Kunden | Firma | Käufer | Partei | Client nom | Nom client | NomClient | nom_client | Nom du client | Raison sociale | Raison sociale client | Tiers | Nom du tiers | Intitulé client | Destinataire | Acheteur | Société | Débiteur | Cliente | Nombre cliente | NombreCliente | nom_cliente | Nombre del cliente | Razón social | Razón social cliente | Denominación cliente | Receptor | Comprador | Destinatario | nombre_fiscal | Titular | Company name | Third party name | Firmenname | Nombre del tercero',
  'invoices.total_excl_tax':
    'Net | Net Amount | Net Total | NetAmt | Subtotal | Sub-Total | Total ex VAT | Total excl. VAT | Amount excl. tax | Total before tax | Untaxed amount | taxable_amount | Taxable base | Tax base | Total exc GST | Netto | Nettobetrag | Netto-Betrag | Nettosumme | Summe netto | Gesamt netto | Gesamtnetto | NettoGesamt | Rechnungsbetrag netto | Betrag netto | Nettowert | Summe (netto) | Warenwert | exkl. MwSt | Betrag exkl. MwSt. | Total HT | TotalHT | Montant HT | MontantHT | mt_ht | MT_HT | Mnt HT | Net HT | Total hors taxe | Montant hors taxes | Base HT | CA HT | Prix total HT | Total net HT | Base imponible | BaseImponible | base_imp | B.I. | Total sin IVA | Importe sin IVA | Importe neto | Neto | Total neto | Base | Importe base | importe_base | Neto gravado | gravada | Total s/IVA | Untaxed Amount | Total (net of tax) | Hors taxe',
  'invoices.total_tax':
    'Tax | VAT | VAT Amount | VatAmt | Tax Total | TaxAmt | Total VAT | Sales Tax | GST | GST Amount | Tax Amt | MwSt | MwSt. | MwSt-Betrag | USt | USt. | USt-Betrag | Umsatzsteuer | Steuer | Steuerbetrag | Steuersumme | Mehrwertsteuer | Summe MwSt | Steuer gesamt | MwSt gesamt | TVA | Montant TVA | MontantTVA | mt_tva | Total TVA | Mnt TVA | TVA totale | Taxes | Montant taxes | IVA | Importe IVA | ImporteIVA | Cuota IVA | Total IVA | CuotaIVA | Cuota | Impuestos | Total impuestos | IGV | total_igv | imp_iva | IVA total | iva_total | Cuota impuesto | Taxe | Impuesto',
  'invoices.total_incl_tax':
    'Total | Gross | Gross Amount | Gross Total | Grand Total | Total inc VAT | Total incl. VAT | Total Amount | Invoice Total | Amount incl. tax | Invoice Amount | Brutto | Bruttobetrag | Brutto-Betrag | Gesamt brutto | Gesamtbetrag | Gesamtsumme | Summe brutto | Rechnungsbetrag | Rechnungssumme | Endbetrag | Rechnungsbetrag brutto | Betrag brutto | Summe | Gesamt | Total TTC | TotalTTC | Montant TTC | mt_ttc | Mnt TTC | Montant total | Montant facture | Prix total TTC | Total général | Total factura | TotalFactura | Importe total | Total con IVA | Importe factura | Total c/IVA | Total a facturar | Importe | Total documento | imp_total | importe_total | Total fra. | Totale | Bruttosumme | Betrag',
  'invoices.amount_due':
    'Balance | Balance Due | Amount Due | Outstanding | Outstanding Amount | Open Amount | Open Balance | Remaining | Amount Outstanding | Unpaid | Remaining Amount | left_to_pay | Offen | Offener Betrag | offener Posten | Restbetrag | Saldo | noch zu zahlen | Restforderung | Offene Summe | OP-Betrag | Zahlbetrag offen | offen EUR | Restschuld | Reste à payer | Reste dû | Solde | Solde dû | Restant dû | Montant dû | resteAPayer | Solde à payer | Reste à régler | Montant restant | Impayé | solde_du | Non réglé | Pendiente | Importe pendiente | Saldo pendiente | Pendiente de cobro | Pte. cobro | Pendiente de pago | ImportePendiente | saldo | Deuda | Por cobrar | Adeudo | Saldo deudor | Restante | Remaining unpaid | Fälliger Betrag | Offener Zahlbetrag | aktuelloffen | Importe adeudado | Resta por pagar',
  'invoices.status':
    'Status | State | Invoice Status | Doc Status | Payment Status | Zahlungsstatus | Rechnungsstatus | Belegstatus | Zustand | Statut | État | Etat | Statut facture | État facture | statut_paiement | Estado | Estado factura | Situación | estado_pago | Estatus',
  'invoices.currency':
    'Currency | Curr | CurrencyCode | Currency Code | ccy | Cur. | Währung | Waehrung | WKZ | Whg. | Währungskennzeichen | Währungscode | Devise | Code devise | Monnaie | Moneda | Divisa | Cód. divisa | CodDivisa | Cod. Moneda | moneda_iso',
  'orders.number':
    'Order No | Order # | SO Number | SalesOrderNo | order_ref | Auftragsnummer | Auftrags-Nr. | AuftragNr | AB-Nr. | Bestellnr. | BestellNr | Bestellnummer | Auftrag | N° commande | N° de commande | NumCommande | Réf. commande | no_cde | CDE_NUM | Numéro commande | Commande n° | BC n° | Nº pedido | NumPedido | num_ped | Pedido | Núm. pedido | cod_pedido | Nº de orden | numero_orden',
  'orders.date':
    'Order Date | OrderedAt | Ordered on | Placed At | Purchased On | created_at | Auftragsdatum | Bestelldatum | Auftrag vom | Bestellt am | Auftragseingang | Erfassungsdatum | Date commande | Date de commande | date_cde | DateCommande | Commandé le | Fecha pedido | FechaPedido | fec_ped | F. pedido | Fecha de la orden',
  'quotes.number':
    'Quote No | Quote # | Quotation No | Estimate # | Proposal Number | Offer No | Angebotsnummer | Angebots-Nr. | AngebotNr | AngNr | Angebot | Offertnummer | Offerte Nr. | KV-Nr. | N° devis | Numéro devis | NumDevis | Devis n° | Réf. devis | no_devis | N° offre | Nº presupuesto | NumPresupuesto | num_ppto | Presupuesto | Nº oferta | Nº cotización | num_cotizacion | Cotización',
  'quotes.due_date':
    "Valid Until | Expiry Date | ExpirationDate | Expires On | Valid To | valid_thru | gültig bis | Gültigkeit | Angebot gültig bis | Bindefrist | Ablaufdatum | gueltig_bis | Date de validité | Valable jusqu'au | Validité | date_validite | Date fin validité | Valide jusqu'au | Fin de validité | Date expiration | Válido hasta | Validez | Fecha validez | Fecha de validez | Fecha caducidad | Vigencia | valido_hasta | Fecha expiración | Fin validez",
  'credit_notes.number':
    'Credit Note No | CN Number | Credit Memo No. | Refund No | CreditNoteNumber | Gutschriftsnummer | Gutschrift-Nr. | GutschriftNr | GS-Nr. | Stornonummer | Rechnungskorrektur-Nr. | N° avoir | Numéro avoir | NumAvoir | Avoir n° | Réf. avoir | Nº abono | NumAbono | Nº rectificativa | Nota de crédito | num_nota_credito | Nº nota de crédito',
  'lines.sku':
    'SKU | Item | Item No. | ItemCode | Item Number | Product Code | ProductNo | Part No | Part Number | Stock Code | article_no | Artikelnummer | Artikel-Nr. | Art.-Nr. | ArtNr | ARTNR | Art. Nr | Artikel | Produktnummer | Materialnummer | MatNr | Bestellnr | Sachnummer | Teilenummer | Code article | code_art | Réf. | Référence | Réf. article | ref_article | CodeArticle | ART_CODE | Référence produit | ref_produit | Code produit | Réf produit | Referencia | Ref. | Código | Código artículo | Cód. artículo | CodArticulo | cod_art | Código producto | Ref. artículo | Clave | clave_producto | Cód. producto | Código de artículo | Internal Reference | Product ref. | Référence interne | Réf. produit | Interne Referenz | Art. Nr. | Produkt-Nr. | Nummer | Referencia interna | Ref. producto',
  'lines.description':
    'Description | Item Description | Desc | Product Name | Item Name | Details | Line Description | Service | Memo | Bezeichnung | Artikelbezeichnung | Beschreibung | Artikeltext | Text | Positionstext | Leistung | Bez. | Artikelname | Kurztext | Leistungsbeschreibung | Désignation | Libellé | Intitulé | Désignation article | Libellé article | lib_article | Descripción | Concepto | Descripción artículo | Detalle | Denominación | desc_articulo | Servicio | Nombre producto',
  'lines.quantity':
    'Qty | Quantity | Qty. | QTY Ordered | Ordered Qty | Units | Count | Hours | Pieces | Invoiced Qty | Menge | Mge. | Anzahl | Anz. | Stück | Stückzahl | Stk | Stunden | Std. | Liefermenge | Qté | Quantité | Qte | Nb | QteCommandee | Quantité facturée | Qté livrée | Nbre | Cantidad | Cant. | Ctd | Unidades | Uds | Uds. | Cdad | Ctdad. | Horas | Cantidad facturada | Unid.',
  'lines.unit':
    'Unit | UoM | Unit of Measure | UnitCode | Einheit | ME | Mengeneinheit | Einh. | Unité | Unité de vente | UV | Unité de mesure | Unidad | Ud | U.M. | Unidad de medida | unidad_medida | Udm | Ud. medida | Medida',
  'lines.unit_price':
    'Unit Price | Price | Rate | Price Each | Unit Net Price | UnitAmount | List Price | Net Price | Unit Cost | Einzelpreis | EP | E-Preis | Einzelpreis netto | Preis | Stückpreis | Preis/Einheit | Preis pro Einheit | VK | VK-Preis | EP netto | Nettopreis | Preis netto | Stundensatz | E.-Preis | Epreis | Prix unitaire | PU | P.U. | PU HT | P.U. HT | PrixUnitaire | Prix unitaire HT | Prix U. HT | Prix | Prix HT | PrixUnitHT | pu_ht | Prix unit. | Tarif | Tarif unitaire | Precio | Precio unitario | Precio unit. | P. unit. | PVP | P.Unit | PrecioUnitario | precio_unit | Precio ud. | Precio/ud | Precio unidad | Precio neto | valor_unitario | Importe unitario | Tarifa | Preis pro ME',
  'lines.discount_percent':
    'Discount % | Disc % | Disc. % | Discount | DiscountPct | Discount Percentage | Rabatt % | Rabatt | Rab. % | Rabatt in % | Rabattsatz | Nachlass % | Remise % | Remise | Rem. % | % remise | taux_remise | Remise (%) | Rabais | Dto. | Dto % | % Dto | Descuento | Descuento % | % descuento | Dcto. | Dto1 | pct_dto | porc_descuento | Discount (%) | Rabatt (%) | Descuento (%)',
  'lines.tax_rate':
    'VAT % | VAT Rate | Tax Rate | Tax % | VAT | TaxPct | VAT Percentage | MwSt % | MwSt.-Satz | MwSt | USt % | USt-Satz | Steuersatz | Steuer % | MwSt in % | Taux TVA | TVA % | TVA | % TVA | Taux | tx_tva | taux_taxe | TVA (%) | % IVA | IVA % | IVA | Tipo IVA | Tasa IVA | Porcentaje IVA | % Impuesto | pct_iva | porc_iva | TipoIVA | alicuota_iva | MwSt-Satz',
  'lines.total_excl_tax':
    'Umsatz | Line Total | Amount | Line Amount | Net Amount | Total | Ext. Price | Extended Price | Extension | Net | Subtotal | Line Net | Total ex VAT | Gesamtpreis | Gesamt | GP | G-Preis | Betrag | Summe | Gesamtpreis netto | Positionsbetrag | Pos.-Betrag | Nettobetrag | Zeilensumme | Positionssumme | Netto | Zeilenbetrag | Gesamt netto | GP netto | Wert | Montant | Montant HT | Total HT | Total ligne | Prix total | Montant ligne | mt_ht | Total ligne HT | Sous-total | Montant net HT | Importe | Total línea | Importe línea | Importe neto | Neto | Base | Total neto | imp_linea | Precio total | Base imponible',
  'products.sku':
    'SKU | Item No | Item Code | Item # | Product Code | Part No. | Model No | ProductNumber | Stock Code | Artikelnummer | Artikelnr | Art.-Nr. | ArtNr | Nummer | Produktnummer | Materialnummer | Artikelcode | Sachnummer | Teilenr. | Code article | Référence | Réf. | Code produit | ref_article | Référence article | ART_REF | codeArticle | Code | Referencia | Ref. | Código | Cód. | Código artículo | Clave | Código producto | cod_articulo | Referencia artículo | Código interno | codigo_interno | Cod. artículo | Internal Reference | Product ref. | Référence interne | Réf. produit | Interne Referenz | Art. Nr. | Produkt-Nr. | Referencia interna | Ref. producto',
  'products.name':
    'Name | Item Name | Product Name | Title | Product Title | Item | Item Description | Description 1 | Bezeichnung | Artikelbezeichnung | Artikelname | Produktname | Bezeichnung 1 | Kurzbezeichnung | Kurztext | Artikel | Titel | Désignation | Libellé | Nom | Nom du produit | Intitulé | Désignation article | Libellé court | Titre | nom_produit | Libellé article | Nombre | Denominación | Descripción | Nombre producto | Nombre artículo | Título | Producto | Artículo | nombre_producto | Descripción corta | Desc. artículo | Label | Etiqueta',
  'products.price':
    'Price | Unit Price | Sales Price | List Price | Selling Price | Retail Price | Base Price | Net Price | Price ex VAT | Price excl. VAT | Standard Price | Verkaufspreis | VK | VK-Preis | VK netto | Preis | Nettopreis | Preis netto | Listenpreis | Einzelpreis | VK1 | VK-Netto | Verkaufspreis netto | VKPreis | Artikelpreis | Stückpreis | Prix | Prix de vente | Prix HT | Prix de vente HT | PV HT | PVHT | Prix unitaire | Tarif | Tarif HT | Prix public HT | PU HT | Prix catalogue | prix_vente | prixVenteHT | Prix unitaire HT | Prix de base | Precio | Precio venta | Precio de venta | PVP | P.V.P. | Precio unitario | Tarifa | Precio base | Precio sin IVA | Precio neto | precio_venta | PVP s/IVA | PVP1 | Precio 1 | precio_lista | Precio tarifa | Unit price (net) | P.U. HT | Stückpreis (netto) | P.U.',
  'products.stock':
    'Stock | On Hand | Qty On Hand | Quantity | In Stock | Available | Available Qty | Inventory | Stock Level | Stock Qty | Units in stock | Free Stock | Bestand | Lagerbestand | Lager | Menge | verfügbar | Lagermenge | Bestand aktuell | Verfügbarer Bestand | Lagerbest. | Istbestand | freier Bestand | Stock réel | Qté en stock | Quantité en stock | Stock disponible | Disponible | qte_stock | Stock actuel | Stock dispo | Existencias | Existencia | Stock actual | Cantidad | stock_actual | Stock real | Inventario | Cantidad en stock | Warenbestand',
  'products.unit':
    'Unit | UOM | Unit of Measure | Base Unit | Sales Unit | Einheit | Mengeneinheit | ME | Verkaufseinheit | Basiseinheit | Unité | Unité de vente | UV | Unité de mesure | Unidad | Ud | Unidad de medida | UM | Ud. medida | Unidad venta | unidad_medida',
  'products.barcode':
    'Barcode | EAN | EAN Code | EAN-13 | UPC | GTIN | Bar Code | EAN/UPC | GTIN/EAN | Strichcode | EAN-Code | EAN-Nr. | EAN Nummer | Barcode-Nr | GTIN-Nr. | Code-barres | Code barre | Code EAN | Gencod | codeBarre | EAN13 | Código de barras | Cód. barras | CodBarras | codigo_barras | Código EAN | cod_barra',
  'products.category':
    'Category | Product Category | Group | Product Group | Item Group | Family | Department | Warengruppe | Artikelgruppe | Kategorie | Produktgruppe | WGR | Sortiment | Rubrik | Sparte | Hauptgruppe | Famille | Catégorie | Famille article | Rayon | Groupe | Gamme | Familia | Categoría | Subfamilia | Grupo | Sección | Departamento | Rubro | Fam.',
  'products.description':
    'Long Description | Details | Body | Langbeschreibung | Detailbeschreibung | Description longue | Descripción larga | Descripción detallada | Detalle | Descripción ampliada',
  'companies.external_id':
    'Customer No | Customer ID | Account No | Client Code | ID | Code | Kundennummer | Kunden-Nr. | KdNr | Kd-Nr | Debitorennr. | Adressnr. | Nr. | Kundennr | Kdnr. | Kürzel | Code client | N° client | Code tiers | Référence client | Num client | Compte | N° compte | Código | Código cliente | Cód. cliente | Nº cliente | Cod. | Clave | id_cliente | Núm. cliente | Código interno | Reference | Customer code | Référence | Numéro de client | Referenz | Kunden-Nummer | Referencia',
  'companies.name':
    "Name | Company | Company Name | Customer Name | Account Name | Organization | Organisation | Business Name | Legal Name | Trading Name | Client | Firma | Firmenname | Name 1 | Name1 | Kunde | Kundenname | Unternehmen | Firmenbezeichnung | Firma 1 | Debitorenname | Raison sociale | Nom | Société | Nom société | Entreprise | Nom de l'entreprise | Dénomination | Nom du client | Enseigne | Nom commercial | Intitulé | Razón social | Nombre | Empresa | Nombre comercial | Nombre fiscal | Denominación | Cliente | Denominación social | Nombre de la empresa | Razon Soc. | Company name | Third party name | Nom du tiers | Nombre del tercero",
  'companies.vat_number':
    'VAT No | VAT Number | VAT ID | Tax ID | VAT Reg No | TIN | Tax Number | VAT Registration No. | EU VAT | USt-IdNr. | USt-ID | USt-Id-Nr | UStIdNr | Umsatzsteuer-ID | USTID | UID | UID-Nummer | VAT-Nr | MwSt-Nr. | N° TVA | TVA intra | Numéro TVA | N° TVA intracommunautaire | TVA intracom. | tva_intra | Identifiant TVA | Num TVA | N° TVA intra. | Code TVA intra | NIF | CIF | NIF/CIF | CIF/NIF | N.I.F. | NIF-CIF | CIF / NIF | RFC | RUC | Nº IVA | NIF IVA | NIF intracomunitario | DNI/CIF | VAT | Nif | Identificación fiscal | VAT number | Numéro de TVA | UID-Nr. | Kunden-UID',
  'companies.street':
    'Address | Street | Address 1 | Address Line 1 | Addr1 | Street Address | Billing Street | Straße | Strasse | Str. | Straße und Nr. | Straße/Hausnr. | Straße, Nr. | Anschrift | Adresse | Adresse 1 | Strasse1 | Adresszeile 1 | Rechnungsadresse | Rue | Adresse ligne 1 | Adresse1 | Voie | Adresse de facturation | N° et rue | Dirección | Direccion | Domicilio | Calle | Dirección 1 | Domicilio fiscal | Dir. | Dirección fiscal | Calle y número | Vía | direccion_fiscal',
  'companies.city':
    'City | Town | Billing City | Locality | Ort | Stadt | Wohnort | Ortschaft | Gemeinde | Ville | Commune | Localité | Población | Ciudad | Localidad | Municipio | Poblac. | Pob. | Municipio fiscal',
  'companies.postcode':
    'Zip | Zip Code | Post Code | Postcode | Postal Code | ZIP/Postal | PLZ | Postleitzahl | Plz. | CP | Code postal | CodePostal | C.P. | cod_postal | Código postal | Cód. postal | CodPostal | C. Postal | codigo_postal',
  'companies.country':
    'Country | Country Code | Nation | ISO Country | Land | Länderkennzeichen | Ländercode | Staat | LKZ | Land (ISO) | Länderkürzel | Pays | Code pays | Pays ISO | País | Cód. país | CodPais | codigo_pais | Pais ISO | Nación',
  'companies.phone':
    'Phone | Telephone | Tel | Phone No | Phone 1 | Mobile | Main Phone | Telefon | Telefonnummer | Tel. | Telefon 1 | Tel-Nr. | Rufnummer | Telefon geschäftlich | Festnetz | Téléphone | Tél. | Tél | Tel 1 | Téléphone fixe | Portable | Téléphone 1 | N° tél | Fixe | Teléfono | Tlf. | Teléfono 1 | Telf | Tfno. | Móvil | Teléf. | Teléfono fijo | Telefonos | Fijo | Tél pro. | Tél portable | Mobil | Mobiltelefon | Teléf. trabajo',
  'companies.email':
    'Email | E-mail | E-Mail-Adresse | Mail | Email Address | EMail | Courriel | Adresse email | Adresse e-mail | Mél | Adresse mail | Correo | Correo electrónico | E-mail facturación | Mail 1 | Email contacto | Dirección de correo | Correo-e | E-Mail',
  'companies.domain':
    'Website | Web | URL | Homepage | Web Site | www | Website URL | Internet | Webseite | Internetadresse | Webadresse | Site web | Site internet | Site | Site Internet | Página web | Sitio web | Pág. web | web_url',
  'companies.industry':
    "Industry | Sector | Line of Business | Branche | Branchen | Wirtschaftszweig | Secteur | Secteur d'activité | Activité | Actividad | Ramo | Giro | Sector de actividad",
  'contacts.first_name':
    'First Name | FirstName | Forename | Given Name | fname | Vorname | Vornamen | Rufname | Prénom | Prenom | prénoms | Nombre de pila | Primer nombre | First name',
  'contacts.last_name':
    "Last Name | Surname | Family Name | lname | LastName | Nachname | Familienname | Zuname | Nom de famille | Nom d'usage | Apellidos | Apellido | Primer apellido | Apellido 1 | Apellido paterno | Last name",
  'contacts.title':
    'Job Title | Position | Role | Job Function | Occupation | Title | Position im Unternehmen | Funktion | Berufsbezeichnung | Rolle | Stellung | Fonction | Poste | Titre | Rôle | Qualité | Intitulé du poste | Cargo | Puesto | Función | Rol | Puesto de trabajo | Cargo/puesto | Job Position | Post/Function | Postes | Poste/Fonction | Stelle | Posten | Puesto/función',
  'contacts.company':
    'Company | Account | Organization | Company Name | Employer | Account Name | Firma | Unternehmen | Firmenname | Kunde | Organisation | Arbeitgeber | Société | Entreprise | Raison sociale | Nom de la société | Employeur | Empresa | Cliente | Compañía | Organización | Razón social | Nombre empresa',
  'contacts.email':
    'Email | Work Email | Business Email | Email 1 | E-Mail geschäftlich | E-Mail (geschäftl.) | Email pro | Email professionnel | Courriel pro | Email trabajo | Correo profesional | E-mail | Mail | E-Mail | Correo electrónico | Correo',
  'contacts.phone':
    'Phone | Direct Phone | Work Phone | Mobile | Business Phone | Durchwahl | Telefon direkt | Mobilnummer | Handynummer | Telefon (geschäftl.) | Tél. direct | Tél. pro | Téléphone portable | Tél. mobile | GSM | Teléfono directo | Móvil | Teléfono trabajo | Celular | Teléfono móvil | Téléphone | Tél | Tél pro. | Portable | Tél portable | Telefon | Mobil | Mobiltelefon | Teléfono | Teléf. trabajo',
  'deals.name':
    "Name | Deal Name | Opportunity | Opportunity Name | potentialname | Title | Subject | Topic | Project | Bezeichnung | Titel | Verkaufschance | Projekt | Betreff | Opportunité | Affaire | Intitulé | Nom | Nom de l'affaire | Sujet | Objet | Titre | Projet | Oportunidad | Nombre | Asunto | Título | Negocio | Nombre de la oportunidad | Proyecto | Nombre oportunidad",
  'deals.amount':
    "Amount | Value | Deal Value | Expected Revenue | Est. Revenue | Revenue | Deal Size | Budget | Betrag | Wert | Auftragswert | Volumen | Erwarteter Umsatz | Umsatz | Umsatzerwartung | Angebotssumme | Projektvolumen | Montant | Montant HT | Valeur | CA prévisionnel | Montant estimé | Chiffre d'affaires | CA estimé | CA potentiel | Importe | Valor | Ingreso estimado | Importe estimado | Ingresos esperados | Monto | Valor estimado | Importe previsto | Revenu espéré",
  'deals.stage':
    'Stage | Sales Stage | Pipeline Stage | Phase | Deal Stage | Step | Verkaufsphase | Stufe | Vertriebsphase | Stadium | Projektphase | Étape | Étape de vente | Avancement | Stade | Etapa | Fase | Fase de venta | Etapa de venta',
  'deals.close_date':
    'Close Date | Closing Date | Expected Close | Est. Close Date | Forecast Date | Target Date | Abschlussdatum | Erwarteter Abschluss | Abschluss am | Abschluss geplant | voraussichtl. Abschluss | Zieldatum | Date de clôture | Date de signature | Clôture prévue | Date prévue | Échéance | Date de fermeture | Date de clôture estimée | Fecha de cierre | Cierre previsto | Fecha cierre | Fecha prevista | Fecha estimada de cierre | Cierre estimado | Fecha prevista cierre | Expected Closing | Date de fermeture prévue',
  'deals.company':
    'Company | Account | Customer | Client | Organization | Account Name | Firma | Kunde | Unternehmen | Interessent | Kundenname | Société | Entreprise | Compte | Nom du client | Prospect | Cliente | Empresa | Cuenta | Organización | Compañía',
  'deals.owner':
    "Owner | Sales Rep | Assigned To | Salesperson | Account Manager | Responsible | User | Verantwortlich | Zuständig | Bearbeiter | Vertriebsmitarbeiter | Außendienst | Betreuer | Besitzer | Verkäufer | Commercial | Responsable | Propriétaire | Assigné à | Chargé d'affaires | Suivi par | Vendeur | Comercial | Vendedor | Propietario | Asignado a | Agente | Ejecutivo",
  'price_rules.min_quantity':
    'Min Qty | Min. Quantity | From Qty | Quantity From | Break Qty | MOQ | Tier | ab Menge | Menge ab | Mindestmenge | Staffelmenge | Staffel | Ab-Menge | Menge von | Qté min | Quantité minimale | À partir de | Qté mini | Seuil | Palier | Qté à partir de | Cantidad mínima | Desde | Cant. mín. | Unidades desde | Cantidad desde | Mínimo | A partir de | Quantité min. | Min. Bestellmenge | Cantidad mín.',
  'price_rules.price':
    'Price | Net Price | Special Price | Unit Price | Contract Price | Customer Price | Preis | Nettopreis | Sonderpreis | Staffelpreis | Kundenpreis | Einzelpreis | Prix | Prix net | Prix spécial | Prix client | Tarif | PU HT | Precio | Precio neto | Precio especial | Tarifa | Precio cliente | Precio fijo | PVP',
  'price_rules.valid_from':
    'Valid From | Start Date | From | Effective From | Effective Date | Begin Date | gültig ab | Gültig von | Von | Beginn | Startdatum | ab Datum | Valable du | Date de début | Date début | Du | Début validité | Valable à partir du | Applicable du | Válido desde | Desde fecha | Fecha inicio | Inicio | Fecha desde | Vigente desde | Inicio validez',
  'price_rules.valid_to':
    "Valid To | End Date | To | Valid Until | Expiry | Expires | gültig bis | Bis | Ende | Enddatum | bis Datum | Ablauf | Valable jusqu'au | Date de fin | Date fin | Au | Fin validité | Applicable jusqu'au | Válido hasta | Hasta fecha | Fecha fin | Fin | Fecha hasta | Vigente hasta | Fin validez",
  'price_rules.discount_percent':
    'Discount % | Discount | Disc. % | Rebate % | Rabatt | Rabatt % | Rabattsatz | Nachlass | Kundenrabatt | Remise | Remise % | Taux de remise | Rabais | % remise | Dto. | Descuento | % Dto. | Descuento % | Bonificación',
  'price_rules.sku':
    'SKU | Item | Item No | Product Code | Product | Artikelnummer | Art.-Nr. | Artikel | Code article | Référence | Article | Réf. produit | Referencia | Artículo | Cód. artículo | Ref.',
  'price_rules.customer_external_id':
    'Customer No | Customer | Customer Code | Account | Kundennummer | Kunde | Kd-Nr. | Debitor | Code client | Client | N° client | Compte client | Cliente | Cód. cliente | Código cliente | Nº cliente',
  'contacts.city': 'City | Ville | Stadt | Ort | Ciudad',
  'contacts.postcode': 'Zip | Code postal | PLZ | Código postal',
  'contacts.street': 'Street | Rue | Straße | Calle',
  'contacts.country': 'Country | Pays | Land | País',
  'products.brand': 'Brand | Manufacturer | Marque | Fabricant | Marke | Marca | Fabricante',
  'products.cost':
    "Cost | Cost price | Purchase price | Unit cost | Prix d'achat | Prix de revient | Coût | Einkaufspreis | EK | Einstandspreis | Selbstkosten | Precio de compra | Coste | Precio de coste",
  'products.supplier_price': 'Supplier price | Vendor price | Prix fournisseur | Lieferantenpreis | Precio proveedor',
  'products.supplier_sku':
    'Supplier SKU | Vendor SKU | Supplier item no | Réf. fournisseur | Référence fournisseur | Lieferantenartikelnummer | Ref. proveedor | Referencia proveedor',
  'products.supplier_currency': 'Supplier currency | Devise fournisseur | Lieferantenwährung | Divisa proveedor | Moneda del proveedor',
  'products.stock_incoming': 'Incoming stock | Stock à recevoir | Zulauf | Stock entrante',
  'products.is_tester': 'Tester | Testeur | Probador',
  'deals.probability':
    'Probability | Probability (%) | Win probability | Probabilité | Wahrscheinlichkeit | Abschlusswahrscheinlichkeit | Probabilidad',
  'deals.contact': 'Contact | Contact person | Interlocuteur | Ansprechpartner | Kontaktperson | Contacto | Persona de contacto',
  'deals.priority': 'Priority | Priorité | Priorität | Prioridad',
  'deals.source': 'Lead source | Origine | Quelle | Herkunft | Origen | Fuente',
  'deals.next_step':
    'Next step | Next action | Prochaine étape | Prochaine action | Nächster Schritt | Nächste Aktion | Siguiente paso | Próxima acción',
  'deals.lost_reason':
    'Lost reason | Loss reason | Raison de la perte | Motif de perte | Verlustgrund | Motivo de pérdida | Razón de pérdida',
}
