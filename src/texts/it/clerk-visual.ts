import { outside } from './guides.ts'

/** The guide in pictures. Backticks mark text to type as it is. */
export const clerkVisual = {
  title: 'Guida visuale a Clerk',
  intro: 'Come si collega Clerk a Incasso, in sei figure.',
  contents: 'Indice',
  scenes: [
    {
      id: 'roles',
      title: 'Chi fa che cosa',
      picture:
        'Schema: il browser accede presso Clerk, ne riceve un token e lo porta a Incasso, che lo verifica.',
      points: [
        'Clerk conosce le persone: password, email verificate, Google.',
        'Il browser riceve da Clerk un token firmato, che vale circa un minuto e si rinnova automaticamente.',
        'Incasso verifica il token a ogni richiesta. Pagamenti e clienti restano nel database di Incasso.',
      ],
      links: [],
    },
    {
      id: 'application',
      title: 'Crea l’applicazione',
      picture:
        'Disegno di un modulo: il nome Incasso, gli interruttori Email, Password e Google accesi, il pulsante Create application.',
      points: [
        'Scegli «Create application» e chiamala `Incasso`.',
        'Accendi l’accesso con email e password, e Google se lo vuoi.',
        'Potrai cambiare idea: la pagina di accesso segue quello che attivi in Clerk.',
      ],
      links: [outside.dashboard, outside.signInOptions, outside.connections],
    },
    {
      id: 'keys',
      title: 'Porta le chiavi nel file .env',
      picture:
        'Disegno: due chiavi passano dalla pagina API keys di Clerk al file .env, la pubblicabile con un globo e la segreta con un lucchetto.',
      points: [
        '`CLERK_PUBLISHABLE_KEY` è per il browser, `CLERK_SECRET_KEY` per il server soltanto.',
        'Vanno sempre insieme, e dalla stessa istanza.',
        '`CLERK_JWT_KEY`, facoltativa, permette di verificare i token senza rete.',
      ],
      links: [outside.apiKeys],
    },
    {
      id: 'start',
      title: 'Avvia e controlla',
      picture:
        'Disegno di un terminale: dopo npm start si leggono l’indirizzo di Incasso e la riga sign-in Clerk.',
      points: [
        'Ferma il server e riavvialo con `npm start`.',
        'La riga `sign-in` indica chi gestisce gli accessi: deve essere Clerk.',
        'Una variabile sbagliata ferma l’avvio, con il suo nome e che cosa correggere.',
      ],
      links: [],
    },
    {
      id: 'environments',
      title: 'Tre ambienti, tre coppie di chiavi',
      picture:
        'Schema: test, staging e produzione come tre corsie. Test usa chiavi pk_test; staging e produzione chiavi pk_live, ciascuna di un’applicazione sua.',
      points: [
        'Test: l’istanza di sviluppo, con chiavi `pk_test_` e credenziali Google condivise.',
        'Staging: una seconda applicazione di Clerk, con la sua istanza di produzione e un sottodominio.',
        'Produzione: l’istanza di produzione dell’applicazione, con chiavi `pk_live_` e credenziali Google tue.',
      ],
      links: [outside.instanceDocs, outside.productionDocs],
    },
    {
      id: 'dns',
      title: 'I record DNS',
      picture:
        'Schema: dal dominio example.com partono pay, che porta a Incasso, e i record CNAME clerk, accounts e clkmail, che portano a Clerk.',
      points: [
        'In produzione Clerk lavora sotto il tuo dominio: servono i record CNAME che trovi in «Domains».',
        'I nomi della figura sono esempi: copia quelli che Clerk ti mostra.',
        'La propagazione dei record DNS può richiedere fino a due giorni.',
      ],
      links: [outside.domains, outside.productionDocs],
    },
  ],
  /** Texts inside the pictures, short because of the limited space. */
  pictures: {
    clerk: 'chi sei',
    browser: 'Il browser',
    page: 'la pagina',
    signsIn: '1. accede',
    token: '2. token firmato',
    request: '3. richiesta',
    verifies: '4. verifica',
    withKey: 'con la chiave',
    lanes: [
      { name: 'Test', note: 'questo computer' },
      { name: 'Staging', note: 'sottodominio' },
      { name: 'Produzione', note: 'dominio' },
    ],
    application: (name: string) => `Applicazione ${name}`,
    dns: 'il tuo DNS',
  },
  next: {
    title: 'E adesso?',
    full: 'Segui la guida completa in sei passi',
    quick: 'Usa il setup rapido',
  },
} as const
