import type { ApiVersion } from '#server/shared/api-version.ts'
import { declineTable, problemTable, reasonTable } from './problems.ts'

const calling = `
Incasso takes payments for merchants and reports their outcomes. Every figure of the dashboard comes from these calls.

## Who may call
A program sends an API key, \`Authorization: Bearer sk_test_…\`, with any of the scopes \`read\`, \`write\`, \`refund\`, \`disputes\` and \`webhooks\`, or with \`shop\` alone, which sees only the payments that it made. An owner creates it, and it is shown once. It acts in the mode in which it was made: \`sk_test_…\` in test mode, \`sk_live_…\` in live mode. The dashboard sends its session cookie instead. Some calls need a session: those on keys, integrations, the audit log, the environment, onboarding, and changes of the business profile. Each key may send 100 requests a second, in bursts of up to 200, each session 50 in bursts of 200; beyond that a call answers 429 with \`Retry-After\`. The \`RateLimit\` header contains what is left.

## Retrying
A POST that takes an \`Idempotency-Key\` is carried out once for each key, so a request that was cut off may be sent again as it was: the first response is returned, with \`Idempotent-Replayed: true\`, for 30 days. Payments that a program sends need one. 409 \`idempotency_in_progress\` means that the first request is still running, 422 \`idempotency_key_reused\` that the key was sent before with another request.
`.trim()

const versions: Record<ApiVersion, string> = {
  v1: `
## Versions
This is version 1; \`/api/openapi.json?version=v2\` describes version 2. They differ in lists and in the bodies of webhooks. A key speaks the version that its merchant had chosen when it was made, \`v1\` at first; \`Api-Version: v1\` or \`v2\` overrides that for one request. Every successful answer names its version in \`Api-Version\`.

## Lists
A list answers the bare rows, with \`X-Total-Count\` and, when there is more, \`Link: <…>; rel="next"\`. A cursor stays right while rows are added. Totals are counted up to 10,000 unless they are known anyway; \`X-Total-Count-Exact: false\` tells when there are more.
`.trim(),
  v2: `
## Versions
This is version 2; \`/api/openapi.json\` describes version 1. They differ in lists and in the bodies of webhooks. A key speaks the version that its merchant had chosen when it was made, so send \`Api-Version: v2\` with each request: then the answer is that of this document, whatever the key speaks. Every successful answer names its version in \`Api-Version\`.

## Lists
A list answers \`{data, total, totalExact, nextCursor}\`; send \`nextCursor\` as \`cursor\` for the next page, until it is null. A cursor stays right while rows are added. Totals are counted up to 10,000 unless they are known anyway; \`totalExact\` is false when there are more.
`.trim(),
}

const reading = `
## Errors
Every refusal is an \`application/problem+json\` (RFC 9457) with a \`code\`, often a \`reason\`, the \`issues\` of an invalid request, and the \`requestId\` under which it was logged. Another merchant's id returns 404. Unknown keys in a body or query are refused. A later release may add reasons and decline codes: treat one that you do not know by its \`code\`, or as a payment that failed.

<details><summary>Every code of a refusal</summary>

${problemTable}
</details>

<details><summary>Every reason of a refusal</summary>

${reasonTable}
</details>

<details><summary>Every decline code of a payment</summary>

${declineTable}
</details>

## Values
Amounts are decimal text such as \`"12.34"\`, instants ISO 8601 in UTC, ids opaque text. What has no value is \`null\`, never absent.
`.trim()

/** Returns the text at the start of the API reference of one version. */
export const introductionOf = (version: ApiVersion): string =>
  [calling, versions[version], reading].join('\n\n')
