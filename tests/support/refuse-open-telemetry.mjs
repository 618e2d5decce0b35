// Loaded before a server: whatever it takes of OpenTelemetry's packages ends it.
import { register } from 'node:module'

const hook = `
  export async function resolve(specifier, context, next) {
    if (/^@opentelemetry\\/(sdk|exporter|resources|otlp|core)/.test(specifier)) {
      throw new Error('OpenTelemetry was loaded: ' + specifier)
    }
    return next(specifier, context)
  }`
register(`data:text/javascript,${encodeURIComponent(hook)}`)
