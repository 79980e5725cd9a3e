// Why it is built this way: docs/decisions/055-traces.md

import type { Span as ApiSpan, Attributes, Tracer } from '@opentelemetry/api'

type TracingConfig = { endpoint: string; share: number }

export type Span = {
  child(name: string, attributes: Attributes): Span
  set(attributes: Attributes): void
  /** Ends the span, with an error if it failed. */
  end(error?: unknown): void
  /** The W3C traceparent for work that continues elsewhere. */
  parent: string
}

export type Tracing = {
  /** The span of a request: its id, without the dashes, is the trace id. Undefined if it is not sampled. */
  request(id: string, name: string, attributes: Attributes): Span | undefined
  /** The span of a job: continues the trace in which it was enqueued, if there was one. */
  job(parent: string | undefined, name: string, attributes: Attributes): Span | undefined
  /** Sends the remaining spans. */
  stop(): Promise<void>
}

const noTracing: Tracing = {
  request: () => undefined,
  job: () => undefined,
  stop: async () => undefined,
}

const written = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/

/** The libraries are loaded only here, so that an installation without traces does not pay for them. */
export async function startTracing(config: TracingConfig | undefined, part: string): Promise<Tracing> {
  if (config === undefined) return noTracing
  const api = await import('@opentelemetry/api')
  const { BatchSpanProcessor, RandomIdGenerator, TracerProvider } = await import('@opentelemetry/sdk-trace')
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http')
  const { resourceFromAttributes } = await import('@opentelemetry/resources')
  const ids = new RandomIdGenerator()
  let traceId: string | undefined
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': part }),
    idGenerator: {
      generateTraceId: () => traceId ?? ids.generateTraceId(),
      generateSpanId: () => ids.generateSpanId(),
    },
    spanLimits: { attributeValueLengthLimit: 4000 },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${config.endpoint.replace(/\/+$/, '')}/v1/traces` }),
        ...queueLimits,
      }),
    ],
  })
  const tracer = provider.getTracer('ats')
  const isChosen = () => Math.random() < config.share

  const contextOf = (parent: string | undefined) => {
    const [, trace, span] = written.exec(parent ?? '') ?? []
    if (trace === undefined || span === undefined) return undefined
    const { TraceFlags } = api
    const spanContext = { traceId: trace, spanId: span, traceFlags: TraceFlags.SAMPLED, isRemote: true }
    return api.trace.setSpanContext(api.ROOT_CONTEXT, spanContext)
  }
  return {
    request(id, name, attributes) {
      if (!isChosen()) return undefined
      traceId = id.replaceAll('-', '')
      const span = tracer.startSpan(name, { kind: api.SpanKind.SERVER, attributes }, api.ROOT_CONTEXT)
      traceId = undefined
      return spanOf(api, tracer, span)
    },
    job(parent, name, attributes) {
      const context = contextOf(parent)
      if (context === undefined && !isChosen()) return undefined
      const kind = api.SpanKind.CONSUMER
      return spanOf(api, tracer, tracer.startSpan(name, { kind, attributes }, context ?? api.ROOT_CONTEXT))
    },
    stop: () => provider.shutdown(),
  }
}

/** Spans that are not sent in time are dropped: a collector that is down uses no memory and delays nobody. */
const queueLimits = { maxQueueSize: 4096, maxExportBatchSize: 512, scheduledDelayMillis: 1000 }

type Api = typeof import('@opentelemetry/api')

function spanOf(api: Api, tracer: Tracer, span: ApiSpan): Span {
  const { traceId, spanId } = span.spanContext()
  return {
    parent: `00-${traceId}-${spanId}-01`,
    child: (name, attributes) => {
      const within = api.trace.setSpan(api.ROOT_CONTEXT, span)
      return spanOf(api, tracer, tracer.startSpan(name, { kind: api.SpanKind.CLIENT, attributes }, within))
    },
    set: (attributes) => void span.setAttributes(attributes),
    end(error) {
      if (error !== undefined) {
        const message = error instanceof Error ? error.name : 'failed'
        span.setStatus({ code: api.SpanStatusCode.ERROR, message })
      }
      span.end()
    },
  }
}
