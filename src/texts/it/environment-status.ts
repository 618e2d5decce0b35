import type { CheckName, CheckStatus } from '#server/features/environment/environment.schema.ts'
import type { environmentStatus as original } from '../en/environment-status.ts'
import type { Words } from '../words.ts'

const names: Record<CheckName, string> = {
  database: 'Database',
  openai: 'OpenAI',
  clerk: 'Clerk',
  webhooks: 'Webhook',
}

type State = CheckStatus | 'notInUse'

const statuses: Record<State, string> = {
  healthy: 'Funzionante',
  warning: 'Avviso',
  error: 'Errore',
  unknown: 'Sconosciuto',
  notInUse: 'Non in uso',
}

const several: Record<State, string> = {
  healthy: 'funzionanti',
  warning: 'avvisi',
  error: 'errori',
  unknown: 'sconosciuti',
  notInUse: 'non in uso',
}

export const environmentStatus: Words<typeof original> = {
  title: 'Stato dell’ambiente',
  intro: 'I servizi da cui dipende questo server, ciascuno controllato in questo momento.',
  run: 'Esegui tutti i controlli',
  checks: 'Controlli',
  names,
  about: {
    database: 'Dove si conservano tutti i dati',
    openai: 'Il modello che analizza i tuoi dati',
    clerk: 'Il servizio che gestisce gli accessi',
    webhooks: 'Le consegne al tuo endpoint',
  } satisfies Record<CheckName, string>,
  statuses,
  missing: 'Stato non disponibile',
  toDo: 'Che cosa fare',
  failed: 'Non è stato possibile eseguire i controlli',
  notRefreshed: 'Non è stato possibile ripetere i controlli. Questi sono i risultati precedenti.',
  signedOut: 'Accedi per eseguire i controlli.',
  running: 'Controlli in corso',
  ran: (parts: string) => `Controlli completati: ${parts}.`,
  count: (count: number, status: State) =>
    `${count} ${count === 1 ? statuses[status].toLowerCase() : several[status]}`,
  details: {
    title: 'Dettagli',
    environment: 'Ambiente',
    version: 'Versione',
    lastUpdated: 'Ultimo aggiornamento',
    never: 'Non ancora',
    note: (timezone: string) => `Gli orari sono nel fuso orario ${timezone}.`,
  },
  fallback: { environment: 'development', version: '1.0.0' },
}
