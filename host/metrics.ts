import { collectDefaultMetrics, type Metric as Collected, Registry } from 'prom-client'
import { CrmError, type Engine, type Logger, type Metric } from 'rapport-crm'
import { type Listener, safeHeaders, sendProblem } from './server.ts'

/** Serves `GET /metrics` in the text format of Prometheus: metrics of the engine and of this process. */
export function metricsPage(engine: Engine, logger: Logger): Listener {
  const ofThis = ofProcess()
  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      const allow = ['GET', 'HEAD']
      const problem = new CrmError('method_not_allowed', 'Only GET is answered here', { allow }).toProblem()
      return sendProblem(response, problem, { allow: allow.join(', ') })
    }
    engine
      .metrics()
      .then((measured) => textOf(measured, ofThis))
      .then(
        (text) => {
          response.writeHead(200, { ...safeHeaders, 'content-type': Registry.PROMETHEUS_CONTENT_TYPE })
          response.end(request.method === 'HEAD' ? null : text)
        },
        (error: unknown) => {
          logger.error('The metrics could not be read', { error })
          sendProblem(response, new CrmError('internal_error', 'The metrics could not be read').toProblem())
        },
      )
  }
}

/** These metrics and those of another registry, as Prometheus reads them. */
async function textOf(measured: readonly Metric[], others: Registry): Promise<string> {
  const read = new Registry()
  for (const each of measured) read.registerMetric(collected(each))
  return await Registry.merge([read, others]).metrics()
}

// What has been counted already stands in for a metric of the library, which asks its metrics for their values alone.
function collected({ name, help, type, samples }: Metric): Collected {
  const values = samples.map(({ part, labels = {}, value }) => ({ metricName: part ? `${name}_${part}` : name, labels, value }))
  const counted = { name, help, type, values, aggregator: 'sum' }
  // A registry calls `get` and nothing else; its types want the classes of the library.
  return { ...counted, get: async () => counted } as unknown as Collected
}

// One for each process, whatever it serves: they measure the event loop and the collection of garbage from then on. Not the registry that
// the library shares, in which other code of this process has its own.
let own: Registry | undefined
function ofProcess(): Registry {
  if (!own) collectDefaultMetrics({ register: (own = new Registry()) })
  return own
}
