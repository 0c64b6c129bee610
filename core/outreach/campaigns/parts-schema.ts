import { type Static, Type } from '@sinclair/typebox'
import { Closed, Id, Nullable, OneOf, Text, Timestamp } from '../../kernel/operation/schema/schema.ts'

/** How often a recurring campaign is sent. */
export const campaignFrequencies = ['daily', 'weekdays', 'weekly', 'monthly'] as const
/** What decides which variant is the best. */
export const testMetrics = ['opened', 'clicked', 'replied'] as const

/** When a campaign is sent. */
export const CampaignSchedule = Closed(
  {
    at: Type.Optional(Timestamp('When a campaign that is sent once begins; left out: when it is scheduled')),
    frequency: Type.Optional(OneOf(campaignFrequencies, { description: 'How often a recurring campaign is sent' })),
    time: Type.Optional(
      Text(5, { pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', description: 'Time of the day at which it is sent', examples: ['09:00'] }),
    ),
    weekday: Type.Optional(Type.Integer({ minimum: 0, maximum: 7, description: 'Of a weekly one: 1 = Monday, 0 or 7 = Sunday' })),
    day: Type.Optional(Type.Integer({ minimum: 1, maximum: 31, description: 'Of a monthly one: its day, 31 = the last of the month' })),
    timezone: Type.Optional(Text(64, { description: 'IANA name of the time zone; that of the organization unless given' })),
  },
  { description: 'When it is sent' },
)

const VariantId = (description: string) => Text(20, { pattern: '^[a-z0-9_-]+$', minLength: 1, description, examples: ['a'] })

/** One of the texts that a campaign tries. */
export const CampaignVariant = Closed({
  id: VariantId('By which its figures name it'),
  subject: Type.Optional(Text(500, { description: 'Its subject; that of its template, else of the campaign, unless given' })),
  template_id: Type.Optional(Id('Its template; that of the campaign unless given')),
})
/** How variants are tried on a part of the audience. */
export const CampaignTest = Closed(
  {
    percent: Type.Integer({ minimum: 1, maximum: 100, description: 'Share of the audience that gets the variants, in equal parts' }),
    metric: OneOf(testMetrics, { description: 'What decides: opens, clicks or answers of people' }),
    after_hours: Type.Integer({ minimum: 1, maximum: 168, description: 'Hours after the variants were sent at which it is decided' }),
    fallback: Type.Optional(VariantId('Who gets the rest if the figures do not tell; the first variant unless given')),
  },
  { description: 'Tries the variants on a part of the audience; the rest gets the best one' },
)
/** What is added to the links of a campaign. */
export const CampaignUtm = Closed(
  {
    source: Type.Optional(Text(100, { minLength: 1, description: 'utm_source' })),
    medium: Type.Optional(Text(100, { minLength: 1, description: 'utm_medium' })),
    campaign: Type.Optional(Text(100, { minLength: 1, description: 'utm_campaign' })),
  },
  { description: 'Added to its web links, where they have no such parameter' },
)

/** The variant that has won. */
export const CampaignWinner = Closed(
  {
    variant: Text(20, { description: 'Which one the rest gets' }),
    inconclusive: Type.Boolean({ description: 'The figures do not tell: it is the fallback' }),
    metric: OneOf(testMetrics, { description: 'What has decided' }),
    decided_at: Timestamp('When it was decided'),
    variants: Type.Array(
      Closed({
        id: Text(20, { description: 'The variant' }),
        sent: Type.Integer({ description: 'How many got it' }),
        count: Type.Integer({ description: 'How many of them did what decides' }),
        rate: Type.Number({ description: 'Their share, 0 to 1' }),
        low: Type.Number({ description: 'Lower end of the 95 % interval (Wilson)' }),
        high: Type.Number({ description: 'Upper end of the 95 % interval (Wilson)' }),
      }),
      { description: 'What was counted of each' },
    ),
  },
  { description: 'The variant that the rest of the audience gets' },
)

/** The texts with which an issue was begun. */
export const PinnedText = Closed({
  /** Empty: the campaign itself. */
  variant: Text(20),
  /** Comes before that of the template. */
  subject: Nullable(Type.String()),
  html: Nullable(Type.String()),
  text: Nullable(Type.String()),
  template_id: Nullable(Id()),
  template_version: Nullable(Type.Integer()),
})
/** A text with which an issue was begun. */
export type Pinned = Static<typeof PinnedText>
