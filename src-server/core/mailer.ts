export type Mail = { to: string; subject: string; text: string }

/** Resolves once the mail has been handed over; rejects when it could not be. */
export type Mailer = {
  send: (mail: Mail) => Promise<void>
  /** Whether mails go to the server's own output, and so reach no mailbox. */
  isPrinting?: true
}
