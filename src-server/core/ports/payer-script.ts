/**
 * A processor's script for Incasso's pages for payers, with which a payer enters a card or authenticates with the bank.
 */
export type PayerScript = {
  /** URL from which browsers load the script. */
  url: string
  /** Hosts that the script needs, by directive of the content security policy. */
  sources: Readonly<Record<string, string[]>>
  /** Value of the Permissions-Policy header of a page in which the script runs. */
  permissions: string
  /**
   * Lines of script that start the payer's authentication with the bank. The element `said` contains their data:
   * `data-key`, `data-secret`, `data-back` (the next URL), `data-failed` (the message when it cannot run),
   * `data-language`.
   */
  proofLines: string
}
