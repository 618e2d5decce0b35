/**
 * Packages that stay in node_modules beside the server's built files: those with parts that are
 * compiled, those that look for files beside their own, and those that few servers load.
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
  // Also so that a drill can take it for one that lets every address pass, and see that this is noticed.
  'ipaddr.js',
  'nodemailer',
  'openai',
  'pg',
  'pino',
  'stripe',
]
