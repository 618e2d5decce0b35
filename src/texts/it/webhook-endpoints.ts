import type {
  DisabledReason,
  EndpointStatus,
} from '#server/features/webhook-endpoints/webhook-endpoints.schema.ts'
import type { webhookEndpoints as original } from '../en/webhook-endpoints.ts'
import type { Words } from '../words.ts'

const statuses: Record<EndpointStatus, string> = { enabled: 'Attivo', disabled: 'Disattivato' }

const reasons: Record<DisabledReason, string> = {
  by_hand: 'Disattivato manualmente.',
  gone: 'Disattivato perché ha risposto 410 Gone.',
  failing: 'Disattivato dopo cinque giorni di errori.',
}

export const webhookEndpoints: Words<typeof original> = {
  title: 'Endpoint webhook',
  list: 'Endpoint webhook',
  text: 'Ogni endpoint ha eventi, versione, segreto e consegne propri. Ne sono ammessi fino a 16.',
  loadFailed: 'Non è stato possibile caricare gli endpoint webhook',
  failed: 'La modifica non è stata eseguita',
  empty: 'Nessun endpoint webhook',
  emptyHelp: 'Aggiungi l’URL di un programma che deve ricevere le notifiche dei pagamenti.',
  ofIntegration: 'Integrazione API',
  statuses,
  reasons,
  allEvents: 'Tutti gli eventi',
  events: (count: number) => (count === 1 ? '1 evento' : `${count} eventi`),
  ofKey: (name: string) => `creato con la chiave ${name}`,
  ofShop: (name: string) => `creato con la chiave ${name}, solo per i pagamenti di questo negozio`,
  unusableKey: 'Chiave non valida',
  unusableKeyHelp:
    'La chiave che ha creato questo endpoint è stata revocata o è scaduta. Gli eventi vengono ancora inviati: elimina l’endpoint se il suo programma non è più in uso.',
  secret: (last4: string) => `whsec_…${last4}`,
  deliveries: 'Consegne',
  deliveriesOf: (url: string) => `Consegne a ${url}`,
  shown: 'mostrate sotto',
  actions: (url: string) => `Azioni per ${url}`,
  configure: 'Configura',
  edit: 'Modifica',
  enable: 'Attiva',
  disable: 'Disattiva',
  test: 'Invia un evento di prova',
  rotate: 'Sostituisci il segreto',
  delete: 'Elimina',
  tested: { title: 'Evento di prova inviato', message: 'integration.test è in consegna.' },
  enabled: { title: 'Endpoint attivato', message: 'I nuovi eventi vengono di nuovo inviati.' },
  disabled: { title: 'Endpoint disattivato', message: 'Non riceve più eventi.' },
  form: {
    add: 'Aggiungi endpoint',
    addTitle: 'Aggiungi un endpoint webhook',
    editTitle: 'Modifica l’endpoint webhook',
    url: 'URL',
    version: 'Versione API',
    versionHelp: 'La versione dei contenuti inviati.',
    allEvents: 'Tutti gli eventi, compresi i nuovi tipi delle versioni future',
    eventsMissing: 'Scegli almeno un evento.',
    cancel: 'Annulla',
    create: 'Aggiungi endpoint',
    save: 'Salva',
    saving: 'Salvataggio…',
    saved: { title: 'Endpoint salvato', message: 'Le modifiche valgono per i nuovi eventi.' },
  },
  secretDialog: {
    title: 'Segreto di firma dell’endpoint',
    rotatedTitle: 'Nuovo segreto di firma dell’endpoint',
  },
  disableQuestion: {
    title: 'Disattivare questo endpoint?',
    text: 'Gli eventi in attesa non vengono inviati. È possibile inviarli di nuovo dopo la riattivazione.',
    back: 'Annulla',
  },
  deleteQuestion: {
    title: 'Eliminare questo endpoint?',
    text: 'Gli eventi in attesa non vengono inviati e le sue consegne non sono più visibili. L’operazione è definitiva.',
    back: 'Annulla',
    done: { title: 'Endpoint eliminato', message: 'Non riceve più eventi.' },
  },
}
