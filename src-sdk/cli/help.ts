const general = `incasso: payments in development

  incasso login                       store an API key
  incasso payments list               list payments
  incasso trigger TYPE                cause a webhook event
  incasso listen --forward-to URL     receive webhooks on this machine
  incasso rehearse --target URL       try an endpoint with twenty hostile scenarios

Every command takes --url URL (the Incasso server), --json and --help. The key comes from INCASSO_API_KEY, or from
"incasso login"; the server also from INCASSO_URL.

Exit codes: 0 done, 1 a scenario or a payment failed, 2 wrong arguments, 3 the server refused or did not respond.`

const commands: Record<string, string> = {
  login: `incasso login [--url URL]

Reads an API key from the terminal or from standard input, tries it, and stores it in a file that only you can read.`,
  payments: `incasso payments list [--status success|pending|failed] [--limit N] [--json]

Lists payments, newest first; 20 by default. --json prints one JSON object a line.`,
  trigger: `incasso trigger TYPE [--amount 12.34] [--reference TEXT] [--test-event] [--json]

Causes a webhook event, such as payment.completed: by a real test payment where that is possible, else by an event with
invented data. --test-event always sends invented data. --reference becomes the payment's metadata "reference".`,
  listen: `incasso listen [--forward-to URL] [--secret whsec_…] [--events TYPE,TYPE] [--json]

Receives webhook events without a public URL and sends each to URL, signed with the secret that it prints first, or with
yours. It needs a key with the scope read or webhooks. It survives restarts of the server.`,
  rehearse: `incasso rehearse --target URL --secret whsec_… [--state-url URL] [--story NAME]… [--json] [--junit-file FILE]

Takes test payments and delivers their events to your endpoint twice, late, reversed, forged. Each of twenty scenarios
passes, fails, or cannot be decided. --state-url answers an order's state; see docs/rehearse.md. It needs a test key with
the scopes read, write and refund.`,
}

/** Returns the help of a command; that of the program for any other text. */
export const helpOf = (command: string | undefined): string => commands[command ?? ''] ?? general
