import type { docs as original, ServiceStatus } from '../en/docs.ts'
import type { Words } from '../words.ts'

export type { ServiceStatus } from '../en/docs.ts'

/** Displayed texts for the specification's values. */
const statuses: Record<ServiceStatus, string> = {
  Available: 'Disponibile',
  'Coming Soon': 'In arrivo',
  Planned: 'In programma',
}

type Service = { name: string; text: string; status: ServiceStatus }
type Category = { title: string; services: readonly Service[] }

/** Services that this product offers or plans. */
const categories: readonly Category[] = [
  {
    title: 'Pagamenti',
    services: [
      {
        name: 'Carta, PayPal e bonifico',
        text: 'In prova la sandbox decide ogni esito dall’importo.',
        status: 'Available',
      },
      {
        name: 'Nuovi tentativi sicuri',
        text: 'Con una Idempotency-Key, inviare di nuovo un pagamento non lo addebita due volte.',
        status: 'Available',
      },
      {
        name: 'Rimborsi',
        text: 'Restituire un pagamento, per intero o in parte.',
        status: 'Available',
      },
      {
        name: 'Pagamenti reali',
        text: 'Carte con il tuo account Stripe, PayPal con il tuo conto PayPal, bonifici sul tuo IBAN.',
        status: 'Available',
      },
      {
        name: 'Link di pagamento',
        text: 'I clienti pagano su una pagina che invii come link, per email o con un codice QR.',
        status: 'Available',
      },
      { name: 'Abbonamenti', text: 'Pagamenti ricorrenti.', status: 'Planned' },
    ],
  },
  {
    title: 'Clienti e dati',
    services: [
      {
        name: 'Clienti',
        text: 'Chi ha pagato, quanto e quando, con la cancellazione dei dati su richiesta.',
        status: 'Available',
      },
      {
        name: 'Analisi',
        text: 'Incassi, tasso di successo e clienti che ritornano: da ogni dato ai suoi pagamenti.',
        status: 'Available',
      },
      {
        name: 'Esportazione CSV',
        text: 'Pagamenti, rimborsi o incassi per giorno, di un periodo o come filtrati.',
        status: 'Available',
      },
      {
        name: 'Analisi AI',
        text: 'Domande sui tuoi dati, con risposte a parole.',
        status: 'Available',
      },
    ],
  },
  {
    title: 'Per i programmi',
    services: [
      {
        name: 'API REST',
        text: 'Pagamenti, clienti, dati ed eventi webhook, descritti con OpenAPI 3.1, in due versioni.',
        status: 'Available',
      },
      {
        name: 'Chiavi API',
        text: 'Con permessi, scadenza e sostituzione senza interruzioni.',
        status: 'Available',
      },
      {
        name: 'Webhook',
        text: 'Firmati secondo Standard Webhooks, ritentati per giorni e inviati di nuovo su richiesta.',
        status: 'Available',
      },
      {
        name: 'SDK per TypeScript',
        text: 'Si compila da questo progetto, per Node, Deno e ambienti edge.',
        status: 'Available',
      },
      {
        name: 'Riga di comando',
        text: 'Gli eventi webhook sul tuo computer durante lo sviluppo.',
        status: 'Coming Soon',
      },
    ],
  },
  {
    title: 'Accesso e gestione',
    services: [
      {
        name: 'Accesso incorporato',
        text: 'Email e password, verifica in due passaggi, e Google se è configurato.',
        status: 'Available',
      },
      {
        name: 'Accesso con Clerk',
        text: 'Con due chiavi impostate, Clerk gestisce account e password.',
        status: 'Available',
      },
      {
        name: 'Team',
        text: 'Titolari e collaboratori, invitati con un link.',
        status: 'Available',
      },
      {
        name: 'SQLite o PostgreSQL',
        text: 'Un file su un solo computer, oppure un database condiviso da più processi.',
        status: 'Available',
      },
      {
        name: 'Accesso unico SAML',
        text: 'Per le aziende che gestiscono i propri utenti.',
        status: 'Planned',
      },
    ],
  },
]

