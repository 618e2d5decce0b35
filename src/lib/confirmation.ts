import type { TRPCClientError, TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import { useSyncExternalStore } from 'react'
import type { AppRouter } from '#server/router.ts'
import { clerkLink } from './clerk/clerk-link.ts'
import { readProblem } from './problem.ts'

type Refusal = TRPCClientError<AppRouter>

type Question = { answer: (isConfirmed: boolean) => void }

let question: Question | undefined
let asked: Promise<boolean> | undefined
const listeners = new Set<() => void>()

function show(next: Question | undefined) {
  question = next
  for (const listener of listeners) listener()
}

/** Whether the person proved again who they are. Several that ask at once get the same answer. */
function askForConfirmation(): Promise<boolean> {
  // No dialog is there to ask the person.
  if (listeners.size === 0) return Promise.resolve(false)
  asked ??= (askClerk() ?? askHere()).finally(() => {
    asked = undefined
    show(undefined)
  })
  return asked
}

const askHere = () => new Promise<boolean>((resolve) => show({ answer: resolve }))

// Clerk asks in a dialog of its own; ours then only says that it could not.
const askClerk = () => clerkLink()?.reverify().catch(askHere)

function listen(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) question?.answer(false)
  }
}

/** What is being asked, for the dialog that asks it. */
export const useQuestion = (): Question | undefined => useSyncExternalStore(listen, () => question)

/** The person was asked to confirm and chose not to: nothing failed, and nothing need be told. */
export const isGivenUp = (error: unknown): boolean =>
  readProblem(error).reason === 'confirmation_needed'

/** A mutation that needs a recent password asks for it, and then goes on as if nothing had been. */
export const confirmFirst: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      let isLeft = false
      const refuse = async (error: Refusal) => {
        const isConfirmed = await askForConfirmation()
        if (isLeft) return
        if (isConfirmed) running = next(op).subscribe(observer)
        else observer.error(error)
      }
      let running = next(op).subscribe({
        next: (value) => observer.next(value),
        complete: () => observer.complete(),
        error: (error) => {
          if (op.type === 'mutation' && isGivenUp(error)) void refuse(error)
          else observer.error(error)
        },
      })
      return () => {
        isLeft = true
        running.unsubscribe()
      }
    })
