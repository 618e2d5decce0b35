import type { CheckName, CheckStatus } from '#server/features/environment/environment.schema.ts'

const names: Record<CheckName, string> = {
  database: 'Database',
  openai: 'OpenAI',
  clerk: 'Clerk',
  webhooks: 'Webhooks',
}

type State = CheckStatus | 'notInUse'

const statuses: Record<State, string> = {
  healthy: 'Healthy',
  warning: 'Warning',
  error: 'Error',
  unknown: 'Unknown',
  notInUse: 'Not in use',
}

export const environmentStatus = {
  title: 'Environment status',
  intro: 'The services that this server depends on, each checked just now.',
  run: 'Run all checks',
  checks: 'Checks',
  names,
  about: {
    database: 'Where everything is kept',
    openai: 'The model that analyses figures',
    clerk: 'Identity provider',
    webhooks: 'Deliveries to your endpoint',
  } satisfies Record<CheckName, string>,
  statuses,
  missing: 'Status not available',
  toDo: 'What to do',
  failed: 'The checks could not be run',
  notRefreshed: 'The checks could not be run again. These are the previous results.',
  signedOut: 'Sign in to run the checks.',
  running: 'Running the checks',
  ran: (parts: string) => `Checks complete: ${parts}.`,
  count: (count: number, status: State) => `${count} ${statuses[status].toLowerCase()}`,
  details: {
    title: 'Details',
    environment: 'Environment',
    version: 'Version',
    lastUpdated: 'Last updated',
    never: 'Not yet',
    note: (timezone: string) => `Times are shown in ${timezone}.`,
  },
  fallback: { environment: 'development', version: '1.0.0' },
} as const
