import type { TRPCClientError, TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import { useSyncExternalStore } from 'react'
import type { AppRouter } from '#server/router.ts'
import { clerkLink } from './clerk/clerk-link.ts'
import { readProblem } from './problem.ts'

type Refusal = TRPCClientError<AppRouter>

/** The open request to confirm the person's identity. `answer` closes it. */
type Question = { answer: (isConfirmed: boolean) => void }

let question: Question | undefined
let pendingConfirmation: Promise<boolean> | undefined
const listeners = new Set<() => void>()

function setQuestion(next: Question | undefined) {
  question = next
  for (const listener of listeners) listener()
}

/**
 * Resolves to true when the person confirmed their identity, and to false when they declined or cannot be
 * asked. Concurrent calls share one question.
 */
function askForConfirmation(): Promise<boolean> {
  // Without a mounted dialog the person cannot be asked.
  if (listeners.size === 0) return Promise.resolve(false)
  pendingConfirmation ??= (askWithClerk() ?? askWithOwnDialog()).finally(() => {
    pendingConfirmation = undefined
    setQuestion(undefined)
  })
  return pendingConfirmation
}

/** Asks with Incasso's own dialog. */
const askWithOwnDialog = () => new Promise<boolean>((resolve) => setQuestion({ answer: resolve }))

/** Asks with Clerk's dialog. If Clerk fails, Incasso's dialog opens and only reports the failure. */
const askWithClerk = () => clerkLink()?.reverify().catch(askWithOwnDialog)

function listen(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    // Without a mounted dialog, no answer can follow.
    if (listeners.size === 0) question?.answer(false)
  }
}

/** Returns the open request to confirm the person's identity, for the dialog; undefined when none is open. */
export const useQuestion = (): Question | undefined => useSyncExternalStore(listen, () => question)

/**
 * Returns true for a call refused because the person did not confirm their identity. Nothing failed, so no
 * error is shown.
 */
export const isConfirmationDeclined = (error: unknown): boolean =>
  readProblem(error).reason === 'confirmation_needed'

/**
 * The tRPC link that asks the person to confirm their identity when a mutation requires it, and then repeats
 * the mutation.
 */
export const confirmFirst: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      let isUnsubscribed = false
      const confirmAndRepeat = async (error: Refusal) => {
        const isConfirmed = await askForConfirmation()
        if (isUnsubscribed) return
        if (isConfirmed) running = next(op).subscribe(observer)
        else observer.error(error)
      }
      let running = next(op).subscribe({
        next: (value) => observer.next(value),
        complete: () => observer.complete(),
        error: (error) => {
          if (op.type === 'mutation' && isConfirmationDeclined(error)) void confirmAndRepeat(error)
          else observer.error(error)
        },
      })
      return () => {
        isUnsubscribed = true
        running.unsubscribe()
      }
    })
