/** A processor's script, by which a payer pays or proves that a payment is theirs in a page of ours. */
export type PayerScript = {
  /** Address from which browsers load it. */
  url: string
  /** Hosts that it needs, by directive of the content security policy. */
  sources: Readonly<Record<string, string[]>>
  /** Value of the Permissions-Policy header of a page in which it runs. */
  permissions: string
  /**
   * Lines of script that have the payer prove a payment. The element `said` holds what they need: `data-key`,
   * `data-secret`, `data-back` (where to go after it), `data-failed` (what to say where it cannot run), `data-language`.
   */
  proofLines: string
}
