import { fireEvent } from '@testing-library/dom'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { expect, vi } from 'vitest'

/** What a person does with mouse and keys. */
export type Hand = {
  click: (element: Element) => Promise<void>
  hover: (element: Element) => Promise<void>
  /** Writes something else into a field, at once. */
  replace: (field: Element, value: string) => Promise<void>
  /** Letter by letter, where the focus is. */
  type: (text: string) => Promise<void>
  /** One key, or several at once: `Control+k`. */
  press: (keys: string) => Promise<void>
  choose: (list: Element, option: string) => Promise<void>
}

let present: Hand | undefined

export function hand(): Hand {
  if (!present) throw new Error('no page is open')
  return present
}

/** A new person at the page, whose clipboard is empty. */
export function takeHand(): void {
  // Nothing has a place here that another element could cover.
  present = handOf(userEvent.setup({ delay: null, pointerEventsCheck: 0 }))
}

/** Braces and brackets name keys, unless they are doubled. */
const literally = (text: string): string => text.replaceAll(/[{[]/g, '$&$&')

/** What a page does after it is drawn, such as to listen for keys, is done before a person can act. */
async function drawn(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    await new Promise<void>((resolve) => setImmediate(resolve))
  }
}

/** By value and by text: either names an option. */
const choicesOf = (list: Element): string[] =>
  [...list.querySelectorAll('option')].flatMap(({ value, text }) => [value, text])

const handOf = (user: UserEvent): Hand => ({
  click: async (element) => {
    await drawn()
    await user.click(element)
  },
  hover: (element) => user.hover(element),
  replace: async (field, value) => {
    await drawn()
    fireEvent.input(field, { target: { value } })
  },
  type: async (text) => {
    await drawn()
    await user.keyboard(literally(text))
  },
  press: async (keys) => {
    await drawn()
    const names = keys.split('+')
    const down = names.map((name) => `{${name}>}`)
    const up = names.toReversed().map((name) => `{/${name}}`)
    await user.keyboard([...down, ...up].join(''))
  },
  choose: async (list, option) => {
    await drawn()
    // What is chosen may come with settings that are still being loaded; a person waits for it.
    await vi.waitFor(() => expect(choicesOf(list)).toContain(option), { timeout: 60_000 })
    await user.selectOptions(list, option)
  },
})
