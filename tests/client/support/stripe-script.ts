import { vi } from 'vitest'

type Listener = (event: object) => void

/** A field of Stripe's script, which a test fills in. */
type Field = { type: string; say: (event: object) => void; cleared: number }

export type ScriptedStripe = {
  /** Arguments of each call of `Stripe()`: the key and the options. */
  made: unknown[][]
  fields: () => Field[]
  /** Completes the three fields of the card. */
  fillCard: () => void
  /** Responses to the next calls of createPaymentMethod. Further calls create a `pm_…`. */
  answers: object[]
  created: object[]
  proved: string[]
}

let current: (...args: unknown[]) => object

/** Stripe's package caches the constructor that it finds first, so all tests share this one. */
const constructor = Object.assign((...args: unknown[]) => current(...args), { version: 'endive' })

/** Replaces Stripe's script with a fake that draws nothing, as if the page had loaded it. */
export function scriptedStripe(): ScriptedStripe {
  const made: unknown[][] = []
  const elements = new Map<string, Field & Record<string, unknown>>()
  const create = (type: string) => {
    const listeners = new Map<string, Listener[]>()
    const element = {
      type,
      cleared: 0,
      mount: () => undefined,
      unmount: () => undefined,
      destroy: () => elements.delete(type),
      update: () => undefined,
      focus: () => undefined,
      clear: () => {
        element.cleared += 1
        element.say({ empty: true, complete: false })
      },
      on: (name: string, listener: Listener) => {
        listeners.set(name, [...(listeners.get(name) ?? []), listener])
        return element
      },
      off: () => element,
      once: () => element,
      say: (event: object) => {
        for (const listener of listeners.get('change') ?? []) {
          listener({ elementType: type, ...event })
        }
      },
    }
    elements.set(type, element)
    return element
  }
  const script: ScriptedStripe = {
    made,
    answers: [],
    created: [],
    proved: [],
    fields: () => [...elements.values()],
    fillCard: () => {
      for (const field of elements.values()) field.say({ empty: false, complete: true })
    },
  }
  const stripe = {
    elements: () => ({
      create,
      getElement: (type: string) => elements.get(type) ?? null,
      update: () => undefined,
    }),
    createToken: () => undefined,
    confirmCardPayment: () => undefined,
    createPaymentMethod: async (args: { billing_details: object }) => {
      script.created.push(args.billing_details)
      return (
        script.answers.shift() ?? { paymentMethod: { id: `pm_card_visa${script.created.length}` } }
      )
    },
    handleNextAction: async ({ clientSecret }: { clientSecret: string }) => {
      script.proved.push(clientSecret)
      return {}
    },
  }
  current = (...args) => {
    made.push(args)
    return stripe
  }
  vi.stubGlobal('Stripe', constructor)
  return script
}
