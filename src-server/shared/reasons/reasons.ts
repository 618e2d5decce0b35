import { disputeReasonEntries } from './dispute-reason-entries.ts'
import type { ErrorCode } from './errors.ts'
import { modelReasons } from './model-reasons.ts'
import { monthReasonEntries } from './month-reason-entries.ts'
import { paymentReasons } from './payment-reasons.ts'
import type { ReasonEntry } from './reason-entry.ts'
import { roleReasonEntries } from './role-reason-entries.ts'

/**
 * Reasons that describe a refusal more closely than its code. Code that refuses a call can only use one of these, with
 * one of its codes. docs/problems.md and the reference are generated from this list. A published reason is never
 * removed.
 */
export const reasons = {
  address_unreadable: {
    codes: ['invalid'],
    meaning: 'The URL is ambiguous: programs may read it in different ways',
    advice: 'Send no `#`, backslash or dot segment, and only whole escapes in the path',
  },
  already_invited: {
    codes: ['conflict'],
    meaning: 'This e-mail address already has an open invitation',
    advice: 'Send its link again, or revoke it first',
  },
  already_in_team: {
    codes: ['conflict'],
    meaning: 'The e-mail address belongs to a member of the team',
    advice: 'Change the role of the member instead',
  },
  already_live: {
    codes: ['conflict'],
    meaning: 'The business has live mode already',
    advice: 'Switch to it at the top of the page',
  },
  already_member: {
    codes: ['conflict'],
    meaning: 'The person already belongs to a business',
    advice: 'Use another account for the invitation, or leave the other business first',
  },
  already_rotated: {
    codes: ['conflict'],
    meaning: 'Another key already replaces this one',
    advice: 'Rotate the key that replaces it, or revoke that one first',
  },
  analysis_limit: {
    codes: ['limit'],
    meaning: 'Too many questions were sent to the model',
    advice: 'Wait as long as `Retry-After` says',
  },
  assistants_off: {
    codes: ['forbidden'],
    meaning: 'Assistants may not use keys of this mode',
    advice: 'Ask an owner to allow it in Settings, Business, or use a key of test mode',
  },
  authorization_malformed: {
    codes: ['unauthenticated'],
    meaning: 'The `Authorization` header cannot be read',
    advice: 'Send `Authorization: Bearer` and the key, with one space between them',
  },
  batch_too_large: {
    codes: ['invalid'],
    meaning: 'One request to `/trpc` or `/mcp` has more than ten calls',
    advice: 'Send the rest in another request',
  },
  book_changed: {
    codes: ['conflict'],
    meaning: 'The page shows test mode while live mode is open, or the reverse',
    advice: 'Load the page again',
  },
  confirmation_needed: {
    codes: ['forbidden'],
    meaning: 'The person signed in too long ago for a change that cannot be undone',
    advice: 'Ask the person for their password again, then repeat the call. A key never needs it',
  },
  customer_erased: {
    codes: ['conflict'],
    meaning: 'The customer was erased',
    advice: 'Leave the customer as it is. A payment with the same e-mail address creates a new one',
  },
  customer_reserved: {
    codes: ['conflict'],
    meaning: 'This is the reserved customer of sales at the counter',
    advice: 'Do not change it; use another e-mail address for a person',
  },
  demo_stays_test: {
    codes: ['forbidden'],
    meaning: 'A demo has only sample payments and cannot take real ones',
    advice: 'Sign up with an account of your own',
  },
  email_taken: {
    codes: ['conflict'],
    meaning: 'There is already a customer with this e-mail address',
    advice: 'Find that customer with `search`, and change it instead',
  },
  email_unknown: {
    codes: ['unavailable'],
    meaning: 'The identity provider did not return the person’s e-mail address',
    advice: 'Wait as long as `Retry-After` says and try again',
  },
  endpoint_disabled: {
    codes: ['conflict'],
    meaning: 'The webhook endpoint was switched off',
    advice: 'Fix the endpoint, then save its URL again',
  },
  endpoint_of_integration: {
    codes: ['conflict'],
    meaning: 'The endpoint belongs to the integration',
    advice: 'Change it on the page API Integration, or with `PUT /api/integrations/{id}`',
  },
  foreign_origin: {
    codes: ['forbidden'],
    meaning: 'A browser sent the request from another site',
    advice: "Call from a server with a key. Operators: set `APP_URL` to the page's origin",
  },
  foreign_host: {
    codes: ['forbidden'],
    meaning: 'The request names a host that is not this server’s',
    advice: 'Use the URL of the dashboard. Operators: set `APP_URL`, and let the proxy keep `Host`',
  },
  headers_too_long: {
    codes: ['invalid'],
    meaning: 'The URL has more than 8 kB, or there are more than 100 headers',
    advice: 'Shorten the URL, or send fewer headers',
  },
  idempotency_in_progress: {
    codes: ['conflict'],
    meaning: 'The first request with this `Idempotency-Key` is still running',
    advice: 'Wait as long as `Retry-After` says and send the same request again',
  },
  idempotency_key_invalid: {
    codes: ['invalid'],
    meaning: 'The `Idempotency-Key` is not 1 to 255 visible ASCII characters, or is a card number',
    advice: 'Choose another key, such as the number of the order',
  },
  idempotency_key_required: {
    codes: ['invalid'],
    meaning: 'A program sent a payment without an `Idempotency-Key`',
    advice: 'Send one, and the same one whenever you send this payment again',
  },
  idempotency_key_reused: {
    codes: ['unprocessable'],
    meaning: 'This `Idempotency-Key` was sent before with another request',
    advice: 'Use a new key for a new payment; send the first request unchanged to repeat it',
  },
  identity_provider_unreachable: {
    codes: ['unavailable'],
    meaning: 'The identity provider does not respond',
    advice: 'Wait as long as `Retry-After` says and try again',
  },
  kept_by_provider: {
    codes: ['not_found'],
    meaning: "The identity provider keeps this person's sign-in",
    advice: 'Change it in the profile of the identity provider',
  },
  key_expired: {
    codes: ['unauthenticated'],
    meaning: 'The API key has expired',
    advice: 'Ask the owner of the business for a new key',
  },
  key_in_url: {
    codes: ['invalid'],
    meaning: 'The URL contains an API key, and logs keep URLs',
    advice: 'Revoke that key, and send the new one in the `Authorization` header',
  },
  key_needed: {
    codes: ['unauthenticated', 'forbidden'],
    meaning: 'Only API keys may make this call',
    advice: 'Send `Authorization: Bearer` and a key with the scope `read`',
  },
  key_not_admitted: {
    codes: ['forbidden'],
    meaning: 'API keys may not make this call',
    advice: 'Let a person make it in the dashboard, or with their session',
  },
  key_revoked: {
    codes: ['unauthenticated'],
    meaning: 'The API key was revoked',
    advice: 'Use the key that replaces it',
  },
  key_unknown: {
    codes: ['unauthenticated'],
    meaning: 'There is no such API key',
    advice: 'Check that the whole key is sent, and to the server that made it',
  },
  method_unknown: {
    codes: ['invalid'],
    meaning: 'No call has this HTTP method',
    advice: 'Use GET, POST, PUT, PATCH or DELETE, as the reference says',
  },
  no_demo: {
    codes: ['forbidden'],
    meaning: 'Demos exist on development servers only',
    advice: 'Sign up instead',
  },
  no_endpoint: {
    codes: ['conflict'],
    meaning: 'There is no webhook URL, or it is disabled',
    advice: 'Save a URL on the page API Integration',
  },
  no_merchant: {
    codes: ['forbidden', 'not_found'],
    meaning: 'The person does not act for a merchant',
    advice: 'Complete the onboarding, or accept an invitation',
  },
  no_password: {
    codes: ['invalid'],
    meaning: 'The person signs in without a password',
    advice: 'Sign out and in again',
  },
  not_a_demo: {
    codes: ['forbidden'],
    meaning: 'Only a demo can be removed',
    advice: 'Keep the merchant: a real one cannot be removed',
  },
  ...modelReasons,
  other_email: {
    codes: ['forbidden'],
    meaning: 'The invitation is for another e-mail address',
    advice: 'Sign in with the address that was invited',
  },
  overloaded: {
    codes: ['unavailable'],
    meaning: 'The server is too busy right now; nothing was changed',
    advice: 'Wait as long as `Retry-After` says and send the same request again',
  },
  password_wrong: {
    codes: ['invalid'],
    meaning: 'The password is wrong',
    advice: 'Type it again, or sign out and reset it by e-mail',
  },
  scope_missing: {
    codes: ['forbidden'],
    meaning: 'The API key lacks the scope of this call',
    advice:
      'Use a key with the scope that the reference names: `read`, `write`, `refund`, `disputes` or `webhooks`',
  },
  settings_changing: {
    codes: ['unavailable'],
    meaning: 'Another change of the time zone or reporting currency is in progress',
    advice: 'Wait as long as `Retry-After` says and try again',
  },
  not_utf8: {
    codes: ['invalid'],
    meaning: 'The body is not valid UTF-8',
    advice: 'Encode the JSON as UTF-8, such as after reading a file in another encoding',
  },
  too_deep: {
    codes: ['invalid'],
    meaning: 'The body is nested more than 32 levels deep',
    advice: 'Send a flatter body',
  },
  too_many_attempts: {
    codes: ['limit'],
    meaning: 'Too many attempts to sign in',
    advice: 'Wait as long as `Retry-After` says',
  },
  too_many_endpoints: {
    codes: ['conflict'],
    meaning: 'There are as many webhook endpoints as allowed',
    advice: 'Delete one first. A key with the scope `shop` has one endpoint: change that one',
  },
  too_many_events: {
    codes: ['conflict'],
    meaning: 'The replay would send too many events at once',
    advice: 'Narrow it by `eventType` or `status`',
  },
  too_many_invitations: {
    codes: ['conflict'],
    meaning: 'Too many invitations of this business are open',
    advice: 'Revoke some of them first',
  },
  too_many_listeners: {
    codes: ['conflict'],
    meaning: 'Five listeners are already open in this mode',
    advice: 'End one of them',
  },
  too_many_views: {
    codes: ['conflict'],
    meaning: 'The person has saved as many views as allowed',
    advice: 'Delete a view first',
  },
  view_name_taken: {
    codes: ['conflict'],
    meaning: 'Another saved view of the list has this name',
    advice: 'Choose another name',
  },
  version_unknown: {
    codes: ['invalid'],
    meaning: 'There is no such version',
    advice: 'Use `v1` or `v2`',
  },
  ...monthReasonEntries,
  ...roleReasonEntries,
  ...disputeReasonEntries,
  ...paymentReasons,
} as const satisfies Record<string, ReasonEntry>

export type Reason = keyof typeof reasons

/** The reasons that may come with a code. */
export type ReasonOf<C extends ErrorCode> = {
  [R in Reason]: C extends (typeof reasons)[R]['codes'][number] ? R : never
}[Reason]
