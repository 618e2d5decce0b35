import type {
  AmountKind,
  LinkSort,
  LinkStatus,
} from '#server/features/payment-links/payment-link-enums.schema.ts'
import type { paymentLinks as original } from '../en/payment-links.ts'
import type { Words } from '../words.ts'

const statuses: Record<LinkStatus, string> = {
  active: 'Attivo',
  paused: 'In pausa',
  expired: 'Scaduto',
  closed: 'Chiuso',
}

const sorts: Record<LinkSort, string> = {
  '-createdAt': 'Prima i più recenti',
  createdAt: 'Prima i meno recenti',
  title: 'Causale dalla A alla Z',
  '-title': 'Causale dalla Z alla A',
  '-paid': 'Prima i più pagati',
  paid: 'Prima i meno pagati',
}

const amountKinds: Record<AmountKind, string> = {
  fixed: 'Importo fisso',
  chosen: 'Sceglie chi paga',
}

const amount = {
  any: 'Importo libero',
  from: (min: string) => `da ${min}`,
  upTo: (max: string) => `fino a ${max}`,
  between: (min: string, max: string) => `${min} – ${max}`,
}

const standing = {
  until: (moment: string) => `fino a ${moment}`,
  byHand: 'finché non lo riattivi',
  noMethod: 'nessun metodo di pagamento collegato',
  noMethodTitle: 'Con questo link non si può ancora pagare',
  noMethodText: (names: string) =>
    `Collega ${names}, oppure inserisci il tuo IBAN per ricevere bonifici. Il link funzionerà subito dopo.`,
  noMethodAction: 'Imposta i pagamenti',
  cardTesting: 'molte carte rifiutate',
  usedUp: (paid: string, uses: string) => `esaurito: ${paid} di ${uses} pagati`,
  paidOnce: 'esaurito: pagato',
  underWay: 'un pagamento è in corso',
  closedByHand: 'per sempre',
}

const actions = {
  copyOf: (title: string) => `Copia il link di ${title}`,
  share: 'Condividi',
  open: 'Apri',
  opensTab: 'Si apre in una nuova scheda',
  qr: 'Codice QR',
  duplicate: 'Duplica',
  pause: 'Metti in pausa',
  resume: 'Riattiva',
  edit: 'Modifica',
  more: (title: string) => `Altro su ${title}`,
  messages: { whatsapp: 'WhatsApp', email: 'Email', sms: 'SMS' },
  shareFailed: 'Link non condiviso',
  paused: (title: string) => ({
    title: 'Link in pausa',
    message: `«${title}» non accetta pagamenti finché non lo riattivi.`,
  }),
  resumed: (title: string) => ({
    title: 'Link riattivato',
    message: `«${title}» accetta di nuovo pagamenti.`,
  }),
  failed: 'Link non modificato',
  notDuplicated: 'Link non duplicato',
}

const qr = {
  title: 'Codice QR',
  text: (title: string) => `Chi lo inquadra apre la pagina di «${title}».`,
  image: (title: string) => `Codice QR che apre «${title}»`,
  png: 'Scarica il codice',
  svg: 'Per la stampa (SVG)',
  failed: 'Il codice QR non è stato caricato',
  close: 'Chiudi',
}

export const paymentLinks: Words<typeof original> = {
  statuses,
  tabNames: { active: 'Attivi', paused: 'In pausa', expired: 'Scaduti', closed: 'Chiusi' },
  sorts,
  amountKinds,
  amount,
  standing,
  actions,
  qr,
  address: 'Link',
  new: 'Nuovo link',
  columns: {
    title: 'Causale',
    amount: 'Importo',
    status: 'Stato',
    opened: 'Aperto',
    paid: 'Pagato',
    created: 'Creato',
    actions: 'Azioni',
  },
  paymentsOf: (count, title) => `Pagamenti ${count}: tutti quelli di ${title}`,
  paidOf: (count, title) => `Pagato ${count}: pagamenti di ${title}`,
  counts: {
    opened: (count) => `Aperto ${count}`,
    paid: (count) => `Pagato ${count}`,
  },
  caption: 'Link di pagamento',
  tabs: 'Link per stato',
  summary: {
    links: (shown) => `${shown} link`,
    paid: (sum) => `${sum} incassati`,
  },
  search: 'Cerca link',
  viewExample: 'Link attivi',
  searchPlaceholder: 'Cerca link…',
  filters: {
    addKind: '+ Tipo di importo',
    kind: (kind) => `Importo: ${kind}`,
    customer: (customer) => `Cliente ${customer}`,
  },
  emptyTitle: 'Ancora nessun link di pagamento',
  empty:
    'Un link di pagamento è una pagina su cui i clienti ti pagano. Creane uno, poi invialo, stampa il suo codice QR o mettilo sul tuo sito.',
  emptyAction: 'Crea un link',
  noMatch: 'Nessun link corrisponde a questi filtri.',
  loadFailed: 'I link di pagamento non sono stati caricati',
  request: 'Richiedi un pagamento',
  sendLink: 'Invia un link',
  insteadOf: (reference) => `Pagamento ${reference}`,
  ofCustomer: 'Link di pagamento',
  linksOfCustomer: 'Mostra',
  ofPayment: {
    title: 'Pagato con un link',
    chip: (title) => `Link ${title}`,
    noAnswer: 'Nessuna risposta',
  },
}
