import type { BusinessType, EstimatedVolume } from '#server/core/merchant.schema.ts'
import type { Currency } from '#server/shared/money.ts'

const businessTypes: Record<BusinessType, string> = {
  ecommerce: 'E-commerce',
  retail: 'Negozio al dettaglio',
  services: 'Servizi',
  software: 'Software',
  nonprofit: 'Organizzazione non profit',
  other: 'Altro',
}

const volumes: Record<EstimatedVolume, string> = {
  '0-1000': '€0 – €1.000',
  '1000-5000': '€1.000 – €5.000',
  '5000-10000': '€5.000 – €10.000',
  '10000-50000': '€10.000 – €50.000',
  '50000+': 'Oltre €50.000',
}

const currencies: Record<Currency, string> = {
  USD: 'Dollaro statunitense (USD)',
  EUR: 'Euro (EUR)',
  GBP: 'Sterlina britannica (GBP)',
}

export const onboarding = {
  progress: (step: number) => `Passo ${step} di 5`,
  steps: [
    'Benvenuto',
    'Informazioni Business',
    'Dettagli Aggiuntivi',
    'Verifica e Conferma',
    'Completato',
  ],
  back: 'Indietro',
  next: 'Continua',
  submit: 'Completa Configurazione',
  submitting: 'Completamento...',
  optional: 'facoltativo',
  use: (text: string) => `Usa ${text}`,
  welcome: {
    title: (firstName: string) => (firstName ? `Benvenuto, ${firstName}!` : 'Benvenuto!'),
    text: 'Configuriamo insieme il tuo account merchant: bastano due minuti.',
    benefits: [
      { title: 'Incassa subito', text: 'Carta, PayPal e bonifico da un solo posto.' },
      { title: 'Tutto sotto controllo', text: 'Ogni pagamento, con il suo stato, in tempo reale.' },
      { title: 'I tuoi dati al sicuro', text: 'I dati delle carte non lasciano mai il browser.' },
    ],
  },
  business: {
    title: 'Informazioni Business',
    text: 'I dati della tua attività. I campi con l’asterisco sono obbligatori.',
    businessName: 'Nome Attività',
    businessNamePlaceholder: 'Panificio Rossi',
    businessType: 'Tipo di Attività',
    businessTypePlaceholder: 'Scegli un tipo',
    businessTypes,
    businessPhone: 'Telefono',
    businessPhonePlaceholder: '+39 06 1234567',
    businessAddress: 'Indirizzo',
    businessAddressPlaceholder: 'Via Roma 1, 00184 Roma',
    incomplete: 'Compila nome, tipo e telefono per continuare.',
  },
  details: {
    title: 'Dettagli Aggiuntivi',
    text: 'Tutto facoltativo: puoi continuare anche senza.',
    businessWebsite: 'Sito web',
    businessWebsitePlaceholder: 'https://www.esempio.it',
    businessDescription: 'Descrizione',
    businessDescriptionPlaceholder: 'Che cosa vendi, e a chi?',
    estimatedVolume: 'Volume mensile stimato',
    estimatedVolumePlaceholder: 'Scegli una fascia',
    volumes,
    currency: 'Valuta',
    currencyHelp: 'Per i totali e per i nuovi pagamenti. Puoi cambiarla nelle impostazioni.',
    currencies,
  },
  review: {
    title: 'Verifica e Conferma',
    text: 'Controlla i dati prima di completare.',
    email: 'Email',
    empty: '—',
    terms: { before: 'Accetto i ', link: 'termini e condizioni' },
    privacy: { before: 'Accetto la ', link: 'privacy policy' },
    newTab: '(si apre in una nuova scheda)',
    mustAccept: 'Devi accettare i termini e condizioni e la privacy policy',
    ownerOnly: 'Solo il titolare dell’attività può completare la configurazione.',
    issues: 'Correggi questi dati e riprova:',
    issue: (field: string, words: string) => `Il campo «${field}» ${words}.`,
  },
  done: {
    pendingTitle: 'Completamento...',
    pendingText: 'Stiamo configurando il tuo account merchant.',
    title: 'Configurazione completata',
    text: 'Il tuo account è pronto. Tra poco si apre la dashboard.',
    payments: 'Elabora un pagamento',
    integration: 'Configura le API',
    dashboard: 'Vai alla dashboard',
  },
  success: {
    title: 'Onboarding Completato',
    message: 'Il tuo account merchant è stato configurato con successo.',
  },
  failure: {
    title: 'Errore',
    message: 'Si è verificato un errore durante la configurazione.',
  },
  loading: 'Caricamento del tuo account',
  signInFirst: 'Accedi per configurare il tuo account merchant.',
  lookupFailed: 'Non è stato possibile caricare il tuo account',
  fields: {
    businessName: 'Nome Attività',
    businessType: 'Tipo di Attività',
    businessPhone: 'Telefono',
    businessAddress: 'Indirizzo',
    businessWebsite: 'Sito web',
    businessDescription: 'Descrizione',
    estimatedVolume: 'Volume mensile stimato',
    currency: 'Valuta',
  },
} as const
