/** A call as models get it wrong. `@deals/Initech pilot` stands for the id of that record. */
export interface WrongCall {
  readonly tool: string
  readonly arguments: Readonly<Record<string, unknown>>
  /** What the error must teach. */
  readonly teaches: string
  /** Scopes of the key with which it is made; all by default. */
  readonly scopes?: readonly string[]
}

const wrong = (teaches: string, tool: string, args: WrongCall['arguments'], scopes?: readonly string[]): WrongCall => ({
  tool,
  arguments: args,
  teaches,
  ...(scopes && { scopes }),
})

const claire = '@contacts/Claire Dubois'
const deal = '@deals/Acme lab extension'
const nobody = '018f3c1e-7b1a-7c3d-9e2f-1a2b3c4d5e6f'

/** Sixty calls, by what is wrong with them. */
export const wrongCalls: readonly WrongCall[] = [
  // Words that the field does not take.
  wrong('a status', 'list_deals', { status: 'opened' }),
  wrong('a priority', 'create_task', { title: 'Order paper', priority: 'urgent' }),
  wrong('an outcome', 'log_call', { contact_id: claire, outcome: 'not answered' }),
  wrong('a stage of life', 'update_contact', { id: claire, lifecycle_stage: 'prospect' }),
  wrong('a kind of record', 'create_list', { name: 'Friends', object: 'contcts', type: 'static' }),
  wrong('a period', 'get_win_loss', { period: 'this_yaer' }),
  wrong('a measure', 'query_report', { object: 'deals', measures: [{ measure: 'total', field: 'amount' }] }),
  wrong('a state', 'set_contact_consent', { id: claire, topic: 'newsletter', state: 'opted_in' }),
  wrong('what to make of it', 'convert_quote', { id: '@quotes/Q-502', to: 'bill' }),
  wrong('a ranking', 'get_leaderboard', { period: 'year', by: 'revenue' }),
  wrong('an order', 'list_deals', { sort: 'amount desc' }),
  wrong('an event', 'create_webhook', { url: 'https://shop.example/hooks', events: ['deal.one'] }),
  wrong('a trigger', 'create_workflow', {
    name: 'Won',
    trigger: { type: 'deal.win' },
    steps: [{ type: 'notify', config: { title: 'Won' } }],
  }),
  wrong('a step', 'create_workflow', {
    name: 'Won',
    trigger: { type: 'deal.won' },
    steps: [{ type: 'create_a_task', config: { title: 'Thank them' } }],
  }),
  wrong('a part of the catalog', 'get_catalog', { only: 'lifecycle' }),
  // Fields that do not exist.
  wrong('a name', 'create_contact', { full_name: 'Ann Other', email: 'ann@other.example' }),
  wrong('a required name', 'create_company', { company_name: 'Other Works', domain: 'other.example' }),
  wrong('an amount', 'update_deal', { id: deal, amonut: 5000 }),
  wrong('a date', 'update_deal', { id: deal, closing_date: '2026-07-31' }),
  wrong('words to search for', 'search_contacts', { term: 'Jensen' }),
  wrong('a text', 'add_note', { text: 'They want training.', deal_id: deal }),
  wrong('a reason to win', 'win_deal', { id: deal, reason: 'Our service' }),
  wrong('a reason to lose', 'lose_deal', { id: deal, reason: 'No budget' }),
  wrong('a customer', 'list_invoices', { customer_id: '@companies/Wayne Logistics' }),
  wrong('a number', 'create_product', { name: 'Tripod', price: 80, product_sku: 'TRI-1' }),
  wrong('a length', 'log_call', { contact_id: claire, outcome: 'connected', duration: 300 }),
  // Values of another type.
  wrong('the most of a page', 'list_contacts', { limit: 500 }),
  wrong('a number', 'update_deal', { id: deal, amount: '5000 EUR' }),
  wrong('a list of words', 'create_contact', { first_name: 'Ann', tags: 'vip, gold' }),
  wrong('a list of ids', 'add_list_members', { id: '@lists/Munich fair', idds: [claire] }),
  wrong('a list of events', 'create_webhook', { url: 'https://shop.example/hooks', events: ['deal.wn'] }),
  wrong('a list of lines', 'create_quote', { company_id: '@companies/Acme Robotics', lines: [{ skuu: 'MIC-100', quantity: 2 }] }),
  wrong('yes or no', 'update_contact', { id: claire, do_not_contact: 'yes' }),
  wrong('a day', 'create_deal', { name: 'Tripods', close_date: 'Q3' }),
  wrong('a moment', 'create_task', { title: 'Order paper', due_at: 'soon' }),
  wrong('an address', 'create_contact', { first_name: 'Ann', email: 'ann(at)other.example' }),
  wrong('a web address', 'create_company', { name: 'Other Works', website: 'the other works' }),
  // Ids of nothing, of something else, or none.
  wrong('where contacts are found', 'get_contact', { id: 'Clare Duboys' }),
  wrong('where deals are found', 'get_deal', { id: nobody }),
  wrong('where companies are found', 'create_deal', { name: 'Tripods', company_id: 'Acme Robots Ltd' }),
  wrong('where contacts are found', 'create_task', { title: 'Order paper', contact_id: deal }),
  wrong('where deals are found', 'add_note', { body: 'They want training.', deal_id: nobody }),
  wrong('where sequences are found', 'activate_sequence', { id: '@workflows/Thank new customers' }),
  wrong('a stage', 'move_deal_stage', { id: deal, stage_id: 'negotation' }),
  wrong('a stage of a cycle', 'move_contact_stage', { id: claire, stage: 'Qualfied' }),
  // Teammates who are none.
  wrong('a teammate', 'create_task', { title: 'Order paper', owner_email: 'Grce Hopper' }),
  wrong('an owner', 'list_deals', { owner: 'grace@meridian.exmaple' }),
  // What is missing.
  wrong('what a report is of', 'create_report', { name: 'All deals' }),
  wrong('a type', 'log_activity', { body: 'We spoke.', contact_id: claire }),
  wrong('a yes', 'delete_contact', { id: '@contacts/Daniel Kim', purge: true }),
  // Conditions.
  wrong('a field', 'search_contacts', { filter: { field: 'primary_emial', op: 'eq', value: 'claire.dubois@umbra-optics.example' } }),
  wrong('an operator', 'search_deals', { filter: { field: 'amount', op: 'bigger', value: 1000 } }),
  wrong('a field of our own', 'search_companies', { filter: { field: 'labs', op: 'gt', value: 1 } }),
  wrong('a merge tag', 'create_email_template', { name: 'Hello', subject: 'Hello {{contact.frist_name}}', html: '<p>Hello</p>' }),
  // What the key, the version or the list of tools does not allow.
  wrong('the scope to write', 'create_contact', { first_name: 'Ann' }, ['mcp', 'read']),
  wrong('the scope to delete', 'delete_deal', { id: deal }, ['mcp', 'read', 'write']),
  wrong('the version', 'update_contact', { id: claire, title: 'Owner', if_match: 7 }),
  wrong('a tool', 'find_contacts', { q: 'Jensen' }),
  wrong('a tool', 'add_task', { title: 'Order paper' }),
  wrong('a tool', 'get_invoices', {}),
]
