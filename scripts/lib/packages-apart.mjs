/**
 * Packages that the server's build does not bundle and leaves in node_modules. They have compiled parts, look for
 * files next to their own, or are loaded by few servers.
 */
export const packagesApart = [
  '@clerk/fastify',
  '@fastify/static',
  '@fastify/swagger',
  '@fastify/swagger-ui',
  '@node-rs/argon2',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace-node',
  'better-sqlite3',
  // Unbundled, also so that a drill can patch it to allow every IP address, which the drill must then notice.
  'ipaddr.js',
  'nodemailer',
  'openai',
  'pg',
  'pino',
  'stripe',
]
