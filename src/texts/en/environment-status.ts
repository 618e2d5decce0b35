import type { CheckName, CheckStatus } from '#server/features/environment/environment.schema.ts'

const names: Record<CheckName, string> = {
  database: 'Database',
  openai: 'OpenAI',
  clerk: 'Clerk',
  webhooks: 'Webhooks',
}

const statuses: Record<CheckStatus, string> = {
  healthy: 'Healthy',
  warning: 'Warning',
  error: 'Error',
  unknown: 'Unknown',
}

export const environmentStatus = {
  title: 'Environment status',
  intro: 'How the parts that this server works with fare, each asked just now.',
  run: 'Run all checks',
  checks: 'Checks',
  names,
  about: {
    database: 'Where everything is kept',
    openai: 'The model that analyses figures',
    clerk: 'Identity provider',
    webhooks: 'What your endpoint is told',
  } satisfies Record<CheckName, string>,
  statuses,
  missing: 'Status non disponibile',
  toDo: 'What to do',
  failed: 'The checks could not be run',
  notRefreshed: 'The checks could not be run again. What follows is from before.',
  signedOut: 'Sign in to run the checks.',
  running: 'Running the checks',
  ran: (parts: string) => `The checks have run: ${parts}.`,
  count: (count: number, status: CheckStatus) => `${count} ${statuses[status].toLowerCase()}`,
  details: {
    title: 'Details',
    environment: 'Environment',
    version: 'Version',
    lastUpdated: 'Last updated',
    never: 'Not yet',
    note: (timezone: string) => `Times are those of ${timezone}.`,
  },
  fallback: { environment: 'development', version: '1.0.0' },
} as const
