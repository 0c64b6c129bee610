import type { Stranger } from './stranger.ts'

/** Records as systems of Portugal and Brazil write them. */
export const portuguese: readonly Stranger[] = [
  {
    title: 'a list of customers', object: 'companies', locale: 'pt',
    records: [{ 'Código': '210', 'Razão Social': 'Metalúrgica Douro Lda', 'Nome Fantasia': 'Douro', CNPJ: '11.222.333/0001-81', Endereço: 'Rua das Oliveiras', Número: '57', Bairro: 'Centro', Cidade: 'Porto Alegre', UF: 'RS', CEP: '90010-000', País: 'Brasil', 'E-mail': 'geral@douro.test', Telefone: '(51) 3222-1000', Site: 'www.metaldouro.com.br' }],
    expected: [{ external_id: '210', name: { any: ['Metalúrgica Douro Lda', 'Douro'] }, vat_number: '11.222.333/0001-81', street: { any: ['Rua das Oliveiras', 'Rua das Oliveiras 57', 'Rua das Oliveiras, 57'] }, city: 'Porto Alegre', postcode: '90010-000', country: 'BR', email: 'geral@douro.test', phone: '(51) 3222-1000', domain: 'metaldouro.com.br' }],
  },
  {
    title: 'customers of a system that calls its own ids by its name', object: 'companies', locale: 'pt',
    records: [{ codigo_cliente_velox: 88121, razao_social: 'Padaria Sol Ltda', endereco: 'Rua Um', endereco_numero: '14', cidade: 'Recife', contribuinte: '505111222' }],
    expected: [{ external_id: '88121', name: 'Padaria Sol Ltda', street: { any: ['Rua Um', 'Rua Um 14', 'Rua Um, 14'] }, city: 'Recife', vat_number: '505111222' }],
  },
  {
    title: 'a list of contacts', object: 'contacts', locale: 'pt',
    records: [{ Nome: 'Inês', Apelido: 'Matos', Empresa: 'Metalúrgica Douro Lda', Função: 'Compras', Telemóvel: '912 345 678', Email: 'ines@douro.test' }],
    expected: [{ first_name: 'Inês', last_name: 'Matos', company: 'Metalúrgica Douro Lda', title: 'Compras', phone: '912 345 678', email: 'ines@douro.test' }],
  },
  {
    title: 'articles', object: 'products', locale: 'pt',
    records: [{ Referência: 'PX-1', Designação: 'Parafuso sextavado', Família: 'Fixação', 'Preço de venda': '1.234,50', 'Preço de custo': '700,00', 'Taxa IVA': '23', Unidade: 'cx', Stock: '30', 'Código de barras': '5601234567890' }],
    expected: [{ sku: 'PX-1', name: 'Parafuso sextavado', category: 'Fixação', price: 1234.5, unit: 'cx', stock: 30, barcode: '5601234567890' }],
  },
  {
    title: 'an API of products', object: 'products', locale: 'pt',
    records: [{ id: 71, codigo: 'PX-1', descricao: 'Parafuso sextavado', unidade: 'UN', valor_unitario: 2.5, quantidade_estoque: 140, marca: 'Fix' }],
    expected: [{ external_id: '71', sku: 'PX-1', name: 'Parafuso sextavado', unit: 'UN', price: 2.5, stock: 140 }],
  },
  {
    title: 'an invoice book', object: 'invoices', locale: 'pt',
    records: [
      { 'Nº Fatura': 'FT 2025/7', 'Data de emissão': '04/02/2025', 'Data de vencimento': '06/03/2025', 'Cód. cliente': '210', 'Nome do cliente': 'Metalúrgica Douro Lda', 'Total sem IVA': '1.000,00', 'Total IVA': '230,00', 'Total com IVA': '1.230,00', 'Valor em aberto': '230,00', Situação: 'Emitida', Moeda: 'EUR' },
      { 'Nº Fatura': 'FT 2025/8', 'Data de emissão': '14/02/2025', 'Data de vencimento': '16/03/2025', 'Cód. cliente': '211', 'Nome do cliente': 'Padaria Sol', 'Total sem IVA': '100,00', 'Total IVA': '23,00', 'Total com IVA': '123,00', 'Valor em aberto': '0,00', Situação: 'Paga', Moeda: 'EUR' },
    ],
    expected: [
      { number: 'FT 2025/7', date: '2025-02-04', due_date: '2025-03-06', customer_external_id: '210', customer_name: 'Metalúrgica Douro Lda', total_excl_tax: 1000, total_tax: 230, total_incl_tax: 1230, amount_due: 230, status: 'Emitida', currency: 'EUR' },
      { number: 'FT 2025/8', date: '2025-02-14', due_date: '2025-03-16', customer_external_id: '211', customer_name: 'Padaria Sol', total_excl_tax: 100, total_tax: 23, total_incl_tax: 123, amount_due: 0, status: 'Paga', currency: 'EUR' },
    ],
  },
  {
    title: 'orders with lines', object: 'orders', locale: 'pt',
    records: [{ id: 5, numero: '1042', data: '2025-02-03', cliente: { id: 210, nome: 'Metalúrgica Douro Lda', endereco: { logradouro: 'Rua das Oliveiras', numero: '57', cidade: 'Porto Alegre' } }, total: 250, situacao: 'Em aberto', itens: [{ codigo: 'PX-1', descricao: 'Parafuso sextavado', quantidade: 100, unidade: 'UN', valor_unitario: 2.5, desconto: 0, valor_total: 250 }] }],
    expected: [{ external_id: '5', number: '1042', date: '2025-02-03', customer_external_id: '210', customer_name: 'Metalúrgica Douro Lda', total_incl_tax: 250, status: 'Em aberto', lines: [{ sku: 'PX-1', description: 'Parafuso sextavado', quantity: 100, unit: 'UN', unit_price: 2.5, discount_percent: 0, total_excl_tax: 250 }] }],
  },
  {
    title: 'quotes', object: 'quotes', locale: 'pt',
    records: [{ 'Nº Orçamento': 'OR-9', Data: '15/01/2025', Validade: '15/02/2025', Cliente: 'Metalúrgica Douro Lda', Total: '96,80', Estado: 'Enviado' }],
    expected: [{ number: 'OR-9', date: '2025-01-15', due_date: '2025-02-15', customer_name: 'Metalúrgica Douro Lda', total_incl_tax: 96.8, status: 'Enviado' }],
  },
  {
    title: 'a pipeline', object: 'deals', locale: 'pt',
    records: [{ ID: '45', 'Nome da oportunidade': 'Linha de prensas', Valor: '15.000,00', Moeda: 'BRL', Etapa: 'Proposta', 'Data prevista de fechamento': '30/06/2025', Empresa: 'Metalúrgica Douro Lda', Responsável: 'Ana Gil' }],
    expected: [{ external_id: '45', name: 'Linha de prensas', amount: 15000, currency: 'BRL', stage: 'Proposta', close_date: '2025-06-30', company: 'Metalúrgica Douro Lda', owner: 'Ana Gil' }],
  },
  {
    title: 'a contact that is a company', object: 'companies', locale: 'pt',
    records: [{ contato: { id: 88, nome: 'Padaria Sol Ltda', endereco: 'Rua Um', numero: '14', cpf_cnpj: '22333444000172', cidade: 'Recife' } }],
    expected: [{ external_id: '88', name: 'Padaria Sol Ltda', street: { any: ['Rua Um', 'Rua Um 14', 'Rua Um, 14'] }, vat_number: '22333444000172', city: 'Recife' }],
  },
  {
    title: 'bills of services', object: 'invoices', locale: 'pt',
    records: [{ 'Número da NFS-e': '1201', 'Data de Emissão': '13/05/2025', 'Razão Social do Tomador': 'Padaria Sol Ltda', Situação: 'Normal' }],
    expected: [{ number: '1201', date: '2025-05-13', customer_name: 'Padaria Sol Ltda', status: 'Normal' }],
  },
] // prettier-ignore
