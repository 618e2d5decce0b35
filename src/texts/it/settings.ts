import type {
  BusinessType,
  EstimatedVolume,
  VerificationStatus,
} from '#server/core/merchant.schema.ts'
import type { InvitationDelivery, TeamRole } from '#server/features/team/team.schema.ts'
import type { settings as original } from '../en/settings.ts'
import type { Words } from '../words.ts'

const businessTypes: Record<BusinessType, string> = {
  ecommerce: 'E-commerce',
  retail: 'Negozio al dettaglio',
  services: 'Servizi',
  software: 'Software',
  nonprofit: 'Organizzazione non profit',
  other: 'Altro',
}

const volumes: Record<EstimatedVolume, string> = {
  '0-1000': '0 – 1.000 €',
  '1000-5000': '1.000 – 5.000 €',
  '5000-10000': '5.000 – 10.000 €',
  '10000-50000': '10.000 – 50.000 €',
  '50000+': 'Oltre €50.000',
}

const statuses: Record<VerificationStatus, string> = {
  pending: 'In attesa',
  verified: 'Verificato',
  suspended: 'Sospeso',
}

const roles: Record<TeamRole, string> = { owner: 'Titolare', staff: 'Collaboratore' }

export const settings: Words<typeof original> = {
  signedOut: 'Accedi per vedere le impostazioni della tua attività.',
  noMerchant: 'Prima completa la configurazione: non c’è ancora un’attività da impostare.',
  tabs: {
    label: 'Impostazioni',
    business: 'Attività',
    team: 'Team',
    payments: 'Pagamenti',
    look: 'Aspetto',
  },
  auditLog: {
    title: 'Registro attività',
    text: 'Chi ha modificato che cosa in questa attività, da dove, e com’era prima.',
    open: 'Apri il registro attività',
  },
  payments: {
    methods: 'Metodi di pagamento',
    methodsText: {
      test: () =>
        'Chi elabora i pagamenti di prova: la sandbox, oppure l’account di prova che hai collegato. Nessun addebito reale.',
      live: (names) =>
        `Ogni metodo incassa pagamenti reali quando il suo conto è collegato: collega ${names}, o inserisci il tuo IBAN.`,
    },
    standing: {
      test: 'Sandbox',
      live: 'Non collegato',
      own: 'Il tuo conto',
    },
    books: 'Prova e pagamenti reali',
    booksText: {
      test: 'Sei in prova. Pagamenti, clienti, chiavi e webhook reali sono nei pagamenti reali. I due ambienti sono separati.',
      live: 'Sei nei pagamenti reali. I pagamenti di prova sono in prova. I due ambienti sono separati.',
    },
    open: { test: 'Passa alla prova', live: 'Passa ai pagamenti reali' },
    goLive: 'Attiva i pagamenti reali',
    goLiveText:
      'Accanto alla prova si apre l’ambiente dei pagamenti reali. All’inizio è vuoto, con chiavi API e webhook propri. Il team è lo stesso.',
    demo: 'Una demo resta in prova. Per i pagamenti reali registrati con un tuo account.',
    ownersOnly: 'Solo i titolari possono attivare i pagamenti reali. Chiedi a un titolare.',
    question: 'Attivare i pagamenti reali?',
    questionText: (names) =>
      `L’ambiente reale si attiva una volta sola e non si può togliere. Per incassare collega lì ${names} o inserisci il tuo IBAN, in questa pagina. Si passa dall’uno all’altro in cima a ogni pagina.`,
    cancel: 'Annulla',
    failed: 'I pagamenti reali non sono stati attivati',
  },
  failed: 'Non salvato',
  none: '—',
  business: {
    profile: 'Profilo dell’attività',
    counting: 'Valuta e fuso orario',
    countingText: 'I totali sono in questa valuta e i giorni seguono questo fuso orario.',
    account: 'Account',
    readOnly:
      'Solo i titolari possono modificare queste impostazioni. Se qualcosa non va, chiedi a un titolare.',
    fields: {
      businessName: 'Nome dell’attività',
      businessType: 'Tipo di attività',
      businessPhone: 'Telefono',
      businessAddress: 'Indirizzo',
      businessWebsite: 'Sito web',
      businessDescription: 'Descrizione',
      vatNumber: 'Partita IVA',
      taxCode: 'Codice fiscale',
      estimatedVolume: 'Volume mensile stimato',
      currency: 'Valuta dei totali',
      timezone: 'Fuso orario',
      email: 'Email',
      verificationStatus: 'Stato',
      id: 'ID dell’attività',
      createdAt: 'Creato il',
    },
    businessTypes,
    volumes,
    statuses,
    currencies: { first: 'Le più scelte', others: 'Tutte le altre' },
    offered: {
      title: 'Valute',
      text: 'Dollari statunitensi, euro e sterline ci sono sempre. Aggiungi altre valute al modulo di pagamento e ai filtri. Le API accettano pagamenti in ogni valuta.',
      label: 'Altre valute',
      placeholder: 'Nome o codice',
      none: 'Nessun’altra valuta',
      noMatch: 'Nessuna valuta corrisponde',
      done: {
        title: 'Valute salvate',
        message: 'Il modulo di pagamento le propone da questo momento.',
      },
    },
    noVolume: 'Non indicato',
    currencyHelp: 'I totali contano i pagamenti in questa valuta.',
    timeThere: (time: string) => `Lì adesso: ${time}.`,
    noZone: 'Nessun fuso orario corrisponde',
    copyId: 'Copia l’ID dell’attività',
    addressHelp: 'Compare nelle pagine di pagamento e nelle ricevute.',
    taxIdHelp: 'Facoltativo. Compare nelle ricevute.',
    wrongVat: 'La partita IVA non è valida: servono 11 cifre corrette.',
    wrongTaxCode:
      'Il codice fiscale non è valido: servono 16 caratteri corretti, o 11 cifre per una società.',
    missingName: 'Scrivi il nome della tua attività.',
    missingPhone: 'Scrivi un numero di telefono.',
    refused: 'Correggi i campi segnalati e salva di nuovo.',
    save: 'Salva',
    saving: 'Salvataggio…',
    done: { title: 'Impostazioni salvate', message: 'Valgono da questo momento.' },
    recount: {
      title: 'Salvare e ricalcolare?',
      text: 'Giorni e totali vengono ricalcolati.',
      zone: (from: string, to: string) =>
        `Fuso orario, da ${from} a ${to}: i pagamenti passano ai giorni del nuovo fuso orario, nella dashboard, nelle analisi e in ogni data mostrata.`,
      currency: (from: string, to: string) =>
        `Valuta dei totali, da ${from} a ${to}: i totali contano solo i pagamenti in ${to}. Nessun importo viene convertito.`,
      kept: 'I pagamenti restano come sono, e puoi tornare indietro.',
      action: 'Salva e ricalcola',
      back: 'Annulla',
    },
  },
  customerMails: {
    title: 'Email ai clienti',
    text: 'Le email che i tuoi clienti ricevono sui loro pagamenti.',
    testOnly: 'In prova ricevono queste email solo i membri del tuo team.',
    servers: {
      sends: '',
      prints: 'Questo server non invia email: le scrive soltanto nel suo log.',
      none: 'Questo server non invia email.',
    },
    isOn: 'Invia le ricevute ai clienti',
    isOnHelp:
      'Per i pagamenti con un link e per i rimborsi. Il motivo e la nota di un rimborso non compaiono.',
    language: 'Lingua delle email ai clienti',
    languages: { it: 'Italiano', en: 'English' },
    on: (language: string) =>
      `I clienti ricevono le ricevute dei pagamenti con un link e dei rimborsi. Lingua: ${language}.`,
    off: 'I clienti non ricevono email.',
    save: 'Salva',
    saving: 'Salvataggio…',
    done: { title: 'Email ai clienti salvate', message: 'Vale da questo momento.' },
  },
  refundLimits: {
    title: 'Rimborsi dei collaboratori',
    text: 'I rimborsi dei collaboratori oltre un limite attendono l’approvazione di un titolare. Con un limite la attendono anche i rimborsi in altre valute, e serve un titolare per sbloccare più del limite da un pagamento autorizzato. I limiti restano nella loro valuta: per cambiarla, togli prima entrambi.',
    one: 'Per un rimborso',
    day: 'Al giorno, per persona',
    forOne: (amount: string) => `Fino a ${amount} per rimborso.`,
    forDay: (amount: string) => `Fino a ${amount} al giorno.`,
    noneForOne: 'Nessun limite per un rimborso.',
    noneForDay: 'Nessun limite al giorno.',
    unlimited: 'I collaboratori rimborsano senza limiti.',
    notAnAmount: 'Inserisci un importo come 50,00, o lascia il campo vuoto.',
    save: 'Salva',
    saving: 'Salvataggio…',
    done: { title: 'Limiti salvati', message: 'Valgono per i rimborsi da ora in poi.' },
  },
  assistants: {
    title: 'Assistenti AI',
    text: 'Un assistente AI può leggere pagamenti, clienti e importi con una delle tue chiavi API. Non può modificare nulla.',
    live: 'Con i pagamenti reali, i dati dei tuoi clienti arrivano al fornitore dell’assistente.',
    isOn: 'Consenti agli assistenti di leggere con le chiavi API',
    isOnHelp: (url: string) => `Si collegano a ${url}.`,
    on: 'Gli assistenti possono leggere con le chiavi API.',
    off: 'Gli assistenti non possono usare le chiavi API.',
    guide: 'Collega un assistente',
    done: { title: 'Impostazione salvata', message: 'Vale da questo momento.' },
  },
  disputeRights: {
    title: 'Contestazioni e collaboratori',
    text: 'Alle contestazioni rispondono i titolari. I collaboratori leggono e scrivono le risposte solo se lo consenti.',
    isOn: 'I collaboratori possono rispondere alle contestazioni',
    on: 'I collaboratori possono rispondere alle contestazioni.',
    off: 'Solo i titolari rispondono alle contestazioni.',
    save: 'Salva',
    saving: 'Salvataggio…',
    done: { title: 'Scelta salvata', message: 'Vale da ora in poi.' },
  },
  team: {
    members: 'Membri',
    membersText:
      'I titolari possono fare tutto. I collaboratori possono fare tutto tranne gestire chiavi, segreti, impostazioni e team.',
    loadFailed: 'Non è stato possibile caricare il team',
    roles,
    you: 'Tu',
    unknown: 'Persona sconosciuta',
    noEmail: 'L’accesso di questa persona non esiste più.',
    since: 'Nel team dal',
    soleOwner: 'L’unico titolare. Prima di uscire rendi titolare un altro membro.',
    failed: 'La modifica non è stata fatta',
    lastOwner: 'Un’attività ha bisogno di un titolare. Prima rendi titolare un altro membro.',
    promote: {
      open: 'Rendi titolare',
      title: (name: string) => `Rendere ${name} titolare?`,
      text: 'I titolari possono gestire tutto: chiavi, segreti, impostazioni e team, e possono anche rimuovere te.',
      action: 'Rendi titolare',
      back: 'Annulla',
      done: (name: string) => ({ title: 'Ruolo modificato', message: `${name} ora è titolare.` }),
    },
    demote: {
      open: 'Rendi collaboratore',
      title: (name: string) => `Assegnare a ${name} il ruolo di collaboratore?`,
      text: 'I collaboratori non possono gestire chiavi, segreti, impostazioni e team. Gli inviti aperti di questa persona vengono revocati.',
      action: 'Rendi collaboratore',
      back: 'Annulla',
      done: (name: string) => ({
        title: 'Ruolo modificato',
        message: `${name} ora ha il ruolo di collaboratore.`,
      }),
    },
    remove: {
      open: 'Rimuovi',
      title: (name: string) => `Rimuovere ${name} dal team?`,
      text: 'Perde subito l’accesso. I pagamenti che ha incassato restano.',
      action: 'Rimuovi',
      back: 'Annulla',
      done: (name: string) => ({ title: 'Membro rimosso', message: `${name} non ha più accesso.` }),
    },
    leave: {
      open: 'Esci dal team',
      title: (business: string) => `Uscire da ${business}?`,
      text: 'Perdi subito l’accesso. Solo un titolare può invitarti di nuovo.',
      action: 'Esci dal team',
      back: 'Annulla',
      done: (business: string) => ({ title: 'Non fai più parte del team', message: business }),
    },
    openOne: (action: string, name: string) => `${action}: ${name}`,
    invitations: 'Inviti aperti',
    noInvitations: 'Nessun invito aperto.',
    anybody: 'Chiunque abbia il link',
    expires: 'Scade il',
    mail: {
      waiting: 'L’email con il link sta partendo.',
      sent: 'L’email con il link è stata inviata.',
      failed:
        'Non è stato possibile inviare l’email con il link. Controlla l’indirizzo, revoca questo invito e invita di nuovo.',
    },
    mailFailed: 'Email non inviata',
    revoke: 'Revoca',
    revokeOne: (whom: string) => `Revoca: ${whom}`,
    revoked: { title: 'Invito revocato', message: 'Il suo link non funziona più.' },
    invite: {
      open: 'Invita una persona',
      title: 'Invita una persona',
      role: 'Ruolo',
      roleHelp: {
        staff: 'Può incassare e vedere tutto, ma non gestire chiavi, segreti, impostazioni e team.',
        owner: 'Può fare tutto quello che puoi fare tu.',
      },
      email: 'Email',
      emailHelp: 'Facoltativa. Se la indichi, solo questo indirizzo può accettare l’invito.',
      badEmail: 'Scrivi un indirizzo email completo, per esempio nome@azienda.it.',
      submit: 'Crea l’invito',
      submitting: 'Creazione…',
      cancel: 'Annulla',
      doneTitle: 'Invito pronto',
      link: 'Link dell’invito',
      delivered: {
        none: () => 'Manda tu questo link. Viene mostrato solo ora e vale una volta sola.',
        queued: (email: string) =>
          `L’email per ${email} sta partendo. Puoi anche mandare tu il link: viene mostrato solo ora e vale una volta sola.`,
        printed: (email: string) =>
          `Email non inviata: questo server non ha un server di posta, quindi il messaggio è nel suo log. Manda tu il link a ${email}: viene mostrato solo ora e vale una volta sola.`,
        limited: (email: string) =>
          `Email non inviata: di recente sono partiti troppi inviti. Manda tu il link a ${email}: viene mostrato solo ora e vale una volta sola.`,
      } satisfies Record<InvitationDelivery, (email: string) => string>,
      onlyFor: (email: string) => `Solo ${email} può accettarlo.`,
      copy: 'Copia il link',
      copied: 'Copiato',
      notCopied: 'Il browser non ha copiato il link. Selezionalo e copialo a mano.',
      done: 'Fine',
    },
  },
}
