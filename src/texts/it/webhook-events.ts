import type { EventStatus } from '#server/features/webhooks/event-status.schema.ts'
import type { webhookEvents as original } from '../en/webhook-events.ts'
import type { Words } from '../words.ts'

const statuses: Record<EventStatus, string> = {
  success: 'Consegnato',
  retry: 'Nuovo tentativo',
  failed: 'Non consegnato',
}

const events = (count: number) => (count === 1 ? '1 evento' : `${count} eventi`)

export const webhookEvents: Words<typeof original> = {
  title: 'Eventi webhook',
  list: 'Eventi webhook',
  help: 'Gli eventi restano per 30 giorni. Una consegna senza risposta 2xx viene tentata fino a dieci volte in circa tre giorni.',
  loadFailed: 'Non è stato possibile caricare gli eventi webhook',
  empty: 'Nessun evento webhook',
  emptyHelp:
    'Gli eventi compaiono con il prossimo pagamento o cliente. Puoi anche inviarne uno di prova.',
  noUrl: 'Imposta un URL del webhook: Incasso avviserà il tuo programma di ogni pagamento.',
  setUrl: 'Imposta un URL del webhook',
  noMatch: 'Nessun evento corrisponde a questi filtri.',
  clearFilters: 'Togli i filtri',
  filters: 'Filtri',
  status: 'Stato',
  type: 'Tipo',
  allStatuses: 'Tutti gli stati',
  allTypes: 'Tutti i tipi',
  statuses,
  test: 'Prova',
  nextAttempt: 'Prossimo tentativo',
  noNextAttempt: 'Nessuno',
  failed: 'Invio non riuscito',
  sendTest: {
    open: 'Invia un evento di prova',
    sent: (type: string) => ({
      title: 'Evento di prova inviato',
      message: `${type} è in consegna.`,
    }),
  },
  replay: {
    open: 'Invia di nuovo i non consegnati',
    title: 'Inviare di nuovo gli eventi non consegnati?',
    loading: 'Ricerca degli eventi non consegnati',
    none: (type: string | undefined) =>
      type ? `Nessun evento ${type} non consegnato.` : 'Nessun evento non consegnato.',
    text: (count: number) =>
      count === 1
        ? '1 evento sarà inviato di nuovo con lo stesso ID e lo stesso contenuto, con nuovi tentativi.'
        : `${count} eventi saranno inviati di nuovo con gli stessi ID e gli stessi contenuti, con nuovi tentativi.`,
    preview: 'Eventi da inviare',
    more: (count: number) => (count === 1 ? 'e un altro evento' : `e altri ${count} eventi`),
    action: (count: number) => `Invia di nuovo ${events(count)}`,
    back: 'Annulla',
    close: 'Chiudi',
    done: (count: number) => ({
      title: count === 1 ? 'Inviato di nuovo' : 'Inviati di nuovo',
      message: `${events(count)} in consegna.`,
    }),
  },
  detail: {
    close: 'Chiudi l’evento',
    loadFailed: 'Non è stato possibile caricare l’evento',
    notFoundTitle: 'Evento non trovato',
    notFound: 'Non esiste, oppure ha più dei 30 giorni per cui gli eventi vengono conservati.',
    about: { payment: 'Pagamento', customer: 'Cliente' },
    id: 'ID',
    copyId: 'Copia l’ID dell’evento',
    created: 'Creato il',
    facts: 'Dati dell’evento',
    attempts: 'Tentativi',
    noAttempts: 'Non è ancora stato inviato.',
    attempt: (number: number) => `Tentativo ${number}`,
    noAnswer: 'Nessuna risposta',
    took: (ms: number) => `${ms} ms`,
    answer: 'Risposta',
    emptyAnswer: '(vuota)',
    payload: 'Contenuto',
    copyPayload: 'Copia il contenuto',
    sendAgain: 'Invia di nuovo',
    sentAgain: { title: 'Inviato di nuovo', message: 'L’evento è in consegna.' },
    noUrl: 'Non c’è un URL del webhook a cui inviarlo.',
    disabled: 'L’endpoint è disattivato: salva di nuovo l’URL del webhook per riattivarlo.',
  },
  verify: {
    title: 'Verificare una firma',
    text: 'Ogni consegna porta webhook-id, webhook-timestamp e webhook-signature (Standard Webhooks). Verifica il corpo così come arriva, prima di leggerlo, e rifiuta gli orari distanti più di cinque minuti.',
    languages: 'Linguaggio',
    code: (language: string) => `Come verificare con ${language}`,
    copy: (language: string) => `Copia il codice per ${language}`,
  },
}
