import type {
  live as originalLive,
  palette as originalPalette,
  shell as originalShell,
  unsaved as originalUnsaved,
} from '../en/shell.ts'
import type { Words } from '../words.ts'

const strip = { test: 'Prova: nessun addebito reale', live: 'Pagamenti reali' }

export const shell: Words<typeof originalShell> = {
  navigation: 'Navigazione principale',
  openNavigation: 'Apri il menu',
  closeNavigation: 'Chiudi il menu',
  greeting: (name: string) => `Ciao, ${name}`,
  person: 'Utente',
  authenticated: 'Autenticato',
  notAuthenticated: 'Non autenticato',
  developmentMode: 'Modalità di sviluppo',
  developer: 'Sviluppatore',
  userMenu: 'Menu utente',
  unreadNotices: (count: string) => `Avvisi: ${count} da leggere`,
  display: 'Aspetto',
  profile: 'Profilo',
  docs: 'Documentazione',
  signOut: 'Esci',
  signingOut: 'Uscita in corso',
  signOutFailed: { title: 'Uscita non riuscita', message: 'Controlla la connessione e riprova.' },
  scheme: 'Colori',
  schemes: { light: 'Chiari', dark: 'Scuri', auto: 'Come il sistema' },
  strip: { it: strip, en: strip },
  switchTo: { test: 'Passa alla prova', live: 'Passa ai pagamenti reali' },
  activateLive: 'Attiva i pagamenti reali',
  onboardingNeeded:
    'Il tuo account non è ancora configurato: fino ad allora le pagine restano vuote.',
  onboardingLink: 'Completa la configurazione',
  suspended: {
    title: 'Questo account è sospeso',
    text: 'Non si possono incassare pagamenti finché non è di nuovo attivo. Quello che hai incassato prima resta com’è e puoi consultare tutto. Chiedi il motivo all’assistenza.',
  },
  checkingSession: 'Caricamento del tuo account',
  merchantFailed: 'Il tuo account merchant non è stato caricato',
  titles: {
    dashboard: 'Dashboard',
    payments: 'Nuovo pagamento',
    links: 'Link di pagamento',
    transactions: 'Transazioni',
    money: 'Saldo e accrediti',
    refunds: 'Rimborsi',
    disputes: 'Contestazioni',
    customers: 'Clienti',
    analytics: 'Analisi e rapporti',
    integration: 'Integrazione API',
    onboarding: 'Configurazione dell’account',
    profile: 'Profilo',
    settings: 'Impostazioni',
    auditLog: 'Registro attività',
    notices: 'Avvisi',
  },
  pages: {
    dashboard: 'Dashboard',
    payments: 'Pagamenti',
    links: 'Link di pagamento',
    transactions: 'Transazioni',
    money: 'Saldo e accrediti',
    refunds: 'Rimborsi',
    disputes: 'Contestazioni',
    customers: 'Clienti',
    analytics: 'Analisi',
    environment: 'Ambiente',
    integration: 'Integrazione API',
  },
  development: 'Sviluppo',
  developmentPages: {
    openaiTest: 'Prova OpenAI',
    openaiConfig: 'Configurazione OpenAI',
    clerkSetup: 'Configurazione Clerk',
    clerkGuide: 'Guida a Clerk',
    environments: 'Gestione ambienti',
  },
}

export const unsaved: Words<typeof originalUnsaved> = {
  title: 'Uscire senza salvare?',
  text: 'Se esci, quello che hai modificato qui va perso.',
  stay: 'Resta',
  leave: 'Esci senza salvare',
}

export const live: Words<typeof originalLive> = {
  states: {
    connecting: 'Connessione…',
    live: 'Aggiornato in tempo reale',
    reconnecting: 'Nuova connessione…',
    offline: 'Non in linea',
  },
  offline: 'Non sei in linea. Le modifiche riprendono al ritorno della connessione.',
  newPayments: (count: number) =>
    count === 1 ? '1 nuovo pagamento – mostra' : `${count} nuovi pagamenti – mostra`,
}

export const palette: Words<typeof originalPalette> = {
  label: 'Cerca e comandi',
  open: 'Cerca',
  placeholder: 'Cerca pagamenti, clienti e pagine',
  results: 'Risultati',
  searching: 'Ricerca in corso…',
  nothing: 'Nessun risultato',
  failed: 'La ricerca non ha funzionato. Riprova tra poco.',
  count: (count: number) => (count === 1 ? '1 risultato' : `${count} risultati`),
  groups: {
    recent: 'Recenti',
    pages: 'Pagine',
    actions: 'Azioni',
    payments: 'Pagamenti',
    refunds: 'Rimborsi',
    customers: 'Clienti',
  },
  allPayments: (count: string, search: string) =>
    `Mostra tutti i ${count} pagamenti per «${search}»`,
  allRefunds: (count: string, search: string) => `Mostra tutti i ${count} rimborsi per «${search}»`,
  allCustomers: (count: string, search: string) =>
    `Mostra tutti i ${count} clienti per «${search}»`,
  actions: {
    takePayment: 'Incassa un pagamento',
    makeLink: 'Crea un link di pagamento',
    refund: 'Rimborsa un pagamento',
    addCustomer: 'Aggiungi un cliente',
    export: 'Esporta le transazioni',
    exportHint: 'CSV',
    light: 'Usa i colori chiari',
    dark: 'Usa i colori scuri',
    auto: 'Usa i colori del sistema',
    shortcuts: 'Scorciatoie da tastiera',
    signOut: 'Esci',
  },
  shortcuts: {
    title: 'Scorciatoie da tastiera',
    close: 'Chiudi',
    palette: 'Cerca e comandi',
    search: 'Cerca in questa pagina',
    help: 'Mostra questo elenco',
    goTo: (page: string) => `Vai a ${page}`,
    inTurn: 'poi',
    singleKeys: 'Scorciatoie con un solo tasto',
    singleKeysHint: 'Disattivale se disturbano la dettatura vocale.',
  },
}
