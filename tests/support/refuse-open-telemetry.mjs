// Module to load before a server. It makes the server fail if it imports OpenTelemetry's SDK, so that a test can prove
// it does not.
import { register } from 'node:module'

const hook = `
  export async function resolve(specifier, context, next) {
    if (/^@opentelemetry\\/(sdk|exporter|resources|otlp|core)/.test(specifier)) {
      throw new Error('OpenTelemetry was loaded: ' + specifier)
    }
    return next(specifier, context)
  }`
register(`data:text/javascript,${encodeURIComponent(hook)}`)
