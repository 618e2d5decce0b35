import { z } from 'zod'
import { pluginsWithScript } from '#server/services/processors/account-schemas.ts'
import { checkAmount } from '#server/shared/money/money.ts'
import { Email, line } from '#server/shared/text/text.ts'
import { paymentFields } from './transactions.schema.ts'

const names = pluginsWithScript.map(({ name }) => name)
const labels = pluginsWithScript.map(({ label }) => `${label}’s`).join(' or ')

const { returnUrl, ...fields } = paymentFields

/** Request for a new payment. */
export const NewTransaction = z
  .strictObject({
    ...fields,
    customerEmail: Email.optional().meta({
      description:
        'Without it the payment is a sale at the counter: it belongs to the reserved customer *Counter sales*, who gets no mail',
    }),
    customerName: line(200).optional().meta({ description: 'Required with an e-mail address' }),
    next: z
      .enum(['redirect', ...names])
      .optional()
      .meta({
        description: `Way in which the payer continues, when that is necessary: at the URL that \`next\` of version 2 names (\`redirect\`, the default), or in your own page with ${labels} script, for which it names a secret (${names.map((name) => `\`${name}\``).join(', ')})`,
      }),
    returnUrl,
  })
  .superRefine(checkAmount)
export type NewTransaction = z.infer<typeof NewTransaction>
