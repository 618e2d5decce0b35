import type { Letter } from '#server/core/ports/mailer.ts'

const withSignature = (...paragraphs: string[]): string => [...paragraphs, 'Incasso'].join('\n\n')

/** Absolute URLs in each kind of mail. */
export type Links = {
  reset: { url: string }
  verification: { url: string }
  /** Sent to the owner of an account when another person signs up with its e-mail address. */
  existingAccount: { signIn: string; forgotten: string }
  passwordChanged: { forgotten: string }
}

type Mails = { [K in keyof Links]: (links: Links[K]) => Letter }

const italian: Mails = {
  reset: ({ url }) => ({
    subject: 'Scegli una nuova password',
    text: withSignature(
      'Ciao,',
      'qualcuno, speriamo tu, ha chiesto di scegliere una nuova password per il tuo account Incasso. Apri questo link:',
      url,
      'Vale per un’ora e una volta sola.',
      'Non sei stato tu? Ignora questo messaggio: la tua password resta quella di prima.',
    ),
  }),
  verification: ({ url }) => ({
    subject: 'Conferma il tuo indirizzo e-mail',
    text: withSignature(
      'Ciao,',
      'grazie per la registrazione su Incasso. Per confermare che questo indirizzo è tuo, apri questo link:',
      url,
      'Vale per un’ora.',
      'Non ti sei registrato tu? Ignora questo messaggio e non aprire il link.',
    ),
  }),
  existingAccount: ({ signIn, forgotten }) => ({
    subject: 'Hai già un account Incasso',
    text: withSignature(
      'Ciao,',
      'qualcuno ha provato a registrarsi su Incasso con questo indirizzo, che ha già un account. Non è cambiato nulla.',
      `Se sei stato tu, accedi qui:\n${signIn}`,
      `Non ricordi la password? Scegline una nuova:\n${forgotten}`,
      'Se non sei stato tu, non devi fare nulla.',
    ),
  }),
  passwordChanged: ({ forgotten }) => ({
    subject: 'La tua password è stata cambiata',
    text: withSignature(
      'Ciao,',
      'la password del tuo account Incasso è appena stata cambiata.',
      `Non sei stato tu? Scegli subito una nuova password:\n${forgotten}`,
    ),
  }),
}

const english: Mails = {
  reset: ({ url }) => ({
    subject: 'Choose a new password',
    text: withSignature(
      'Hello,',
      'someone, we hope you, asked to choose a new password for your Incasso account. Open this link:',
      url,
      'It works once, for one hour.',
      'Was it not you? Ignore this message: your password stays as it is.',
    ),
  }),
  verification: ({ url }) => ({
    subject: 'Confirm your email address',
    text: withSignature(
      'Hello,',
      'thank you for signing up to Incasso. To confirm that this address is yours, open this link:',
      url,
      'It works for one hour.',
      'Did you not sign up? Ignore this message, and do not open the link.',
    ),
  }),
  existingAccount: ({ signIn, forgotten }) => ({
    subject: 'You already have an Incasso account',
    text: withSignature(
      'Hello,',
      'someone tried to sign up to Incasso with this address, which already has an account. Nothing has changed.',
      `If it was you, sign in here:\n${signIn}`,
      `Have you forgotten your password? Choose a new one:\n${forgotten}`,
      'If it was not you, there is nothing to do.',
    ),
  }),
  passwordChanged: ({ forgotten }) => ({
    subject: 'Your password was changed',
    text: withSignature(
      'Hello,',
      'the password of your Incasso account has just been changed.',
      `Was it not you? Choose a new password now:\n${forgotten}`,
    ),
  }),
}

/** Returns a sign-in mail in Italian or English, the two languages of all mails. */
export const composeIdentityMail = <K extends keyof Links>(
  language: 'it' | 'en',
  kind: K,
  links: Links[K],
): Letter => (language === 'en' ? english : italian)[kind](links)