export const docs: Words<typeof original> = {
  title: 'Documentazione',
  hero: {
    title: 'Incassa e vedi com’è andata',
    text: 'Incasso è una dashboard dei pagamenti per chi vende, con un’API per i suoi programmi. Quello che fai nella dashboard con pagamenti, clienti e dati può farlo anche un programma.',
    start: 'Leggi la guida rapida',
    reference: 'Apri il riferimento API',
  },
  steps: {
    title: 'Inizia in quattro passi',
    items: [
      { title: 'Configura il tuo account', text: 'Cinque brevi passaggi sulla tua attività.' },
      {
        title: 'Esegui un pagamento di prova',
        text: 'In Pagamenti, con la carta, 12,34 riesce e 10,01 è rifiutato. Nessun addebito reale.',
      },
      {
        title: 'Crea una chiave API',
        text: 'Si crea in Integrazione API. La chiave è visibile una volta sola.',
      },
      {
        title: 'Ricevi un avviso per ogni pagamento',
        text: 'Imposta lì un URL del webhook e inviati un evento di prova.',
      },
    ],
    links: [
      'Apri la configurazione',
      'Esegui un pagamento',
      'Crea una chiave',
      'Configura i webhook',
    ],
  },
  tabs: {
    label: 'Documentazione',
    overview: 'Panoramica',
    quickStart: 'Guida rapida',
    reference: 'Riferimento API',
    sdks: 'SDK',
  },
  services: { title: 'Servizi', statuses, categories },
  targets: {
    title: 'Obiettivi della piattaforma',
    text: 'Fin dove la piattaforma è pensata per crescere: sono obiettivi, non misure di questo server.',
    items: [
      { figure: '150+', name: 'paesi' },
      { figure: '100+', name: 'valute' },
      { figure: '500+', name: 'metodi di pagamento' },
      { figure: '99,9%', name: 'disponibilità' },
    ],
  },
  enterprise: {
    title: 'Funzioni per le aziende',
    points: [
      'I dati di ogni attività sono separati: l’ID di un’altra attività risponde 404.',
      'Titolari e collaboratori: solo i titolari gestiscono chiavi, segreti, impostazioni e team.',
      'Il registro attività dice chi ha modificato che cosa e quando, il registro richieste che cosa hanno chiamato i programmi.',
      'Chiavi API e segreti di firma si sostituiscono con un periodo di sovrapposizione, senza interruzioni.',
      'I webhook sono firmati, ritentati per giorni e, in produzione, mai inviati in una rete privata.',
      'Più processi possono condividere un database PostgreSQL: limiti e idempotenza valgono per tutti insieme.',
      'Cancellare i dati di un cliente ne elimina ovunque nome ed email, e i totali restano giusti.',
    ],
  },
  quickStart: {
    title: 'Guida rapida',
    text: 'Sostituisci `sk_test_…` con la tua chiave API. L’importo decide l’esito: 12.34 riesce.',
    baseUrl: 'URL di base',
    baseUrlWhat: 'l’URL di base',
    pay: 'Eseguire un pagamento con curl',
    list: 'Leggere gli ultimi pagamenti con curl',
    typescript: 'Eseguire un pagamento con TypeScript',
    typescriptHint: 'Funziona così com’è in Node 20 o successivo, senza pacchetti.',
    key: 'Crea una chiave in Integrazione API',
  },
  reference: {
    title: 'Riferimento API',
    text: 'Ogni chiamata con i suoi campi, errori ed esempi. Puoi provarle lì con la tua sessione o con una chiave API.',
    read: 'Leggi e prova le chiamate',
    document: 'Il documento OpenAPI 3.1',
    read2: 'Lo stesso per la versione 2',
    document2: 'Il documento OpenAPI della versione 2',
    documentHint: 'Per gli strumenti: generatori di codice, Postman, linter.',
    facts: [
      'Le risposte sono JSON; gli errori sono `application/problem+json` con un `code` e un `requestId`.',
      'Gli importi sono stringhe decimali come `"12.34"`, gli orari sono ISO 8601 in UTC.',
      'Ogni chiave può inviare 100 richieste al secondo, con picchi fino a 200.',
    ],
  },
  sdks: {
    title: 'SDK',
    text: 'Il pacchetto per TypeScript si compila con npm run sdk, come spiega la guida. Per altri linguaggi:',
    points: [
      'L’API usa solo HTTP e JSON: bastano `fetch` di Node, Deno, Bun e dei browser, oppure curl.',
      'Dal documento OpenAPI si può generare il codice client per quasi tutti i linguaggi.',
      'I webhook seguono Standard Webhooks 1.0.0, le cui librerie li verificano in molti linguaggi.',
    ],
    document: 'Apri il documento OpenAPI',
    libraries: 'Librerie di Standard Webhooks',
  },
  guides: {
    label: 'Guide',
    api: 'Chiamare l’API',
    webhooks: 'Ricevere i webhook',
    problems: 'Errori e rifiuti',
    reference: 'Riferimento API',
    docs: 'Documentazione',
  },
  copy: (what: string) => `Copia: ${what}`,
  newTab: '(si apre in una nuova scheda)',
  callToAction: {
    title: 'Tutto pronto?',
    text: 'Il primo pagamento richiede meno di un minuto.',
    button: 'Esegui un pagamento di prova',
  },
}
