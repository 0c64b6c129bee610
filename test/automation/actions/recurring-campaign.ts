import type { Api } from 'rapport-crm'

/** A campaign that is sent every day to whoever is in it. */
export async function recurring(api: Api): Promise<string> {
  const schedule = { frequency: 'daily' as const, time: '08:00' }
  return (await api.campaigns.create({ name: 'Daily', kind: 'recurring', subject: 'Today', html: '<p>Today</p>', schedule })).id
}
