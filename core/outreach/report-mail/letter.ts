import { html } from '../../kernel/operation/html.ts'
import type { Report } from '../../insight/reports/entity.ts'
import type { ReportAnswer } from '../../insight/reports/schema.ts'
import type { Attachment } from '../emails/draft.ts'

// More are in the file that goes with it.
const SHOWN = 50
// Of a value: records may be grouped by long texts.
const LONGEST = 200

/** What is written in a message. */
export interface Letter {
  readonly subject: string
  readonly html: string
  readonly text: string
  readonly attachments: readonly Attachment[]
}

/** A report as a message: its first rows as a table, and all of them as a file. */
export function letterOf({ name, description }: Report, answer: ReportAnswer, day: string): Letter {
  const { columns, rows, groups, period, currency, csv } = answer
  const shown = rows.slice(0, SHOWN).map((row) => columns.map((each) => ({ ...each, value: valueOf(row[each.name]) })))
  const span = period.from === null && period.to === null ? day : [period.from, period.to].map((each) => each ?? '…').join(' – ')
  const about = [span, columns.some(({ money }) => money) ? currency : '', groups > shown.length ? `${shown.length} / ${groups}` : '']
  const line = about.filter((each) => each !== '').join(' · ')
  const cell = 'padding:4px 12px 4px 0;border-bottom:1px solid #ddd;text-align:'
  return {
    subject: `${name} · ${day}`.replaceAll(/\s+/g, ' ').slice(0, 200),
    html: html`<h1 style="font-size:20px">${name}</h1>
      ${description && html`<p>${description}</p>`}
      <p>${line}</p>
      <table style="border-collapse:collapse">
        <thead>
          <tr>
            ${columns.map(({ name: title, kind }) => html`<th style="${cell}${sideOf(kind)}">${title}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${shown.map(
            (row) =>
              html`<tr>
                ${row.map(({ kind, value }) => html`<td style="${cell}${sideOf(kind)}">${value}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>`.text,
    text: [
      name,
      ...(description ? [description] : []),
      line,
      '',
      columns.map((each) => each.name).join('\t'),
      ...shown.map((row) => row.map(({ value }) => value).join('\t')),
    ].join('\n'),
    attachments: [{ name: `${fileName(name)}-${day}.csv`, media_type: 'text/csv', content: new TextEncoder().encode(csv ?? '') }],
  }
}

const sideOf = (kind: ReportAnswer['columns'][number]['kind']) => (kind === 'measure' ? 'right' : 'left')
const valueOf = (value: unknown) => (value === null || value === undefined ? '–' : String(value).slice(0, LONGEST).toWellFormed())
// What file systems and mail programs take everywhere.
const fileName = (name: string) => name.normalize('NFKD').replaceAll(/\W+/g, '-').replaceAll(/^-|-$/g, '').slice(0, 60) || 'report'
