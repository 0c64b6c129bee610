import { group, type Methods, operation } from '../../kernel/operation/operation.ts'
import { BillingAnalytics } from './billing.ts'
import { ProductsAnswer, ProductsQuery, ReceivablesAnswer, ReceivablesQuery, RevenueAnswer, RevenueQuery } from './billing-schema.ts'
import { Cohorts } from './cohorts.ts'
import { Forecast } from './forecast.ts'
import { Funnel } from './funnel.ts'
import { Overview } from './overview.ts'
import { OverviewAnswer, OverviewQuery } from './overview-schema.ts'
import { PeopleAnalytics } from './people.ts'
import {
  ActivityAnswer,
  ActivityQuery,
  CohortsAnswer,
  CohortsQuery,
  LeaderboardAnswer,
  LeaderboardQuery,
  LifecycleAnswer,
  LifecycleQuery,
} from './people-schema.ts'
import { PipelineAnalytics } from './pipeline.ts'
import { ChangesAnswer, ChangesQuery, PipelineAnswer, PipelineQuery } from './pipeline-schema.ts'
import { SalesAnalytics } from './sales.ts'
import {
  DealsQuery,
  ForecastAnswer,
  ForecastQuery,
  FunnelAnswer,
  FunnelQuery,
  StuckAnswer,
  StuckQuery,
  VelocityAnswer,
  WinLossAnswer,
} from './sales-schema.ts'
import { ProductSales } from './product-sales.ts'
import { Lifecycle } from './lifecycle.ts'

/**
 * Analyses of deals, people and billing. They read what is stored at the time of the call; nothing is precomputed. Days are those of
 * the organization, amounts are in its currency, and amounts that no rate converts are named in `other_currencies`.
 */
