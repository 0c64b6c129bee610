import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { type Actor, type Api, Engine, scopes, type Storage } from 'rapport-crm'
import { postgresql } from 'rapport-crm/postgresql'
import { sqlite } from 'rapport-crm/sqlite'
import { Outbox } from '../../core/outreach/emails/outbox.ts'
import { compose } from '../../core/outreach/sending/compose.ts'
import { prepareHtml } from '../../core/outreach/links/prepare.ts'
import { inspectEmail } from '../../core/outreach/reading/inspect.ts'
import { inUnit } from '../outreach/in-unit.ts'
import { rudeServer } from '../quality/mail/rude-server.ts'
import type { Measurement, Place, Row } from './report.ts'

type Kind = 'sqlite' | 'postgresql'
const actor: Actor = { organization: 'bench', user: 'ada@bench.test', role: 'admin', scopes: new Set(scopes) }
const EMAILS = 3000
const CONNECTIONS = 5
const unit = inUnit({ outbox: Outbox })

/** E-mails on their way out and in. */
export const mailRows: readonly Measurement[] = [sending('sqlite'), sending('postgresql'), composing(), reading()]

// All are queued and due before the engine begins; each is logged, with its events.
function sending(kind: Kind): Measurement {
  const name = `e-mails to a server on this machine, ${kind}`
  return {
    name,
    async measure(place): Promise<Row> {
      await using server = await rudeServer({ messagesPerConnection: 1000 })
      const mail = { url: server.url, from: 'crm@bench.test' }
      const engine = (await Engine.open({
        storage: storage(kind, place),
        mail,
        publicUrl: 'https://crm.bench.test',
        ...unit.options,
      })) as Engine<Api>
      try {
        await queued(engine)
        const probe = await bare(server.url)
        const started = performance.now()
        await engine.tick()
        const seconds = (performance.now() - started) / 1000
        const sent = [...server.reached.keys()].filter((each) => each.startsWith('c')).length
        if (sent !== EMAILS) throw new Error(`${sent} of ${EMAILS} e-mails were sent`)
        return { name, probe, ours: EMAILS / seconds, unit: '/s', must: '300/s, 3x', note: `${CONNECTIONS} connections` }
      } finally {
        await engine.close()
      }
    },
  }
}

async function queued(engine: Engine<Api>): Promise<void> {
  for (let from = 0; from < EMAILS; from += 500) {
    const records = Array.from({ length: 500 }, (_, at) => ({ email: `c${from + at}@bench.example` }))
    const { results } = await engine.as(actor).contacts.bulkUpsert({ records })
    const ids = results.flatMap(({ id }) => id ?? [])
    const drafts = ids.map((contact_id, at) => ({
      key: `k${from + at}`,
      purpose: 'marketing' as const,
      contact_id,
      to: [`c${from + at}@bench.example`],
      subject: 'News',
      html: '<p>News <a href="https://bench.example/news">here</a></p>',
      text: null,
      mailbox_id: null,
      owner: actor.user,
      track: true,
      unsubscribe_link: 'yes' as const,
      due: new Date(),
      workflow_id: contact_id,
    }))
    await unit.run(engine, ({ outbox }) => outbox.queue(drafts), actor)
  }
}

/** Messages a second by the bare library, over as many connections. */
async function bare(url: string): Promise<number> {
  const { hostname: host, port } = new URL(url)
  const message = Buffer.from(`Subject: News\r\n\r\n${'News '.repeat(200)}\r\n`)
  let left = EMAILS
  const lane = async () => {
    const connection = new SMTPConnection({ host, port: Number(port), ignoreTLS: true, logger: false })
    await new Promise<void>((resolve, reject) => {
      connection.once('error', reject)
      connection.connect((error) => (error ? reject(error) : resolve()))
    })
    while (left-- > 0)
      await new Promise<void>((resolve, reject) => {
        const envelope = { from: 'a@bench.test', to: [`probe${left}@bench.example`] }
        connection.send(envelope, message, (error) => (error ? reject(error) : resolve()))
      })
    connection.quit()
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: CONNECTIONS }, lane))
  return EMAILS / ((performance.now() - started) / 1000)
}

function composing(): Measurement {
  const name = 'rewrite the links of and compose an e-mail of 30 KB'
  return {
    name,
    async measure(): Promise<Row> {
      const link = (at: number) => `<p>Words and words <a href="https://bench.example/${at}?a=1&amp;b=2">${'more '.repeat(50)}</a></p>`
      const html = `<html><body>${Array.from({ length: 95 }, (_, at) => link(at)).join('')}</body></html>`
      const email = { message_id: '<a@bench.test>', from: 'a@bench.test', mailbox: 'a@bench.test', to: ['b@bench.example'], cc: [] }
      const record = {
        ...email,
        reply_to: null,
        references: [],
        key: 'k',
        id: 'i',
        from_name: null,
        subject: 'News',
        scheduled_at: new Date(0),
      }
      return await repeated(name, '1500/s', async (at) => {
        const ready = prepareHtml(html, {
          linkUrl: (index) => `https://crm.bench.test/t/c/${at}-${index}`,
          pixelUrl: 'https://crm.bench.test/p.gif',
        })
        const rest = { html: ready.html, text: 'News', files: [], headers: [], answered: null }
        // Of the record only what is composed.
        await compose(record as unknown as Parameters<typeof compose>[0], rest)
      })
    },
  }
}

function reading(): Measurement {
  const name = 'parse and judge an e-mail of 10 KB'
  return {
    name,
    async measure(): Promise<Row> {
      const head = 'From: Bea <bea@beta.example>\r\nTo: ada@acme.test\r\nSubject: Re: News\r\nMessage-ID: <1@beta.example>\r\n'
      const quoted = 'On Monday Ada wrote:\r\n' + '> some words that were said before and are quoted here\r\n'.repeat(170)
      const raw = Buffer.from(`${head}Content-Type: text/plain; charset=utf-8\r\n\r\nThank you, that helps.\r\n\r\n${quoted}`)
      return await repeated(name, '800/s', () => {
        inspectEmail(raw)
      })
    },
  }
}

async function repeated(name: string, must: string, work: (at: number) => Promise<void> | void): Promise<Row> {
  for (let at = 0; at < 200; at += 1) await work(at)
  const started = performance.now()
  let times = 0
  for (; performance.now() - started < 3000; times += 1) await work(times)
  return { name, ours: times / ((performance.now() - started) / 1000), unit: '/s', must, note: 'one process, warm' }
}

function storage(kind: Kind, { folder, postgresUrl }: Place): Storage {
  const name = `bench_${randomUUID().replaceAll('-', '')}`
  return kind === 'sqlite' ? sqlite(join(folder, `${name}.sqlite`)) : postgresql({ url: postgresUrl, schema: name })
}
