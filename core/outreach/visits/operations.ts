import { Type } from '@sinclair/typebox'
import { group, type Methods, operation } from '../../kernel/operation/operation.ts'
import { RawAnswer, sentRequest, visit } from '../../kernel/operation/schema/page.ts'
import { Closed, Nullable, Text } from '../../kernel/operation/schema/schema.ts'
import { Settings } from '../../kernel/operation/settings.ts'
import { Units } from '../../kernel/storage/units/units.ts'
import { withFields } from '../../records/record-type/shown.ts'
import { allowedOrigins, widgetOrigins } from './key-origins.ts'
import { PublicTracking } from './public.ts'
import { Identification, Identified, PageVisitRecord, presentPageVisit, TrackAnswer, TrackedPages, VisitList, VisitPage } from './schema.ts'
import { seesPerson } from './sees-person.ts'
import { scriptIntegrity } from './script.ts'
import { Tracking } from './tracking.ts'
import { trackingActor } from './tracking-actor.ts'

/** Visits of web sites, and who visits. */
export const trackingOperations = group('Tracking', {
  track: operation({
    id: 'trackVisits',
    summary: 'Tell of pages that visitors opened, up to 100; of known visitors each visit is counted and told once, at its start',
    scope: 'write',
    widget: true,
    mcp: true,
    route: 'POST /tracking/visits',
    unitOfWork: false,
    input: TrackedPages,
    output: TrackAnswer,
    uses: { units: Units },
    async handle({ visits }, { units, actor }) {
      const origins = await allowedOrigins(units, actor)
      return await units.write(trackingActor(actor), (resolve) => resolve(Tracking).track(visits, { agent: '', origins }))
    },
  }),
  identify: operation({
    id: 'identifyVisitor',
    summary: 'Tie a visitor to a contact, and count the visits so far; widget-only keys need the signature of the host application',
    scope: 'write',
    widget: true,
    mcp: true,
    route: 'POST /tracking/identify',
    unitOfWork: false,
    input: Identification,
    output: Identified,
    uses: { units: Units },
    async handle(who, { units, actor }) {
      // Of contacts whom the caller does not see, it learns nothing, and ties nobody to them.
      if (!actor.widget && !(await seesPerson(units, actor, who))) return { visitor_id: who.visitor_id, contact_id: null }
      const found = await units.write(trackingActor(actor), (resolve) => resolve(Tracking).identify(who, actor.widget))
      return actor.widget ? { ...found, contact_id: null } : found
    },
  }),
  list: operation({
    id: 'listVisits',
    summary: 'List the pages of the web site that visitors opened, by contact, company, address and period',
    scope: 'read',
    mcp: true,
    route: 'GET /tracking/visits',
    input: VisitList,
    output: VisitPage,
    uses: { tracking: Tracking },
    async handle(query, { tracking }) {
      const { items, next_cursor } = await tracking.list(query)
      const shown = items.map((each) => presentPageVisit(each, tracking.now))
      return { visits: withFields(shown, query, PageVisitRecord), next_cursor }
    },
  }),
  snippet: operation({
    id: 'getTrackingSnippet',
    summary: 'The script for a web site, the sites that may use it, and for administrators the secret by which it says who visits',
    scope: 'read',
    route: 'GET /tracking/snippet',
    unitOfWork: false,
    input: Closed({
      require_consent: Type.Optional(Type.Boolean({ description: 'Nothing is stored or sent before `rapport.consent(true)`' })),
    }),
    output: Closed({
      html: Text(2_000, {
        description: 'To be put into every page; replace YOUR_WIDGET_KEY by a widget-only key that is bound to the site',
      }),
      script_url: Text(2_048, { description: 'Address of the script' }),
      integrity: Text(200, { description: 'Its hash, for `integrity`' }),
      allowed_origins: Type.Array(Text(300, { examples: ['https://www.lovelace.example'] }), {
        description: 'Sites whose pages may use the widget-only keys; a key that is bound to none works on any page',
      }),
      identity_secret: Nullable(Text(64, { description: 'Signs `contact_id` or `email` of `identify`: keep it on your server' })),
    }),
    secrets: ['identity_secret'],
    uses: { settings: Settings, units: Units },
    async handle({ require_consent = false }, { settings, units, actor }) {
      const script_url = `${settings.publicUrl}/t/w.js`
      const isAdmin = actor.role === 'admin' && actor.administration
      const consent = require_consent ? ' data-require-consent="true"' : ''
      const attributes = `src="${script_url}" data-key="YOUR_WIDGET_KEY"${consent} integrity="${scriptIntegrity}" crossorigin="anonymous"`
      return {
        html: `<script defer ${attributes}></script>`,
        script_url,
        integrity: scriptIntegrity,
        allowed_origins: await widgetOrigins(units, actor),
        identity_secret: isAdmin ? await units.write(trackingActor(actor), (resolve) => resolve(Tracking).identitySecret()) : null,
      }
    },
  }),
})

/** The typed methods of these operations. */
export interface TrackingMethods extends Methods<typeof trackingOperations> {}

const { body, origin, agent } = sentRequest
const sent = Closed({ body, origin, agent, ip: visit.ip })
const perMinute = { address: 600, token: 600 }
const uses = { tracking: PublicTracking }

/** What the script on web sites asks for, outside of the API. */
export const trackingPages = [
  operation({
    id: 'getTrackingScript',
    summary: 'The script of website tracking',
    scope: 'public',
    route: 'GET /t/w.js',
    unitOfWork: false,
    perMinute,
    input: Closed({}),
    output: RawAnswer,
    uses,
    handle: (_input, { tracking }) => tracking.script(),
  }),
  operation({
    id: 'tellVisits',
    summary: 'Visits, as the script tells them',
    scope: 'public',
    route: 'POST /t/v',
    unitOfWork: false,
    perMinute,
    foreign: ['body'],
    input: sent,
    output: RawAnswer,
    uses,
    handle: (request, { tracking }) => tracking.track(request),
  }),
  operation({
    id: 'tellVisitor',
    summary: 'Who visits, as the script tells it',
    scope: 'public',
    route: 'POST /t/i',
    unitOfWork: false,
    perMinute,
    foreign: ['body'],
    input: sent,
    output: RawAnswer,
    uses,
    handle: (request, { tracking }) => tracking.identify(request),
  }),
]
