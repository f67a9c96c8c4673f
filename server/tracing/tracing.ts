import type { Logger } from 'pino'
import type { OpenedTracing } from '../../tools/core/request-tracing.ts'
import { ConfigError } from '../config/config-error.ts'

const PACKAGES =
  '@opentelemetry/api @opentelemetry/core @opentelemetry/resources @opentelemetry/sdk-trace-base @opentelemetry/exporter-trace-otlp-proto'

/** Sends traces to the endpoint of the standard variables; the OpenTelemetry packages are loaded only here. */
export async function createTracing(log: Logger): Promise<OpenedTracing> {
  const { createSpans } = await import('./spans.ts').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new ConfigError(
      `OTEL_EXPORTER_OTLP_ENDPOINT: requires packages that are not installed: npm install ${PACKAGES}`,
    )
  })
  return createSpans(log)
}
