import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import classes from './filter.module.css'

const TYPING_PAUSE_MS = 250

type Props = {
  label: string
  placeholder: string
  clearLabel: string
  value: string
  onSearch: (text: string) => void
  /**
   * Called on Enter. Resolves to a function that opens the only match; undefined when the list has to be
   * searched.
   */
  findTarget?: (text: string) => Promise<(() => void) | undefined>
}

/** Shows typed text at once, and searches for it after a pause or on Enter. */
export function SearchField({
  label,
  placeholder,
  clearLabel,
  value,
  onSearch,
  findTarget,
}: Props) {
  const [typed, setTyped] = useState(value)
  const lastSent = useRef(value)
  const input = useRef<HTMLInputElement>(null)
  const send = (text: string) => {
    lastSent.current = text.trim()
    onSearch(lastSent.current)
  }
  const sendSoon = useDebouncedCallback(send, TYPING_PAUSE_MS)

  // The URL also changes from outside: Back, a saved view, 'Clear filters'.
  useEffect(() => {
    if (value === lastSent.current) return
    sendSoon.cancel()
    lastSent.current = value
    setTyped(value)
  }, [value, sendSoon])

  const sendNow = (text: string) => {
    sendSoon.cancel()
    setTyped(text)
    send(text)
  }

  const handleEnter = async (text: string) => {
    sendSoon.cancel()
    const open = await findTarget?.(text)
    // Drops the result when the person has typed on or left the page.
    if (input.current?.value !== text) return
    if (open) open()
    else sendNow(text)
  }

  return (
    <TextInput
      ref={input}
      type="search"
      data-search
      className={classes.field}
      aria-label={label}
      placeholder={placeholder}
      maxLength={200}
      autoComplete="off"
      spellCheck={false}
      enterKeyHint="search"
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        typed !== '' && (
          <CloseButton
            size="sm"
            aria-label={clearLabel}
            onClick={() => {
              sendNow('')
              input.current?.focus()
            }}
          />
        )
      }
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        sendSoon(currentTarget.value)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') void handleEnter(typed)
        if (event.key === 'Escape' && typed !== '') {
          event.preventDefault()
          sendNow('')
        }
      }}
    />
  )
}
