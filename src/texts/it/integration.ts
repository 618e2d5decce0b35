import type { ConnectionCheck } from '#server/features/integrations/integrations.schema.ts'
import type { EventType } from '#server/services/outbox/event-type.schema.ts'
import type { integration as original } from '../en/integration.ts'
import type { Words } from '../words.ts'

const checks: Record<ConnectionCheck['name'], string> = {
  database: 'Database',
  api: 'API',
  signature: 'Segreto di firma',
  endpoint: 'Endpoint del webhook',
  clock: 'Orologio',
}

const checkStatuses: Record<ConnectionCheck['status'], string> = {
  ok: 'OK',
  failed: 'Non riuscito',
  skipped: 'Saltato',
}

export const integration: Words<typeof original> = {
  tabs: {
    label: 'Integrazione API',
    overview: 'Panoramica',
    keys: 'Chiavi API',
    events: 'Webhook',
    requests: 'Richieste',
  },
  loadFailed: 'Non è stato possibile caricare l’integrazione',
  signedOut: 'Accedi per vedere l’integrazione del tuo account.',
  missingTitle: 'Nessuna integrazione',
  missing: 'Questo account non ha un’integrazione: non c’è niente da configurare o da provare.',
  ownerOnly: 'Solo i titolari possono modificare questi dati. Chiedi a un titolare del tuo team.',
  failed: 'La modifica non è stata eseguita',
  status: {
    title: 'Stato',
    connected: 'Connessa',
    disabled: 'Disattivata',
    lastSync: 'Ultima sincronizzazione',
    lastSyncHelp: 'L’ultima prova di connessione riuscita o l’ultimo evento consegnato.',
    never: 'Mai',
    test: 'Prova la connessione',
    testing: 'Prova in corso…',
    checks: 'Risultati della prova',
    checkNames: checks,
    checkStatuses,
    took: (ms: number) => `${ms} ms`,
    passed: {
      title: 'Connessione riuscita',
      message: 'La connessione all’API funziona correttamente.',
    },
    notPassed: {
      title: 'Connessione non riuscita',
      message: 'Non è stato possibile connettersi all’API. Controlla la configurazione.',
    },
    disabledSince: 'Nessun webhook viene inviato dal',
    disabledWhy:
      'Per cinque giorni nessuna consegna all’endpoint del webhook è riuscita, oppure l’endpoint ha risposto 410 Gone. Correggilo, poi scegli «Aggiorna la configurazione» per riattivarlo. Dopo puoi inviare di nuovo gli eventi non riusciti.',
  },
  configuration: {
    title: 'Configurazione dell’API',
    baseUrl: 'URL di base',
    copyBaseUrl: 'Copia l’URL di base',
    version: 'Versione dell’API',
    versionHelp:
      'Vale per le nuove chiavi API e per i webhook. Le chiavi già create mantengono la loro versione.',
    versions: { v1: 'v1', v2: 'v2' },
    webhookUrl: 'URL del webhook',
    webhookUrlHelp: 'Gli eventi arrivano qui, firmati. Lascia il campo vuoto per non inviarne.',
    webhookUrlPlaceholder: 'https://shop.example/webhooks/incasso',
    events: 'Eventi',
    eventsHelp:
      'Scegli quali eventi inviare. Gli eventi di prova si inviano sempre. I nuovi tipi di evento restano disattivati finché non li attivi.',
    eventNames: {
      'payment.completed': 'Un pagamento è riuscito',
      'payment.failed': 'Un pagamento non è riuscito',
      'payment.pending': 'Un pagamento è in attesa dell’esito',
      'customer.created': 'È stato aggiunto un cliente',
      'integration.test': 'Si prova il collegamento',
      'payment.authorized': 'Un pagamento attende l’incasso',
      'payment.requires_action': 'Un pagamento attende il cliente',
      'refund.created': 'Un rimborso viene fatto',
      'refund.completed': 'Un rimborso riesce',
      'refund.failed': 'Un rimborso non riesce',
      'payout.paid': 'Arriva un accredito',
      'payout.failed': 'Un accredito non riesce',
      'payment_link.paid': 'Un link di pagamento viene pagato',
      'dispute.opened': 'Un pagamento viene contestato',
      'dispute.updated': 'Una contestazione cambia',
      'dispute.closed': 'Una contestazione si chiude',
    } satisfies Record<EventType, string>,
    update: 'Aggiorna la configurazione',
    updating: 'Aggiornamento…',
    updated: {
      title: 'Configurazione aggiornata',
      message: 'Le impostazioni dell’integrazione API sono state aggiornate.',
    },
    notUpdated: {
      title: 'Aggiornamento non riuscito',
      message: 'Non è stato possibile aggiornare le impostazioni dell’integrazione.',
    },
  },
  secret: {
    label: 'Segreto di firma',
    none: 'Viene creato quando salvi per la prima volta un URL del webhook.',
    masked: (last4: string) => `whsec_…${last4}`,
    rotate: 'Sostituisci il segreto',
    rotateTitle: 'Sostituire il segreto di firma?',
    rotateText:
      'Il nuovo segreto vale da subito. Per 24 ore ogni consegna è firmata con entrambi, così puoi aggiornare il tuo programma senza perdere eventi. Dopo si usa solo il nuovo.',
    rotateBack: 'Annulla',
    madeTitle: 'Il tuo segreto di firma',
    rotatedTitle: 'Il tuo nuovo segreto di firma',
    text: 'Conservalo dove il tuo programma verifica le firme. Viene mostrato una volta sola.',
    overlap: 'Le consegne sono firmate anche con il segreto precedente fino al',
    field: 'Segreto di firma',
  },
  once: {
    copy: 'Copia',
    copied: 'Copiato',
    notCopied: 'Il browser non permette di copiare qui: seleziona il testo e copialo a mano.',
    done: 'L’ho conservato',
  },
  endpoints: {
    title: 'Endpoint disponibili',
    text: '«Prova» esegue la chiamata reale con la tua sessione e mostra che cosa riceverebbe il tuo programma.',
    test: 'Prova',
    testOne: (endpoint: string) => `Prova ${endpoint}`,
    list: 'Leggi le transazioni',
    pay: 'Esegui un nuovo pagamento',
    update: 'Aggiorna lo stato di una transazione',
    payTitle: 'Eseguire un pagamento di prova?',
    payText:
      'Esegue nella sandbox un pagamento di prova di 1,00 $ da «API Test». Compare tra le tue transazioni e, se c’è un URL del webhook, come evento. Nessun addebito reale.',
    payAction: 'Esegui il pagamento',
    updateTitle: 'Eseguire la prova con un pagamento di prova?',
    updateText:
      'Crea nella sandbox un bonifico di prova in attesa di 1,00 $ da «API Test» e lo annulla. Resta tra le tue transazioni come non riuscito. Nessun addebito reale.',
    updateAction: 'Esegui la prova',
    back: 'Annulla',
    running: 'Chiamata in corso…',
    result: (endpoint: string) => `Risultato di ${endpoint}`,
    request: 'Richiesta',
    response: 'Risposta',
    copyRequest: 'Copia la richiesta',
    copyResponse: 'Copia la risposta',
    requestHelp: 'Sostituisci sk_test_… o sk_live_… con la tua chiave API.',
    emptyBody: '(vuota)',
    close: 'Chiudi il risultato',
    preparing:
      'Non è stato possibile creare il pagamento in attesa: non c’era niente da annullare.',
    unreachable: 'Il server non risponde. Controlla la connessione e riprova.',
    customer: 'API Test',
    description: 'Prova dalla pagina Integrazione API',
    reason: 'Prova dalla pagina Integrazione API',
  },
  recent: {
    title: 'Eventi webhook recenti',
    all: 'Tutti gli eventi',
  },
  notice: {
    text: 'I webhook sono disattivati: le consegne al tuo endpoint non riuscivano.',
    link: 'Scopri che cosa fare',
  },
}
