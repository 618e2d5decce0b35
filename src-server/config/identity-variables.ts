import { z } from 'zod'
import { settingDocs } from './setting.ts'

const list = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  )
  .optional()

/** Variables of outgoing mail. */
export const mailVariables = {
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/.+$/, 'must be smtp://… or smtps://…')
    .optional()
    .register(settingDocs, {
      meaning:
        'Outgoing mail. With it, addresses are confirmed at sign-up. Without it, links are printed in the server log in development, and elsewhere a forgotten password cannot be replaced.',
      italian: 'Posta in uscita: smtp://utente:password@host:587 o smtps://…',
      neededBy: 'every server on which other people sign up',
      example: 'smtp://user:password@mail.example.com:587',
      secret: 'password',
    }),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*\S+@\S+[^\r\n]*$/, 'must be an address such as Incasso <pay@example.com>')
    .optional()
    .register(settingDocs, {
      meaning: 'The sender of the mails.',
      italian: 'Il mittente; va impostato insieme a SMTP_URL',
      neededBy: 'every server with `SMTP_URL`: both are set together',
      example: 'Incasso <pay@example.com>',
    }),
}

export const googleVariables = {
  GOOGLE_CLIENT_ID: z.string().optional().register(settingDocs, {
    meaning: "Sign-in with Google beside e-mail and password. From Google Cloud's console.",
    italian: "Google per l'accesso incorporato: sempre con il suo segreto",
    neededBy: 'a server that offers sign-in with Google',
    example: '1234567890-abc.apps.googleusercontent.com',
  }),
  GOOGLE_CLIENT_SECRET: z.string().optional().register(settingDocs, {
    meaning: 'The secret of the same client.',
    italian: 'Il segreto, dalla console di Google Cloud',
    neededBy: 'every server with `GOOGLE_CLIENT_ID`: both are set together',
    secret: 'yes',
  }),
  GOOGLE_ISSUER: z
    .url({ protocol: /^https?$/ })
    .default('https://accounts.google.com')
    .register(settingDocs, {
      meaning: "Another OpenID Connect provider in Google's place.",
      italian: 'Un altro fornitore OpenID Connect al posto di Google',
      neededBy: 'a server whose people sign in at another provider',
      example: 'https://id.example.com',
    }),
}

/** Variables of Clerk. With the first two set, Clerk signs people in; otherwise Incasso itself does. */
export const clerkVariables = {
  CLERK_PUBLISHABLE_KEY: z.string().optional().register(settingDocs, {
    meaning:
      'With both keys set, Clerk signs people in; otherwise Incasso itself does: see [Clerk](clerk.md).',
    italian: 'Clerk: pk_test_… per le prove, pk_live_… altrove',
    neededBy: 'a server whose people sign in at Clerk',
    example: 'pk_live_…',
  }),
  CLERK_SECRET_KEY: z.string().optional().register(settingDocs, {
    meaning: 'The secret key of the same Clerk instance.',
    italian: 'Clerk: la chiave segreta della stessa istanza',
    neededBy: 'every server with `CLERK_PUBLISHABLE_KEY`: both are set together',
    example: 'sk_live_…',
    secret: 'yes',
  }),
  CLERK_JWT_KEY: z.string().optional().register(settingDocs, {
    meaning:
      "The public key of the instance (PEM in one line, `\\n` for line breaks). It verifies Clerk's tokens without a network.",
    italian: 'Clerk: la chiave pubblica PEM in una riga, con \\n per gli a capo',
    neededBy: 'a server with Clerk that should go on while Clerk does not respond',
    example: '-----BEGIN PUBLIC KEY-----\\n…',
  }),
  CLERK_API_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://api.clerk.com')
    .register(settingDocs, {
      meaning: "Clerk's backend API.",
      italian: "Clerk: l'indirizzo della sua API",
      neededBy: 'tests with a stand-in for Clerk',
      example: 'http://127.0.0.1:4010',
    }),
  CLERK_AUTHORIZED_PARTIES: list.register(settingDocs, {
    meaning: 'Origins whose Clerk tokens count, separated by commas.',
    italian: 'Clerk: origini di cui valgono i token, separate da virgole; di norma APP_URL',
    neededBy: 'a server with Clerk whose page has more than one origin',
    example: 'https://pay.example.com,https://till.example.com',
    otherwise: 'the allowed origins: `APP_URL`, and in development localhost',
  }),
}
