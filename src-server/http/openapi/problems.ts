import { paymentMethodNames } from '#server/shared/money/payment-method.ts'
import { type DeclineCode, declineCodes } from '#server/shared/reasons/decline-codes.ts'
import { type ErrorCode, httpStatusOf } from '#server/shared/reasons/errors.ts'
import { type Reason, reasons } from '#server/shared/reasons/reasons.ts'
import { refusals } from './refusals.ts'

/** The catalogue of refusals and declines, for the reference and docs/problems.md. */

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n')
    .concat('\n')

const codes = Object.keys(httpStatusOf) as ErrorCode[]

export const problemTable = table(
  ['status', '`code`', 'what it means', 'what to do'],
  codes
    .toSorted((a, b) => httpStatusOf[a] - httpStatusOf[b])
    .map((code) => [
      String(httpStatusOf[code]),
      `\`${code}\``,
      refusals[code].meaning,
      refusals[code].advice,
    ]),
)

export const reasonTable = table(
  ['`reason`', 'with the code', 'what it means', 'what to do'],
  (Object.keys(reasons) as Reason[]).map((reason) => {
    const { codes: codesOfReason, meaning, advice } = reasons[reason]
    return [
      `\`${reason}\``,
      codesOfReason.map((code) => `\`${code}\``).join(', '),
      `${meaning}.`,
      `${advice}.`,
    ]
  }),
)

export const declineTable = table(
  ['`failureReason`', 'paid by', 'what it means', 'what to do'],
  (Object.keys(declineCodes) as DeclineCode[]).map((code) => {
    const { methods, meaning, advice } = declineCodes[code]
    return [
      `\`${code}\``,
      methods.map((method) => paymentMethodNames[method]).join(', '),
      `${meaning}.`,
      `${advice}.`,
    ]
  }),
)

/** The content of docs/problems.md, which `npm run openapi` writes. */
export const problemsPage = `# Problems and declines

Every refusal of the API, with what to do about it. This page is written from the code by
\`npm run openapi\`; [api.md](api.md) explains how to read a refusal.

A later release may add reasons and decline codes, and removes none: treat a reason that you do not
know by its \`code\`, and a decline code that you do not know as a payment that failed.

## Codes

Every refusal has a \`code\`, and each code one HTTP status.

${problemTable}
## Reasons

Where a code is not enough to know what to do, \`reason\` gives the cause.

${reasonTable}
## Decline codes

A failed payment is not an error response: the call returns 201, and \`status\` is \`failed\`. \`failureReason\` is one of
these codes, or the words of the person who cancelled the payment by hand (up to 200 characters).

${declineTable}`
