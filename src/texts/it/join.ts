import type { TeamRole } from '#server/features/team/team.schema.ts'

const roles: Record<TeamRole, string> = {
  owner: 'Titolare: puoi fare tutto, anche gestire chiavi, impostazioni e team.',
  staff: 'Collaboratore: incassi e vedi tutto, senza chiavi, impostazioni e team.',
  accountant: 'Commercialista: vedi ed esporti tutto, e chiudi i mesi.',
}

export const join = {
  title: 'Il tuo invito',
  subtitle: 'Lavora con il tuo team su Incasso',
  loading: 'Caricamento dell’invito',
  invites: 'Ti invita',
  role: 'Il tuo ruolo',
  roles,
  until: (time: string) => `Valido fino al ${time}.`,
  signedInAs: (email: string) => `Hai effettuato l’accesso come ${email}.`,
  signedIn: 'Hai effettuato l’accesso.',
  accept: 'Accetta l’invito',
  accepting: 'Un momento…',
  decline: 'Non ora',
  signIn: 'Accedi per accettare',
  signUp: 'Registrati per accettare',
  verifyFirst:
    'Se ti registri ora, dopo aver confermato l’email apri di nuovo il link dell’invito.',
  done: (business: string) => ({ title: 'Invito accettato', message: `Benvenuto in ${business}.` }),
  none: {
    title: 'Nessun invito',
    text: 'Apri il link che hai ricevuto: senza il link non è possibile mostrare l’invito.',
  },
  ended: {
    title: 'Questo invito non vale più',
    text: 'È scaduto, è già stato usato o è stato revocato. Chiedi un nuovo link a chi ti ha invitato.',
  },
  alreadyMember: {
    title: 'Fai già parte di un’attività',
    text: 'Con un account si lavora per una sola attività. Lascia prima la tua, oppure usa un altro account.',
  },
  otherEmail: {
    title: 'L’invito è per un altro indirizzo email',
    text: 'Accedi con l’indirizzo a cui è stato inviato, oppure chiedi un nuovo link.',
  },
  emailUnknown: {
    title: 'Il tuo indirizzo email non è noto',
    text: 'Il servizio che gestisce gli accessi non risponde. Riprova tra poco.',
  },
  failed: {
    title: 'Non è stato possibile caricare l’invito',
    text: 'Controlla la connessione e riprova.',
  },
  notAccepted: {
    title: 'L’invito non è stato accettato',
    text: 'Controlla la connessione e riprova.',
  },
  retry: 'Riprova',
  home: 'Vai a Incasso',
  otherAccount: 'Usa un altro account',
  signOutFailed: 'L’uscita non è riuscita. Controlla la connessione e riprova.',
} as const
