import type { stuckRefunds as original } from '../en/stuck-refunds.ts'
import type { Words } from '../words.ts'

export const stuckRefunds: Words<typeof original> = {
  title: (processor) => `${processor} non accetta la tua chiave`,
  text: (amount, processor) =>
    `L’esito del rimborso di ${amount} non è noto. Collega di nuovo il tuo account ${processor} in Impostazioni, Pagamenti: il rimborso proseguirà automaticamente. Se lo annulli e ${processor} lo ha già eseguito, comparirà di nuovo qui.`,
  forOwners: 'Anche un titolare dell’attività può annullarlo.',
  settings: 'Apri Impostazioni, Pagamenti',
  cancel: 'Annulla il rimborso',
  cancelOf: (amount: string) => `Annulla il rimborso di ${amount}`,
  cancelled: (amount: string) => ({
    title: 'Rimborso annullato',
    message: `${amount} si possono rimborsare di nuovo.`,
  }),
  failed: 'Rimborso non annullato',
}