export const analytics = group('Analytics', {
  overview: operation({
    id: 'getAnalyticsOverview',
    summary: 'Compare the key figures of a period with the one before: contacts, deals, wins, activities, revenue, open pipeline',
    scope: 'read',
    route: 'GET /analytics/overview',
    mcp: 'default',
    input: OverviewQuery,
    output: OverviewAnswer,
    uses: { overview: Overview },
    handle: (query, { overview }) => overview.read(query),
  }),
  pipeline: operation({
    id: 'getPipelineAnalytics',
    summary: 'Read the open and weighted value of a pipeline by stage and owner, now or as it was at the end of any day',
    scope: 'read',
    route: 'GET /analytics/pipeline',
    mcp: true,
    input: PipelineQuery,
    output: PipelineAnswer,
    uses: { pipeline: PipelineAnalytics },
    handle: (query, { pipeline }) => pipeline.asOf(query),
  }),
  pipelineChanges: operation({
    id: 'getPipelineChanges',
    summary: 'Explain how a pipeline changed between two days, to the cent: created, won, lost, moved, increased and decreased',
    scope: 'read',
    route: 'GET /analytics/pipeline-changes',
    mcp: true,
    input: ChangesQuery,
    output: ChangesAnswer,
    uses: { pipeline: PipelineAnalytics },
    handle: (query, { pipeline }) => pipeline.changes(query),
  }),
  forecast: operation({
    id: 'getForecast',
    summary: 'Forecast by month of closing: won, commit, best case, pipeline and weighted amounts, against a goal',
    scope: 'read',
    route: 'GET /analytics/forecast',
    mcp: 'default',
    input: ForecastQuery,
    output: ForecastAnswer,
    uses: { forecast: Forecast },
    handle: (query, { forecast }) => forecast.read(query),
  }),
  funnel: operation({
    id: 'getFunnel',
    summary: 'See how many deals of a period reached each stage, went on from it or were lost there',
    scope: 'read',
    route: 'GET /analytics/funnel',
    mcp: true,
    input: FunnelQuery,
    output: FunnelAnswer,
    uses: { funnel: Funnel },
    handle: (query, { funnel }) => funnel.read(query),
  }),
  velocity: operation({
    id: 'getSalesVelocity',
    summary: 'Measure win rate, average amount, days to the win, days per stage and sales velocity of a period',
    scope: 'read',
    route: 'GET /analytics/velocity',
    mcp: true,
    input: DealsQuery,
    output: VelocityAnswer,
    uses: { sales: SalesAnalytics },
    handle: (query, { sales }) => sales.velocity(query),
  }),
  winLoss: operation({
    id: 'getWinLoss',
    summary: 'Compare won and lost deals of a period by reason, competitor, source and owner',
    scope: 'read',
    route: 'GET /analytics/win-loss',
    mcp: true,
    input: DealsQuery,
    output: WinLossAnswer,
    uses: { sales: SalesAnalytics },
    handle: (query, { sales }) => sales.winLoss(query),
  }),
  cohorts: operation({
    id: 'getCohorts',
    summary: 'Follow contacts by month of creation to their first win, or customers by month of first invoice and revenue',
    scope: 'read',
    route: 'GET /analytics/cohorts',
    mcp: true,
    input: CohortsQuery,
    output: CohortsAnswer,
    uses: { cohorts: Cohorts },
    handle: (query, { cohorts }) => cohorts.read(query),
  }),
  leaderboard: operation({
    id: 'getLeaderboard',
    summary: 'Rank owners by won amount, won deals, activities, meetings or calls of a period',
    scope: 'read',
    route: 'GET /analytics/leaderboard',
    mcp: true,
    input: LeaderboardQuery,
    output: LeaderboardAnswer,
    uses: { people: PeopleAnalytics },
    handle: (query, { people }) => people.leaderboard(query),
  }),
  activity: operation({
    id: 'getActivityAnalytics',
    summary: 'Count the activities of a period by type, owner, day and outcome of calls',
    scope: 'read',
    route: 'GET /analytics/activity',
    mcp: true,
    input: ActivityQuery,
    output: ActivityAnswer,
    uses: { people: PeopleAnalytics },
    handle: (query, { people }) => people.activity(query),
  }),
  lifecycle: operation({
    id: 'getLifecycleAnalytics',
    summary: 'Count contacts by lifecycle stage and source, and how they went from stage to stage in a period',
    scope: 'read',
    route: 'GET /analytics/lifecycle',
    mcp: true,
    input: LifecycleQuery,
    output: LifecycleAnswer,
    uses: { lifecycle: Lifecycle },
    handle: (query, { lifecycle }) => lifecycle.read(query),
  }),
  stuckDeals: operation({
    id: 'getStuckDeals',
    summary: 'List open deals that are too long in their stage or past their close date, with the value at risk',
    scope: 'read',
    route: 'GET /analytics/stuck-deals',
    mcp: true,
    input: StuckQuery,
    output: StuckAnswer,
    uses: { sales: SalesAnalytics },
    handle: (query, { sales }) => sales.stuck(query),
  }),
  revenue: operation({
    id: 'getRevenueAnalytics',
    summary: 'Sum what was invoiced minus what was credited by month, company, product, owner and currency',
    scope: 'read',
    route: 'GET /analytics/revenue',
    mcp: true,
    input: RevenueQuery,
    output: RevenueAnswer,
    uses: { billing: BillingAnalytics },
    handle: (query, { billing }) => billing.revenue(query),
  }),
  receivables: operation({
    id: 'getReceivables',
    summary: 'See what customers owe by age, the days of sales outstanding, and the top debtors',
    scope: 'read',
    route: 'GET /analytics/receivables',
    mcp: true,
    input: ReceivablesQuery,
    output: ReceivablesAnswer,
    uses: { billing: BillingAnalytics },
    handle: (query, { billing }) => billing.receivables(query),
  }),
  products: operation({
    id: 'getProductAnalytics',
    summary: 'Sum quantity and revenue by sku, brand and category, and find customers who stopped buying',
    scope: 'read',
    route: 'GET /analytics/products',
    mcp: true,
    input: ProductsQuery,
    output: ProductsAnswer,
    uses: { products: ProductSales },
    handle: (query, { products }) => products.read(query),
  }),
})

/** The typed methods of the group. */
export interface Analytics extends Methods<typeof analytics> {}
