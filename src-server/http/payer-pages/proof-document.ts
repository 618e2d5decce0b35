import { createHash } from 'node:crypto'
import type { TransactionRow } from '#db/tables.ts'
import type { PayerScript } from '#server/core/ports/payer-script.ts'
import type { PayerProof } from '#server/features/transactions/payer/continue-as-payer.ts'
import { escapeHtml } from '#server/shared/text/escape-html.ts'
import { directivesOf } from '../entrance/content-security-policy.ts'
import {
  backToShop,
  moneyOf,
  type PayerLanguage,
  payerPolicyWith,
  renderDocument,
} from './sandbox-document.ts'

type ProofPage = {
  payment: TransactionRow
  merchantName: string
  proof: PayerProof
  /** Path to which the payer returns after the bank's response. */
  backPath: string
}

const words = {
  en: {
    title: (merchant: string) => `Payment to ${merchant}`,
    asks: 'Your bank asks you to confirm this payment. Its window opens here.',
    failed: 'Your bank cannot be reached from this browser. Load this page again, or try another.',
  },
  it: {
    title: (merchant: string) => `Pagamento a ${merchant}`,
    asks: 'La tua banca ti chiede di confermare questo pagamento. La sua finestra si apre qui.',
    failed:
      'Questo browser non raggiunge la tua banca. Ricarica la pagina, o prova con un altro browser.',
  },
} satisfies Record<PayerLanguage, object>

/**
 * Returns the policy of payer pages, extended by the processor's script and the lines that start the authentication.
 */
export function proofPolicy({ sources, proofLines }: PayerScript): string {
  const { 'script-src': scripts = [], ...otherSources } = sources
  const hash = createHash('sha256').update(proofLines).digest('base64')
  return payerPolicyWith(
    directivesOf({ ...otherSources, 'script-src': [`'sha256-${hash}'`, ...scripts] }),
  )
}

/** Returns the page on which a payer authenticates with the bank after the merchant has entered the card. */
export function proofDocument(
  { payment, merchantName, proof, backPath }: ProofPage,
  language: PayerLanguage,
): string {
  const of = words[language]
  const title = of.title(merchantName)
  const data = {
    key: proof.publishableKey,
    secret: proof.clientSecret,
    back: backPath,
    failed: of.failed,
    language,
  }
  const attributes = Object.entries(data)
    .map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`)
    .join('')
  return renderDocument(
    language,
    title,
    `<h1>${escapeHtml(title)}</h1><p class="amount">${escapeHtml(moneyOf(payment, language))}</p>` +
      `<p role="status" id="said"${attributes}>${of.asks}</p>` +
      backToShop(payment, language) +
      `<script src="${escapeHtml(proof.script.url)}"></script><script>${proof.script.proofLines}</script>`,
  )
}
