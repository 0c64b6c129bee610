import { change, question } from '../exam.ts'
import type { State } from '../state.ts'

const newTasks = async (state: State): Promise<any[]> =>
  (await state.all('tasks')).filter(({ created_at }) => created_at === '2026-06-17T09:00:00.000Z')
const newActivities = async (state: State): Promise<any[]> =>
  (await state.all('activities')).filter(({ created_at }) => created_at === '2026-06-17T09:00:00.000Z')

export const work = [
  change('work-1', 'Remind me to call Susan Calvin on Friday at 10.', async (state) => {
    const [made, ...others] = await newTasks(state)
    const susan = await state.id('contacts', 'Susan Calvin')
    return (
      others.length === 0 &&
      made?.owner_email === 'ada@meridian.example' &&
      made.lead_id === susan &&
      [made.due_at, made.remind_at].includes('2026-06-19T10:00:00.000Z')
    )
  }),
  change('work-2', 'I have booked the room for the team day. Tick it off.', (state) =>
    state.has('tasks', 'Book the room for the team day', { status: 'completed' }),
  ),
  change('work-3', 'Grace has to send the data sheets to Stark Materials by Monday. It is important.', async (state) => {
    const [made, ...others] = await newTasks(state)
    const stark = await state.id('companies', 'Stark Materials')
    return (
      others.length === 0 &&
      made?.owner_email === 'grace@meridian.example' &&
      made.company_id === stark &&
      made.priority === 'high' &&
      made.due_at?.startsWith('2026-06-22')
    )
  }),
  change('work-4', 'I have just called Charlie Bucket, but nobody answered.', async (state) => {
    const [made, ...others] = await newActivities(state)
    return (
      others.length === 0 &&
      made?.type === 'call' &&
      made.outcome === 'no_answer' &&
      made.lead_id === (await state.id('contacts', 'Charlie Bucket'))
    )
  }),
  change('work-5', 'Note on the Tyrell deal: they also want a training for five people.', async (state) => {
    const [made, ...others] = await newActivities(state)
    const deal = await state.id('deals', 'Tyrell imaging suite')
    return others.length === 0 && made?.type === 'note' && made.deal_id === deal && /training for five/i.test(made.body)
  }),
  change('work-6', 'Yesterday at 2 pm I met Virginia Pott for an hour about the test plan. Put that down.', async (state) => {
    const [made, ...others] = await newActivities(state)
    const virginia = await state.id('contacts', 'Virginia Pott')
    return (
      others.length === 0 &&
      made?.type === 'meeting' &&
      made.lead_id === virginia &&
      made.duration_seconds === 3600 &&
      made.at === '2026-06-16T14:00:00.000Z'
    )
  }),
  change('work-7', 'The price review with Tyrell has to be ready only on Tuesday at 2 pm. Move that task.', (state) =>
    state.has('tasks', 'Prepare the price review with Tyrell', { due_at: '2026-06-23T14:00:00.000Z', status: 'open' }),
  ),
  change(
    'work-8',
    'I have answered Omar Haddad: he will visit us. That task is done; give me a next one to prepare his visit, due next Wednesday.',
    async (state) => {
      const done = await state.the('tasks', 'Answer Omar Haddad')
      const [made, ...others] = await newTasks(state)
      return (
        done.status === 'completed' &&
        /visit/i.test(done.outcome ?? '') &&
        others.length === 0 &&
        made?.status === 'open' &&
        made.due_at?.startsWith('2026-06-24') &&
        made.owner_email === 'ada@meridian.example'
      )
    },
  ),
  question(
    'work-9',
    'What do I have to do today?',
    (state) => state.says('Book the room for the team day') && !state.says('Call Bill Lumbergh again'),
  ),
  question('work-10', 'Which tasks of Grace are overdue?', (state) => state.lists('tasks', ['Send references to Acme'])),
  question('work-11', 'What have we had to do with Peter Hughes lately?', (state) => state.says('Terms of delivery', 'Q-502')),
  change('work-12', 'Nobody needs the task about brochures any more. Delete it.', async (state) => {
    const left = await state.all('tasks')
    return left.length === 10 && !left.some(({ title }) => title === 'Order brochures')
  }),
]
