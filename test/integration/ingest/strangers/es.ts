import type { Stranger } from './stranger.ts'

/** Records as Spanish systems write them. */
export const spanish: readonly Stranger[] = [
  {
    title: 'a list of customers', object: 'companies', locale: 'es',
    records: [{ 'Cód. cliente': '430001', 'Nombre fiscal': 'Talleres Ruiz SL', 'Nombre comercial': 'Ruiz', 'CIF/NIF': 'B12345678', Domicilio: 'Calle Mayor 3', 'C. Postal': '28013', Población: 'Madrid', Provincia: 'Madrid', País: 'España', 'Teléfono 1': '91 123 45 67', 'Correo electrónico': 'info@talleresruiz.es', 'Página web': 'www.talleresruiz.es', Divisa: 'EUR' }],
    expected: [{ external_id: '430001', name: { any: ['Talleres Ruiz SL', 'Ruiz'] }, vat_number: 'B12345678', street: 'Calle Mayor 3', postcode: '28013', city: 'Madrid', country: 'ES', phone: '91 123 45 67', email: 'info@talleresruiz.es', domain: 'talleresruiz.es', currency: 'EUR' }],
  },
  {
    title: 'a list of contacts', object: 'contacts', locale: 'es',
    records: [{ Nombre: 'Lucía', Apellidos: 'Ruiz Gil', Empresa: 'Talleres Ruiz SL', Cargo: 'Gerente', 'Teléfono móvil': '600 11 22 33', 'E-mail': 'lucia@talleresruiz.es' }],
    expected: [{ first_name: 'Lucía', last_name: 'Ruiz Gil', company: 'Talleres Ruiz SL', title: 'Gerente', phone: '600 11 22 33', email: 'lucia@talleresruiz.es' }],
  },
  {
    title: 'articles', object: 'products', locale: 'es',
    records: [{ 'Código artículo': 'T-9', Descripción: 'Filtro de aceite', Familia: 'Filtros', 'Precio venta': '1.234,50', 'Precio coste': '700,00', '% IVA': '21', Unidad: 'ud', Existencias: '30', 'Código de barras': '8410000000017', Marca: 'Bosal' }],
    expected: [{ sku: 'T-9', name: 'Filtro de aceite', category: 'Filtros', price: 1234.5, unit: 'ud', stock: 30, barcode: '8410000000017' }],
  },
  {
    title: 'an invoice book', object: 'invoices', locale: 'es',
    records: [
      { 'Nº factura': 'F-2025-7', 'Fecha factura': '14/03/2025', 'Fecha de vencimiento': '13/04/2025', 'Cód. cliente': '430001', 'Nombre cliente': 'Talleres Ruiz SL', 'Base imponible': '1.000,00', 'Cuota IVA': '210,00', 'Total factura': '1.210,00', Pendiente: '210,00', Estado: 'Emitida', Moneda: 'EUR' },
      { 'Nº factura': 'F-2025-8', 'Fecha factura': '02/04/2025', 'Fecha de vencimiento': '02/05/2025', 'Cód. cliente': '430002', 'Nombre cliente': 'Bar Sol', 'Base imponible': '100,00', 'Cuota IVA': '21,00', 'Total factura': '121,00', Pendiente: '0,00', Estado: 'Cobrada', Moneda: 'EUR' },
    ],
    expected: [
      { number: 'F-2025-7', date: '2025-03-14', due_date: '2025-04-13', customer_external_id: '430001', customer_name: 'Talleres Ruiz SL', total_excl_tax: 1000, total_tax: 210, total_incl_tax: 1210, amount_due: 210, status: 'Emitida', currency: 'EUR' },
      { number: 'F-2025-8', date: '2025-04-02', due_date: '2025-05-02', customer_external_id: '430002', customer_name: 'Bar Sol', total_excl_tax: 100, total_tax: 21, total_incl_tax: 121, amount_due: 0, status: 'Cobrada', currency: 'EUR' },
    ],
  },
  {
    title: 'orders with lines', object: 'orders', locale: 'es',
    records: [
      {
        'Número de pedido': 'P-5', 'Fecha pedido': '03/02/2025', 'Fecha entrega': '20/02/2025', 'Código cliente': '430001', Cliente: 'Talleres Ruiz SL', 'Importe neto': '250,00', 'Importe IVA': '52,50', 'Importe total': '302,50', Estado: 'Pendiente',
        Líneas: [{ Artículo: 'T-9', Concepto: 'Filtro de aceite', Unidades: '10', Precio: '25,00', '% Dto.': '0', '% IVA': '21', Importe: '250,00' }],
      },
    ],
    expected: [{ number: 'P-5', date: '2025-02-03', customer_external_id: '430001', customer_name: 'Talleres Ruiz SL', total_excl_tax: 250, total_tax: 52.5, total_incl_tax: 302.5, status: 'Pendiente', lines: [{ sku: 'T-9', description: 'Filtro de aceite', quantity: 10, unit_price: 25, discount_percent: 0, tax_rate: 21, total_excl_tax: 250 }] }],
  },
  {
    title: 'an API in Spanish', object: 'quotes', locale: 'es',
    records: [{ id: 9, numero: 'PR-9', fecha: '2025-01-15', fecha_validez: '2025-02-15', cliente_id: 430001, cliente_nombre: 'Talleres Ruiz SL', base_imponible: 80, iva: 16.8, total: 96.8, moneda: 'EUR', estado: 'enviado', lineas: [{ referencia: 'T-9', descripcion: 'Filtro', cantidad: 4, precio_unitario: 20, descuento: 0, tipo_iva: 21, importe: 80 }] }],
    expected: [{ external_id: '9', number: 'PR-9', date: '2025-01-15', due_date: '2025-02-15', customer_external_id: '430001', customer_name: 'Talleres Ruiz SL', total_excl_tax: 80, total_tax: 16.8, total_incl_tax: 96.8, currency: 'EUR', status: 'enviado', lines: [{ sku: 'T-9', description: 'Filtro', quantity: 4, unit_price: 20, discount_percent: 0, tax_rate: 21, total_excl_tax: 80 }] }],
  },
  {
    title: 'credit notes', object: 'credit_notes', locale: 'es',
    records: [{ 'Nº abono': 'AB-2', 'Fecha abono': '15/04/2025', 'Cod. cliente': '430002', Cliente: 'Bar Sol', 'Base imponible': '-50,00', IVA: '-10,50', Total: '-60,50' }],
    expected: [{ number: 'AB-2', date: '2025-04-15', customer_external_id: '430002', customer_name: 'Bar Sol', total_excl_tax: 50, total_tax: 10.5, total_incl_tax: 60.5 }],
  },
  {
    title: 'a pipeline', object: 'deals', locale: 'es',
    records: [{ ID: '45', 'Nombre de la oportunidad': 'Flota Ruiz', 'Importe estimado': '15.000,00', Moneda: 'EUR', Etapa: 'Propuesta', 'Fecha de cierre prevista': '30/06/2025', Empresa: 'Talleres Ruiz SL', Responsable: 'Ana Gil', Probabilidad: '40%' }],
    expected: [{ external_id: '45', name: 'Flota Ruiz', amount: 15000, currency: 'EUR', stage: 'Propuesta', close_date: '2025-06-30', company: 'Talleres Ruiz SL', owner: 'Ana Gil' }],
  },
  {
    title: 'special prices', object: 'price_rules', locale: 'es',
    records: [{ 'Código artículo': 'T-9', 'Código cliente': '430001', 'Cantidad mínima': '10', 'Precio especial': '19,90', Desde: '01/01/2025', Hasta: '31/12/2025' }],
    expected: [{ sku: 'T-9', customer_external_id: '430001', min_quantity: 10, price: 19.9, valid_from: '2025-01-01', valid_to: '2025-12-31' }],
  },
  {
    title: 'discounts by brand', object: 'price_rules', locale: 'es',
    records: [{ Cliente: '430001', Marca: 'Bosal', '% Descuento': '12,5', 'Cantidad desde': '5', 'Fecha inicio': '01/01/2025', 'Fecha fin': '30/06/2025' }],
    expected: [{ customer_external_id: '430001', brand: 'Bosal', discount_percent: 12.5, min_quantity: 5, valid_from: '2025-01-01', valid_to: '2025-06-30' }],
  },
  {
    title: 'a desktop program', object: 'invoices', locale: 'es',
    records: [{ 'Nº Fra.': '7', Fecha: '14/03/2025', 'Cód. cliente': '430001', Base: '100,00', '%IVA': '21', Cuota: '21,00', Total: '121,00', 'Vto.': '14/04/2025', Pendiente: '121,00' }],
    expected: [{ number: '7', date: '2025-03-14', customer_external_id: '430001', total_excl_tax: 100, total_tax: 21, total_incl_tax: 121, due_date: '2025-04-14', amount_due: 121 }],
  },
  {
    title: 'companies of a CRM', object: 'companies', locale: 'es',
    records: [{ 'ID de registro': '6120', 'Nombre de la empresa': 'Cobre y Cía', 'Nombre de dominio de la empresa': 'cobre-cia.es', Ciudad: 'Bilbao', 'País/Región': 'España' }],
    expected: [{ external_id: '6120', name: 'Cobre y Cía', domain: 'cobre-cia.es', city: 'Bilbao', country: 'ES' }],
  },
  {
    title: 'a catalogue of a shop', object: 'products', locale: 'es',
    records: [{ ID: '9', SKU: 'LAM-2', Nombre: 'Lámpara', Inventario: '4', 'Precio rebajado': '', 'Precio normal': '59,90', Categorías: 'Hogar' }],
    expected: [{ external_id: '9', sku: 'LAM-2', name: 'Lámpara', stock: 4, price: 59.9, category: 'Hogar' }],
  },
  {
    title: 'sales by rows', object: 'orders', locale: 'es',
    records: [{ 'ID venta': '71', Fecha: '25-04-2026', Producto: 'Pan de molde', Cantidad: '3', 'Precio unitario': '600', Subtotal: '1800', 'Total venta': '1800' }],
    expected: [{ external_id: '71', date: '2026-04-25', total_incl_tax: 1800, lines: [{ description: 'Pan de molde', quantity: 3, unit_price: 600, total_excl_tax: 1800 }] }],
  },
] // prettier-ignore
