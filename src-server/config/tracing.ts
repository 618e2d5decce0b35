import { z } from 'zod'
import { settingDocs } from './setting.ts'

/** Environment variables of tracing. The names are OpenTelemetry's own, so that one environment serves several programs. */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
    .transform((text) => text.replace(/\/+$/, ''))
    .optional()
    .register(settingDocs, {
      meaning:
        'A collector that takes OpenTelemetry’s traces by OTLP over HTTP. Spans of requests, statements, processors and webhooks are sent to `/v1/traces` there. Without it nothing is traced, and nothing of OpenTelemetry is loaded.',
      italian: 'Tracce OpenTelemetry: il collettore (OTLP su HTTP) che le riceve',
      neededBy: 'to see where the time of a request goes',
      example: 'http://127.0.0.1:4318',
      otherwise: 'no traces',
    }),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(
      /^[^=,\s]+=[^,]*(?:,\s*[^=,\s]+=[^,]*)*$/,
      'must be name=value, several separated by commas',
    )
    .optional()
    .register(settingDocs, {
      meaning:
        'Headers that the collector wants with the traces: `name=value`, several separated by commas.',
      italian: 'Tracce OpenTelemetry: intestazioni per il collettore, come authorization=…',
      neededBy: 'a collector that asks who sends',
      example: 'authorization=Bearer%20token',
      secret: 'yes',
    }),
  OTEL_SERVICE_NAME: z.string().min(1).default('incasso').register(settingDocs, {
    meaning: 'What this process is called in the traces.',
    italian: 'Tracce OpenTelemetry: il nome di questo processo',
    neededBy: 'several processes that traces must distinguish',
    example: 'incasso-worker',
  }),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1).register(settingDocs, {
    meaning: 'Which share of the requests is traced, from 0 to 1.',
    italian: 'Tracce OpenTelemetry: la parte delle richieste che si registra, da 0 a 1',
    neededBy: 'a server with many requests',
    example: '0.05',
  }),
}

const Variables = z.object(tracingVariables)

export type TracingConfig = Readonly<{
  /** URL without a trailing slash. */
  endpoint: string
  headers: Readonly<Record<string, string>>
  serviceName: string
  serviceVersion: string
  /** Share of the requests that are traced, from 0 to 1. */
  samplingRatio: number
}>

/** Returns the settings of tracing; undefined when tracing is off, because no endpoint is set. */
export function tracingConfigOf(
  variables: z.infer<typeof Variables>,
  serviceVersion: string,
): TracingConfig | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = variables
  if (!endpoint) return undefined
  return {
    endpoint,
    headers: parseHeaders(headers),
    serviceName: variables.OTEL_SERVICE_NAME,
    serviceVersion,
    samplingRatio: variables.OTEL_TRACES_SAMPLER_ARG,
  }
}

/** Reads headers with percent-encoded values, as OpenTelemetry specifies. */
const parseHeaders = (text = ''): Record<string, string> =>
  Object.fromEntries(
    text
      .split(',')
      .filter(Boolean)
      .map((part) => {
        const at = part.indexOf('=')
        return [part.slice(0, at).trim(), decodeValue(part.slice(at + 1).trim())]
      }),
  )

function decodeValue(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
