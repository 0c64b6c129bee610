import { change, question } from '../exam.ts'

export const integration = [
  change(
    'integration-1',
    'Our ERP wants to hear of every new deal and every deal that we win, at https://erp.example/crm.',
    async (state) => {
      const { webhooks } = await state.call('listWebhooks')
      const made = webhooks.find(({ url }: any) => url === 'https://erp.example/crm')
      return made?.events.toSorted().join() === 'deal.created,deal.won'
    },
  ),
  question('integration-2', 'Which other systems are told when an order is created, and where?', (state) =>
    state.says('https://warehouse.example/orders'),
  ),
  question(
    'integration-3',
    'The warehouse system sent us products yesterday. Was there anything in them that we could not understand?',
    (state) => state.says('on request'),
  ),
  change(
    'integration-4',
    'Add these three companies in one go: Delos Parks (delos.example), Nakatomi Trading (nakatomi.example), Oceanic Air (oceanic.example).',
    async (state) => {
      for (const [name, domain] of [
        ['Delos Parks', 'delos.example'],
        ['Nakatomi Trading', 'nakatomi.example'],
        ['Oceanic Air', 'oceanic.example'],
      ] as const)
        if (!(await state.has('companies', name, { domain }))) return false
      return (await state.all('companies')).length === 20
    },
  ),
  question(
    'integration-5',
    'If the warehouse system (it is called custom:lagerhaus here) sent us a product {"Name": "Slide box", "ProductCode": "SLB-1", "Price": "12.50"}, what would become of it? Just look, do not save it.',
    (state) => state.says('SLB-1') && /create/.test(state.said),
  ),
  question('integration-6', 'What are the last things that happened in the CRM?', (state) => state.says('task.overdue', 'created_at')),
]
