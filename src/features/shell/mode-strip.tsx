import { UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { languageFor } from '#client/lib/language-for.ts'
import { isLiveMode, openMode, shownMode } from '#client/lib/mode.ts'
import { shell } from '#client/texts/en/shell.ts'
import { trpc } from '#client/trpc.ts'
import classes from './shell.module.css'

type Props = {
  /** Offers the switch to the other mode; only people who act for a merchant have one. */
  isMember?: boolean
  children?: ReactNode
}

/** The strip at the top of every page: states test mode or live mode, and switches to the other mode. */
export function ModeStrip({ isMember = false, children }: Props) {
  // A cookie of live mode can be left from another account: only a member has live payments.
  if (isLiveMode && !isMember) return <div className={classes.strip} data-mode="none" />
  return (
    <div className={classes.strip} data-mode={shownMode} lang={languageFor('en')}>
      <p className={classes.stripText}>{shell.strip[shownMode]}</p>
      {isMember && <ModeSwitch />}
      {children}
    </div>
  )
}

function ModeSwitch() {
  const { data } = trpc.merchant.books.useQuery()
  const { data: own } = trpc.team.role.useQuery()
  const mayActivate = own?.role === 'owner'
  if (!data || data.isDemo || !(data.hasLive || mayActivate)) return null
  const other = isLiveMode ? 'test' : 'live'
  return (
    <>
      <span className={classes.stripGap} aria-hidden>
        ·
      </span>
      {data.hasLive ? (
        <UnstyledButton className={classes.stripAction} onClick={() => void openMode(other)}>
          {shell.switchTo[other]}
        </UnstyledButton>
      ) : (
        <Link to="/settings" search={{ tab: 'payments' }} className={classes.stripAction}>
          {shell.activateLive}
        </Link>
      )}
    </>
  )
}
