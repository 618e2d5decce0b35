import { isGivenUp } from '../../lib/confirmation.ts'
import { notify } from '../../lib/notify.tsx'
import { readProblem } from '../../lib/problem.ts'
import { customers } from '../../texts/customers.ts'
import type { CustomerErrors } from './customer-values.ts'

/** Says that a call failed, in the server's words when it had any, and which fields it refused. */
export function tellRefusal(error: unknown, fallback: string): CustomerErrors {
  if (isGivenUp(error)) return {}
  const { code, reason, detail, issues } = readProblem(error)
  // Without a code the server said nothing.
  const message = code === undefined ? fallback : detail || fallback
  notify.error({ title: customers.toasts.failed, message })
  if (reason === 'email_taken') return { email: detail }
  return Object.fromEntries(issues.map(({ path, message }) => [path, message]))
}
