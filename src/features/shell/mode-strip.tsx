import { UnstyledButton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { languageFor } from '#client/lib/language-for.ts'
import { isLiveMode, openMode, shownMode } from '#client/lib/mode.ts'
import { shell } from '#client/texts/en/shell.ts'
import { trpc } from '#client/trpc.ts'
import { GoLive } from './go-live.tsx'
import classes from './shell.module.css'

type Props = {
  /** Offers the switch to the other mode; only people who act for a merchant have one. */
  isMember?: boolean
  /** The page's language where the product mixes Italian and English. */
  inMix?: 'it' | 'en'
  children?: ReactNode
}

/** The strip at the top of every page: states test mode or live mode, and switches to the other mode. */
export function ModeStrip({ isMember = false, inMix = 'en', children }: Props) {
  // A cookie of live mode can be left from another account: only a member has live payments.
  if (isLiveMode && !isMember) return <div className={classes.strip} data-mode="none" />
  return (
    <div className={classes.strip} data-mode={shownMode} lang={languageFor(inMix)}>
      <p className={classes.stripText}>{shell.strip[inMix][shownMode]}</p>
      {isMember && <ModeSwitch />}
      {children}
    </div>
  )
}

function ModeSwitch() {
  const { data } = trpc.merchant.books.useQuery()
  const { data: viewer } = trpc.team.role.useQuery()
  const mayActivate = viewer?.role === 'owner'
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
        <Activation />
      )}
    </>
  )
}

/** Opens the question that adds live mode, on every page. */
function Activation() {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <UnstyledButton
        className={classes.stripAction}
        aria-haspopup="dialog"
        onClick={() => setIsAsking(true)}
      >
        {shell.activateLive}
      </UnstyledButton>
      {isAsking && <GoLive onClose={() => setIsAsking(false)} />}
    </>
  )
}
