import { outside } from './guides.ts'

/** Texts that all generated guides share. The exports below add those of the two guides about Clerk. */
export const aiGuides = {
  failed: 'Errore',
  openaiFailed: 'Errore OpenAI',
  invalid: 'Risposta non valida',
  unknown: 'Errore sconosciuto',
  missing: 'Guida non disponibile',
  making: 'Sto preparando la guida…',
  ready: 'La guida è pronta.',
  text: 'Testo della guida',
} as const

export const clerkProduction = {
  title: 'Clerk in produzione',
  intro: 'Che cosa serve per passare dalle chiavi di prova a quelle di produzione.',
  checklist: {
    title: 'Prima di iniziare',
    points: [
      'Un dominio tuo, con accesso ai suoi record DNS.',
      'Un’istanza di produzione in Clerk: le chiavi di prova non valgono fuori dallo sviluppo.',
      'Credenziali Google tue: quelle condivise di Clerk servono solo per le prove.',
      'Un indirizzo https, scritto in `APP_URL`.',
    ],
  },
  guide: {
    title: 'La guida per questo server',
    text: 'È generata dalla configurazione attuale: con una chiave OpenAI dal modello, altrimenti da Incasso.',
    run: 'Genera guida',
    again: 'Genera di nuovo',
  },
  environments: {
    title: 'Prova, staging, produzione',
    points: [
      '`development`: istanza di prova, chiavi `pk_test_` e `sk_test_`.',
      '`staging`: un’istanza a parte con un suo dominio, chiavi `pk_live_` proprie.',
      '`production`: istanza di produzione, chiavi `pk_live_` e `sk_live_`.',
    ],
  },
  links: [outside.productionDocs, outside.domains, outside.apiKeys, outside.googleDocs],
} as const

export const clerkMigration = {
  title: 'Migrazione di Clerk',
  intro: 'Lo stato della configurazione attuale e i passi verso la produzione.',
  checklist: {
    title: 'Che cosa cambia tra le istanze',
    points: [
      'Gli utenti di un’istanza non passano automaticamente in un’altra.',
      'Ogni istanza ha le sue chiavi: mai mescolare `test` e `live`.',
      'Le sessioni aperte finiscono quando cambia l’istanza.',
    ],
  },
  status: {
    title: 'Stato e piano',
    text: 'Letto dal server quando lo chiedi; i segreti restano nascosti.',
    run: 'Genera piano',
    again: 'Genera di nuovo',
    environment: 'Ambiente attuale',
    publicKey: 'Chiave pubblica',
    secretKey: 'Chiave segreta',
    notSet: 'non impostata',
    issues: 'Problemi',
    noIssues: 'Nessun problema trovato.',
    recommendations: 'Raccomandazioni',
    plan: 'Piano',
    steps: 'Passi',
  },
  links: [outside.instanceDocs, outside.productionDocs, outside.dashboard],
} as const
