import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { transactions } from '../../../../texts/transactions.ts'
import classes from './transaction-filters.module.css'

const TYPING_PAUSE_MS = 250

type Props = { value: string; onSearch: (text: string) => void }

export function SearchBox({ value, onSearch }: Props) {
  const [typed, setTyped] = useState(value)
  const sent = useRef(value)
  const input = useRef<HTMLInputElement>(null)
  const send = (text: string) => {
    sent.current = text.trim()
    onSearch(sent.current)
  }
  const sendSoon = useDebouncedCallback(send, TYPING_PAUSE_MS)

  // The address also changes from outside: Back, a saved view, 'Clear filters'.
  useEffect(() => {
    if (value === sent.current) return
    sendSoon.cancel()
    sent.current = value
    setTyped(value)
  }, [value, sendSoon])

  const sendNow = (text: string) => {
    sendSoon.cancel()
    setTyped(text)
    send(text)
  }

  return (
    <TextInput
      ref={input}
      type="search"
      data-search
      className={classes.search}
      aria-label={transactions.search}
      placeholder={transactions.searchPlaceholder}
      maxLength={200}
      autoComplete="off"
      spellCheck={false}
      enterKeyHint="search"
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        typed !== '' && (
          <CloseButton
            size="sm"
            aria-label={transactions.clearSearch}
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
        if (event.key === 'Enter') sendNow(typed)
        if (event.key === 'Escape' && typed !== '') {
          event.preventDefault()
          sendNow('')
        }
      }}
    />
  )
}
