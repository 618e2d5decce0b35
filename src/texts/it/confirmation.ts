import type { confirmation as original } from '../en/confirmation.ts'
import type { Words } from '../words.ts'

export const confirmation: Words<typeof original> = {
  title: 'Conferma la tua identità',
  text: 'Per questa operazione serve un accesso recente. Scrivi la password per continuare.',
  password: 'Password',
  showPassword: 'Mostra o nascondi la password',
  missing: 'Scrivi la tua password.',
  wrong: 'La password non è corretta.',
  submit: 'Conferma',
  cancel: 'Annulla',
  signInAgainText:
    'Per questa operazione serve un accesso recente e qui non hai una password. Accedi di nuovo, poi ripeti quello che volevi fare.',
  signInAgain: 'Accedi di nuovo',
  unreachableText:
    'Per questa operazione serve un accesso recente, ma Clerk, che gestisce gli accessi, non risponde. Controlla la connessione e riprova.',
  close: 'Chiudi',
  loading: 'Caricamento',
}
