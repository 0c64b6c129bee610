import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { call, HostLab } from '../../support/host.ts'
import { Stage } from '../chaos/stage.ts'
import { rudeServer } from '../mail/rude-server.ts'
import { fillWithDue } from './due.ts'
import { type DatabaseName, inSchema } from './lab.ts'

const EMAILS = Number(process.env['LOAD_EMAILS'] ?? 100_000)
const RUNS = Number(process.env['LOAD_RUNS'] ?? 100_000)
const APART_MS = 1000
const HEALTH_MS = 20

/**
 * One organization has 100,000 e-mails and 100,000 runs of workflows that are due. Another one sends single e-mails: how long each takes
 * from its call to the server that sends, and how long the host takes to say that it lives.
 */
export async function backlog(database: DatabaseName, seconds: number): Promise<Record<string, unknown>> {
  await using lab = await HostLab.open()
  const stage = await Stage.open()
  await using server = await rudeServer({ messagesPerConnection: 100 })
  try {
    const url = database === 'sqlite' ? `sqlite:${join(lab.folder, 'backlog.sqlite')}` : await stage.database()
    const mail = { url: server.url, from: 'crm@load.test' }
    const keys = await fillWithDue({ place: url.replace('sqlite:', ''), mail, emails: EMAILS, runs: RUNS })
    const host = await lab.serve({
      DATABASE_URL: database === 'sqlite' ? url : inSchema(url),
      RAPPORT_SMTP_URL: mail.url,
      RAPPORT_MAIL_FROM: mail.from,
      RAPPORT_PUBLIC_URL: 'https://crm.load.test',
    })
    const health: number[] = []
    const end = Date.now() + seconds * 1000
    const watched = (async () => {
      while (Date.now() < end) {
        const started = performance.now()
        await (await fetch(`${host.url}/healthz`)).text()
        health.push(performance.now() - started)
        await after(HEALTH_MS)
      }
    })()
    // What fails first is told: the host is closed behind it.
    watched.catch(() => undefined)
    const [mails, calls]: [number[], number[]] = [[], []]
    for (let at = 0; Date.now() < end; at += 1) {
      await after(APART_MS)
      const to = `single${at}@small.example`
      const started = performance.now()
      const { status, json } = await call(host, keys.small, '/api/v1/emails', { to: [to], subject: 'One', text: 'One' })
      if (status !== 201) throw new Error(JSON.stringify(json))
      calls.push(performance.now() - started)
      while (!server.reached.has(to)) {
        if (performance.now() - started > 60_000) throw new Error('It has not left after a minute')
        await after(2)
      }
      mails.push(performance.now() - started)
    }
    await watched
    const { json: left } = await call(host, keys.large, '/api/v1/workflows')
    const [{ stats = {} } = {}] = (left['workflows'] ?? []) as { stats?: Record<string, number> }[]
    const own = [...server.reached].filter(([address]) => address.endsWith('@large.example'))
    const perSecond = Math.round(own.reduce((sum, [, times]) => sum + times, 0) / seconds)
    return { emails: EMAILS, runs: RUNS, perSecond, stats, singles: summary(mails), calls: summary(calls), health: summary(health) }
  } finally {
    await stage.close()
  }
}

function summary(times: readonly number[]): Record<string, number> {
  const sorted = times.map((each) => Math.round(each)).toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1) }
}
