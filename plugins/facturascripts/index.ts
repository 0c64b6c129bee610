import { plugin, vocabulary } from 'rapport-crm'

/** Teaches ingest the words of FacturaScripts and Eneboo: columns of their tables, which are those of the API. */
export const facturascripts = () => plugin({ name: 'facturascripts', version: '1.0.0', vocabularies: [words] })

const place = { direccion: 'street', codpostal: 'postcode', ciudad: 'city', codpais: 'country', provincia: null, apartado: null }

const words = vocabulary({
  name: 'facturascripts',
  title: 'FacturaScripts',
  fingerprint: {
    keys: ['codcliente', 'codproveedor', 'cifnif', 'tipoidfiscal', 'razonsocial', 'telefono1', 'telefono2', 'codpais', 'coddivisa', 'codserie', 'codpago', 'codagente', 'codalmacen', 'nombrecliente', 'numero2', 'finoferta', 'totaliva', 'totalirpf', 'totalrecargo', 'pvpunitario', 'pvpsindto', 'pvptotal', 'dtopor', 'codimpuesto', 'codfamilia', 'codfabricante', 'stockfis', 'codbarras', 'idfactura', 'idpedido', 'idpresupuesto', 'codigorect', 'codejercicio', 'tasaconv'], // prettier-ignore
  },
  aliases: {
    all: { fechaalta: null, fechabaja: null, observaciones: null },
    companies: { ...place, codcliente: 'external_id', nombre: 'name', razonsocial: 'name', cifnif: 'vat_number', telefono1: 'phone', telefono2: 'phone', fax: null, web: 'domain', coddivisa: 'currency', codagente: null }, // prettier-ignore
    contacts: { direccion: null, idcontacto: 'external_id', nombre: 'first_name', apellidos: 'last_name', cargo: 'title', empresa: 'company', codcliente: 'company', telefono1: 'phone', telefono2: 'phone', codagente: null }, // prettier-ignore
    products: { idproducto: 'external_id', referencia: 'sku', descripcion: 'name', precio: 'price', pvp: 'price', coste: 'cost', stockfis: 'stock', codbarras: 'barcode', codfamilia: 'category', codfabricante: 'brand', observaciones: null, codimpuesto: null }, // prettier-ignore
    documents: { idfactura: 'external_id', idpedido: 'external_id', idpresupuesto: 'external_id', codigo: 'number', numero: null, numero2: null, fecha: 'date', fechaventa: null, hora: null, femail: null, codcliente: 'customer_external_id', nombrecliente: 'customer_name', coddivisa: 'currency', tasaconv: null, neto: 'total_excl_tax', netosindto: null, totaliva: 'total_tax', totalirpf: null, totalrecargo: null, total: 'total_incl_tax', totaleuros: null, pagada: 'is_paid', idestado: 'status', finoferta: 'due_date', vencimiento: 'due_date', codigorect: null, dtopor1: null, dtopor2: null, codproveedor: null, nombre: 'customer_name', irpf: null }, // prettier-ignore
    orders: { finoferta: null },
    price_rules: { referencia: 'sku', codcliente: 'customer_external_id', pvp: 'price', precio: 'price', dtopor: 'discount_percent' },
  },
  lines: {
    keys: ['lineas', 'lines'],
    aliases: { idlinea: null, idproducto: 'product_id', referencia: 'sku', descripcion: 'description', cantidad: 'quantity', pvpunitario: 'unit_price', dtopor: 'discount_percent', dtopor2: null, iva: 'tax_rate', recargo: null, irpf: null, pvpsindto: null, pvptotal: 'total_excl_tax', codimpuesto: null, coste: null, servido: null }, // prettier-ignore
  },
  // An invoice that corrects another names it.
  objectOf: ({ codigorect: corrected, total }, object) => (object === 'invoices' && typeof corrected === 'string' && corrected !== '' && Number(total) < 0 ? 'credit_notes' : null), // prettier-ignore
})
