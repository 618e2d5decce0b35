import type { Mail } from '#server/core/mailer.ts'

type Message = Omit<Mail, 'to'>

const signed = (...paragraphs: string[]): string => [...paragraphs, 'Incasso'].join('\n\n')

export const resetMail = (url: string): Message => ({
  subject: 'Scegli una nuova password',
  text: signed(
    'Ciao,',
    'qualcuno, speriamo tu, ha chiesto di scegliere una nuova password per il tuo account Incasso. Apri questo link:',
    url,
    'Vale per un’ora e una volta sola.',
    'Non sei stato tu? Ignora questo messaggio: la tua password resta quella di prima.',
  ),
})

export const verificationMail = (url: string): Message => ({
  subject: 'Conferma il tuo indirizzo e-mail',
  text: signed(
    'Ciao,',
    'grazie per la registrazione su Incasso. Per confermare che questo indirizzo è tuo, apri questo link:',
    url,
    'Vale per un’ora.',
    'Non ti sei registrato tu? Ignora questo messaggio e non aprire il link.',
  ),
})

/** To the owner of an account, when another person signs up with its address. */
export const existingAccountMail = (links: { signIn: string; forgotten: string }): Message => ({
  subject: 'Hai già un account Incasso',
  text: signed(
    'Ciao,',
    'qualcuno ha provato a registrarsi su Incasso con questo indirizzo, che ha già un account. Non è cambiato nulla.',
    `Se sei stato tu, accedi qui:\n${links.signIn}`,
    `Non ricordi la password? Scegline una nuova:\n${links.forgotten}`,
    'Se non sei stato tu, non devi fare nulla.',
  ),
})

export const passwordChangedMail = (forgotten: string): Message => ({
  subject: 'La tua password è stata cambiata',
  text: signed(
    'Ciao,',
    'la password del tuo account Incasso è appena stata cambiata.',
    `Non sei stato tu? Scegli subito una nuova password:\n${forgotten}`,
  ),
})
