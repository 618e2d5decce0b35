/** A processor's script, with which a payer pays or proves that a payment is theirs in one of our pages. */
export type PayerScript = {
  /** URL from which browsers load it. */
  url: string
  /** Hosts that it needs, by directive of the content security policy. */
  sources: Readonly<Record<string, string[]>>
  /** Value of the Permissions-Policy header of a page in which it runs. */
  permissions: string
  /**
   * Lines of script that have the payer prove a payment. The element `said` contains their data: `data-key`,
   * `data-secret`, `data-back` (the next URL), `data-failed` (the message when it cannot run), `data-language`.
   */
  proofLines: string
}
