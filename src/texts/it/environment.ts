import type { EnvironmentName } from '#server/features/environment/environment.schema.ts'

export type EnvironmentCard = { name: string; text: string; demands: readonly string[] }

/** Requirements of each environment, as in the server's configuration. */
const cards: Record<EnvironmentName, EnvironmentCard> = {
  development: {
    name: 'Development',
    text: 'Per provare su questo computer. È l’ambiente di chi non imposta nulla.',
    demands: [
      'Nessuna variabile obbligatoria: parte anche senza file `.env`.',
      '`SECRET_KEY` viene creata accanto al file SQLite; con PostgreSQL va impostata.',
      'Accetta le pagine di `APP_URL` e, sulla stessa porta, di `localhost` e `127.0.0.1`.',
      'Senza `SMTP_URL` le email si leggono nel log del server.',
      '`RATE_LIMITS=off` è ammesso, per le prove di carico.',
    ],
  },
  staging: {
    name: 'Staging',
    text: 'Per la prova generale, su un server raggiungibile e con dati di esempio.',
    demands: [
      '`APP_ENV=staging` e `APP_URL` con l’indirizzo pubblico: le altre origini sono rifiutate.',
      '`SECRET_KEY` obbligatoria con PostgreSQL; con SQLite viene creata automaticamente.',
      'Senza `SMTP_URL` e `MAIL_FROM` nessuna email viene inviata.',
      '`RATE_LIMITS=off` è ammesso, per le prove di carico.',
      'La demo della pagina di accesso non è disponibile.',
    ],
  },
  production: {
    name: 'Production',
    text: 'Per il lavoro di ogni giorno.',
    demands: [
      '`SECRET_KEY` sempre obbligatoria, anche con SQLite.',
      '`RATE_LIMITS=off` e `WEBHOOK_PRIVATE=all` sono rifiutati: il server non parte.',
      '`APP_ENV=production` e `APP_URL` con l’indirizzo pubblico: le altre origini sono rifiutate.',
      'Senza `SMTP_URL` e `MAIL_FROM` nessuna email viene inviata.',
      'La demo della pagina di accesso non è disponibile.',
    ],
  },
}

export const environment = {
  title: 'Gestione Ambienti',
  intro: 'In quale ambiente lavora questo server, che cosa chiede ciascuno e come prepararlo.',
  current: {
    title: 'Ambiente attuale',
    failed: 'Non è stato possibile leggere l’ambiente',
    version: (version: string) => `Incasso ${version}`,
    signIn: { embedded: 'Accesso con email e password', clerk: 'Accesso con Clerk' },
    sandbox:
      'I pagamenti di prova vanno alla sandbox o a un account di prova collegato: nessun addebito reale. Quelli reali vanno all’account che ogni attività collega.',
  },
  all: 'I tre ambienti',
  inUse: 'In uso',
  notInUse: 'Non in uso qui',
  demands: 'Che cosa chiede',
  cards,
  actions: {
    title: 'Azioni rapide',
    choose: 'Ambiente da preparare',
    download: 'Scarica il modello .env',
    downloadHint:
      'Il modello contiene tutte le variabili e nessun segreto. Completalo, rinominalo `.env` e mettilo accanto a `package.json`.',
    command: 'npm start',
    runChecks: 'Esegui tutti i controlli',
    openStatus: 'Apri lo stato',
    copyCommand: 'Copia il comando di avvio',
    commandWhat: 'npm start',
    commandHint:
      'Il comando `npm start` installa, compila, aggiorna il database e avvia il server.',
  },
  next: {
    title: 'Prossimi passi',
    steps: [
      {
        title: 'Scegli chi gestisce gli accessi',
        text: 'L’accesso incorporato funziona subito, anche senza rete; con Clerk password, verifica delle email e Google li gestisce Clerk.',
      },
      {
        title: 'Prepara il file .env',
        text: 'Scarica il modello dell’ambiente che vuoi, completalo e riavvia il server.',
      },
      {
        title: 'Prova un pagamento',
        text: 'La sandbox decide l’esito dall’importo: `12.34` riesce, `10.01` è rifiutato.',
      },
      {
        title: 'Cambia istanza di Clerk',
        text: 'Quando passi da prova a staging o a produzione: che cosa manca a questo server, e in quale ordine.',
      },
      {
        title: 'Vai in produzione',
        text: 'La guida calcolata sulla configurazione di questo server.',
      },
    ],
    setup: 'Apri la guida a Clerk',
    actions: 'Vai alle azioni rapide',
    payments: 'Apri i pagamenti',
    migration: 'Apri la guida alla migrazione',
    production: 'Apri la guida alla produzione',
  },
} as const
