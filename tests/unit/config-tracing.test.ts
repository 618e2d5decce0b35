import { expect, test } from 'vitest'
import { loadConfig } from '#server/config/config.ts'

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/' }

test('tracing is off unless a collector is set', () => {
  expect(loadConfig({}).tracing).toBeUndefined()
  expect(loadConfig({ OTEL_SERVICE_NAME: 'shop' }).tracing).toBeUndefined()
})

test('a collector alone turns tracing on', () => {
  expect(loadConfig(endpoint, '1.2.3').tracing).toEqual({
    endpoint: 'http://127.0.0.1:4318',
    headers: {},
    serviceName: 'incasso',
    serviceVersion: '1.2.3',
    samplingRatio: 1,
  })
})

test('headers are read in the format of OpenTelemetry', () => {
  const { tracing } = loadConfig({
    ...endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a=b, x-team=100%',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
  })

  expect(tracing?.headers).toEqual({ authorization: 'Bearer a=b', 'x-team': '100%' })
  expect(tracing?.samplingRatio).toBe(0.25)
})

test.each([
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'must be an http or https URL'],
  [{ ...endpoint, OTEL_EXPORTER_OTLP_HEADERS: 'secret' }, 'must be name=value'],
  [{ ...endpoint, OTEL_EXPORTER_OTLP_HEADERS: '=value' }, 'must be name=value'],
  [{ ...endpoint, OTEL_TRACES_SAMPLER_ARG: '2' }, 'OTEL_TRACES_SAMPLER_ARG'],
])('refuses %o', (environment, message) => {
  expect(() => loadConfig(environment)).toThrow(message)
})

test('a refused header is not repeated in the message', () => {
  const load = () => loadConfig({ ...endpoint, OTEL_EXPORTER_OTLP_HEADERS: 'hush' })
  expect(load).toThrow(/^(?!.*hush)/s)
})
