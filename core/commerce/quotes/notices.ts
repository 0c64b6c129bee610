import type { NoticeType } from '../../kernel/feature/notice-type.ts'

/** Notifications about what customers do with quotes, to the owners of these. */
export const quoteNotices: readonly NoticeType[] = [
  of('viewed', 'A quote of yours is viewed for the first time', 'Several quotes of yours were viewed', () => null),
  of('accepted', 'A quote of yours is accepted', 'Several quotes of yours were accepted', ({ accepted_by }) =>
    typeof accepted_by === 'string' ? `By ${accepted_by}` : null,
  ),
  of('declined', 'A quote of yours is declined', 'Several quotes of yours were declined', ({ decline_reason }) =>
    typeof decline_reason === 'string' ? `Reason: ${decline_reason}` : null,
  ),
]

function of(what: string, label: string, many: string, body: (payload: Readonly<Record<string, unknown>>) => string | null): NoticeType {
  const type = `quote.${what}`
  return {
    type,
    label,
    many,
    on: [type],
    tell: ({ payload }) => {
      const { owner, number, name } = payload
      if (typeof owner !== 'string') return undefined
      const quote = [number, name].filter((each) => typeof each === 'string' && each !== '').join(' ')
      return { recipient: owner, title: `Quote ${quote} was ${what}`, body: body(payload) }
    },
  }
}
