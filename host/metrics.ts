import { CrmError, type Engine, type Labels, type Logger, type Metric } from 'rapport-crm'
import { type Listener, safeHeaders, sendProblem } from './server.ts'

const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** Serves `GET /metrics` in the text format of Prometheus: metrics of the engine and of this process. */
export function metricsPage(engine: Engine, logger: Logger): Listener {
  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      const allow = ['GET', 'HEAD']
      const problem = new CrmError('method_not_allowed', 'Only GET is answered here', { allow }).toProblem()
      return sendProblem(response, problem, { allow: allow.join(', ') })
    }
    engine.metrics().then(
      (measured) => {
        const text = [...measured, ...ofProcess()].map(textOf).join('')
        response.writeHead(200, { ...safeHeaders, 'content-type': CONTENT_TYPE }).end(request.method === 'HEAD' ? null : text)
      },
      (error: unknown) => {
        logger.error('The metrics could not be read', { error })
        sendProblem(response, new CrmError('internal_error', 'The metrics could not be read').toProblem())
      },
    )
  }
}

/** One metric with help, type and a line for each value. */
export function textOf({ name, help, type, samples }: Metric): string {
  const lines = samples.map(({ part, labels, value }) => `${part ? `${name}_${part}` : name}${labelsOf(labels)} ${value}`)
  return [`# HELP ${name} ${escaped(help)}`, `# TYPE ${name} ${type}`, ...lines, ''].join('\n')
}

function labelsOf(labels: Labels = {}): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value).replaceAll('"', '\\"')}"`)
  return pairs.length > 0 ? `{${pairs.join(',')}}` : ''
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
}

function ofProcess(): Metric[] {
  const { user, system } = process.cpuUsage()
  const started = Date.now() / 1000 - process.uptime()
  return [
    one('process_cpu_seconds_total', 'CPU time of this process', 'counter', (user + system) / 1_000_000),
    one('process_resident_memory_bytes', 'Memory of this process', 'gauge', process.memoryUsage.rss()),
    one('process_start_time_seconds', 'When this process started', 'gauge', started),
  ]
}

function one(name: string, help: string, type: Metric['type'], value: number): Metric {
  return { name, help, type, samples: [{ value }] }
}
