import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingHttpHeaders } from 'node:http'
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base'
import type { Logger } from 'pino'
import type { OpenedTracing } from '../../tools/core/request-tracing.ts'

/** Clients choose the method; unknown ones share one name. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

function openProvider(log: Logger): BasicTracerProvider {
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'colloquy' }))
    .merge(detectResources({ detectors: [envDetector] }))
  const processor = new BatchSpanProcessor(watched(new OTLPTraceExporter(), log))
  return new BasicTracerProvider({ resource, spanProcessors: [processor] })
}

/** Spans of OpenTelemetry; the SDK reads the sampler, batching, headers and so on from its own variables. */
export function createSpans(log: Logger): OpenedTracing {
  const provider = openProvider(log)
  const tracer = provider.getTracer('colloquy')
  const under = new AsyncLocalStorage<Context>()

  async function run<Result>(span: Span, parent: Context, body: () => Promise<Result>): Promise<Result> {
    try {
      return await under.run(trace.setSpan(parent, span), body)
    } catch (error) {
      fail(span, error)
      throw error
    } finally {
      span.end()
    }
  }

  return {
    request(method, headers, request_id) {
      const [named, parent] = [METHODS.has(method) ? method : 'other', parentIn(headers)]
      const attributes = { 'http.request.method': named, 'colloquy.request_id': request_id }
      const span = tracer.startSpan(named, { kind: SpanKind.SERVER, attributes }, parent)
      return {
        trace_id: span.spanContext().traceId,
        within: body => under.run(trace.setSpan(parent, span), body),
        end(route, status) {
          span.updateName(`${named} ${route}`)
          span.setAttribute('http.route', route)
          if (status > 0) span.setAttribute('http.response.status_code', status)
          if (status >= 500 || status === 0) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
    async part(name, body) {
      const parent = under.getStore()
      return parent ? await run(tracer.startSpan(name, {}, parent), parent, body) : await body()
    },
    async sending(name, body) {
      const parent = under.getStore() ?? ROOT_CONTEXT
      const span = tracer.startSpan(name, { kind: SpanKind.CLIENT }, parent)
      return await run(span, parent, async () => {
        const sent = await body()
        if (sent.status !== undefined) span.setAttribute('http.response.status_code', sent.status)
        return sent
      })
    },
    close: () => provider.shutdown().catch(() => {}),
  }
}

/** Only the ids and the flag: everything else in a client's trace context is untrusted text. */
function parentIn({ traceparent }: IncomingHttpHeaders): Context {
  const given = typeof traceparent === 'string' ? parseTraceParent(traceparent) : null
  return given ? trace.setSpanContext(ROOT_CONTEXT, { ...given, isRemote: true }) : ROOT_CONTEXT
}

/** Only the kind of an error: its message may quote a request. */
function fail(span: Span, error: unknown): void {
  const { slug, code } = error as { slug?: unknown; code?: unknown }
  const known = [slug, code].find(name => typeof name === 'string' && /^[\w-]{1,60}$/.test(name))
  span.setAttribute('error.type', String(known ?? (error as Error)?.constructor?.name ?? 'error'))
  span.setStatus({ code: SpanStatusCode.ERROR })
}

/** Logs once that traces cannot be delivered, and once that they can again. */
function watched(exporter: OTLPTraceExporter, log: Logger): SpanExporter {
  let isFailing = false
  return {
    export: (spans, done) =>
      exporter.export(spans, result => {
        const failed = result.code !== 0
        if (failed && !isFailing) log.warn({ err: result.error }, 'the trace endpoint does not accept traces')
        if (!failed && isFailing) log.info('the trace endpoint accepts traces again')
        isFailing = failed
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush(),
  }
}
