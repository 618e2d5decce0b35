import { inTransaction, type World } from '#server/core/context.ts'
import { hashSecret } from '#server/core/secrets/secret-hash.ts'
import { pruneInPieces } from '#server/core/work/prune-in-pieces.ts'
import { audit } from '#server/services/audit/audit.ts'
import { queueMail } from '#server/services/mail/queue-mail.ts'
import { toIso } from '#server/shared/day.ts'
import { languageOfZone } from '#server/shared/language.ts'
import { linkStatus } from '../link-state.rules.ts'
import {
  findLink,
  findLinkOwner,
  type LinkRow,
  setAllLinksPause,
  setLinkPause,
} from '../links.queries.ts'
import { linkPausedLetter } from '../mails/link-mails.ts'
import {
  countDeclines,
  deleteTriesBefore,
  holdSender,
  insertTry,
  listSentForms,
  type SentForm,
  updateFormOutcome,
} from './link-tries.queries.ts'

/**
 * Whoever holds stolen card numbers tries them where a payment is made with least ado. So from one place few cards may be
 * declined at a link and at all links of a merchant, a link at which many are declined takes a break, and so do all
 * links of a merchant.
 */
export const WINDOW_MS = 10 * 60_000

type FormLimit = {
  counts: (form: SentForm) => boolean
  /** In ten minutes, at one link and at all links of the merchant. */
  ofLink: number
  ofMerchant: number
}

const isUnpaid = ({ outcome }: SentForm): boolean => !outcome || outcome === 'declined'

/**
 * How many forms one place may send. Many payers share an address, at a counter or behind a mobile carrier, so those who
 * paid count for little: what testing looks like is declines, one payer again and again, and many cards at a time.
 */
const formLimits = (payer: string): readonly FormLimit[] => [
  { counts: ({ outcome }) => outcome === 'declined', ofLink: 5, ofMerchant: 15 },
  {
    counts: ({ outcome, payer: of }) => outcome !== 'success' && of === payer,
    ofLink: 5,
    ofMerchant: 15,
  },
  { counts: isUnpaid, ofLink: 15, ofMerchant: 45 },
  // Each holds a use of its link for hours, and nobody has proved that money comes.
  { counts: ({ outcome }) => outcome === 'transfer', ofLink: 20, ofMerchant: 60 },
  { counts: () => true, ofLink: 60, ofMerchant: 120 },
]

const MOST_DECLINES = 20
const MOST_DECLINES_OF_MERCHANT = 60
export const BREAK_MS = 30 * 60_000

const since = ({ now }: Pick<World, 'now'>): string => toIso(now() - WINDOW_MS)

/** `place` is the address that sent it, or what stands for a network. */
type IncomingForm = {
  place: string
  email: string
  formHash: string
  isTransfer: boolean
}

/** Counts a form that is about to be paid. Answers 0, or the seconds until this place may send another. */
export async function takeForm(
  world: World,
  { merchantId, id: linkId }: LinkRow,
  { place, email, formHash, isTransfer }: IncomingForm,
): Promise<number> {
  const sender = {
    merchantId,
    linkId,
    subject: hashSecret(`${merchantId} ${place}`),
    payer: hashSecret(`${merchantId} ${email.toLowerCase()}`),
  }
  // One that is refused writes nothing, so it waits for nobody who does.
  const refusedS = await formsFullS(world, sender)
  if (refusedS > 0) return refusedS
  return inTransaction(world, async (inner) => {
    const { db, dialect, now, newId } = inner
    // Forms of one place are counted one after the other, or two at once would both be the fifth.
    await holdSender(db, { dialect, subject: sender.subject })
    const waitS = await formsFullS(inner, sender)
    if (waitS > 0) return waitS
    const outcome = isTransfer ? 'transfer' : null
    const row = { ...sender, formHash, outcome, id: newId('try'), at: toIso(now()) } as const
    await insertTry(db, { ...row, kind: 'sent' })
    return 0
  })
}

/** 0 while the place may send one more to the link, or the seconds until it may. */
async function formsFullS(
  { db, now }: Pick<World, 'db' | 'now'>,
  {
    linkId,
    payer,
    ...sender
  }: { merchantId: string; linkId: string; subject: string; payer: string },
): Promise<number> {
  const sent = await listSentForms(db, { ...sender, since: since({ now }) })
  const full = formLimits(payer).flatMap(({ counts, ofLink, ofMerchant }) => {
    const counted = sent.filter(counts)
    const atLink = counted.filter((form) => form.linkId === linkId)
    return [atLink.at(-ofLink), counted.at(-ofMerchant)]
  })
  return Math.max(
    0,
    ...full.map((oldest) =>
      oldest ? Math.ceil((Date.parse(oldest.at) + WINDOW_MS - now()) / 1000) : 0,
    ),
  )
}

/** Notes the outcome of a form's payment, because forms that were paid use up little of the limit. */
export const noteFormOutcome = async (
  { db, now }: Pick<World, 'db' | 'now'>,
  payment: { merchantId: string; transactionId: string },
  outcome: 'success' | 'declined',
): Promise<void> => {
  await updateFormOutcome(db, { ...payment, since: since({ now }) }, outcome)
}

/** Whether a card was declined there a short while ago: then a form costs its sender some work. */
export async function needsProof(world: World, link: LinkRow): Promise<boolean> {
  const { merchantId, id: linkId } = link
  const { ofLink } = await countDeclines(world.db, { merchantId, linkId, since: since(world) })
  return ofLink > 0
}

type Declined = { merchantId: string; linkId: string; names: readonly string[] }

/**
 * Counts cards that were declined at a link, each by its name once, and has the link take a break when they are many.
 * Call it last in the transaction of the outcome, in which the link is held.
 */
export async function noteDeclines(
  inner: World,
  { merchantId, linkId, names }: Declined,
): Promise<void> {
  let isNew = false
  for (const subject of names) {
    const at = toIso(inner.now())
    const row = {
      merchantId,
      id: inner.newId('try'),
      linkId,
      kind: 'declined',
      subject,
      at,
    } as const
    if (await insertTry(inner.db, row)) isNew = true
  }
  if (!isNew) return
  const { ofLink } = await countDeclines(inner.db, { merchantId, linkId, since: since(inner) })
  if (ofLink < MOST_DECLINES) return
  const link = await findLink(inner.db, { merchantId, id: linkId })
  if (link) await pauseLink(inner, link)
}

/** Whether cards are or were being tried there a short while ago: who is refused there is in no hurry. */
export const isUnderSuspicion = async (world: World, link: LinkRow): Promise<boolean> =>
  (link.pauseReason === 'card_testing' && (link.pausedUntil ?? '') > toIso(world.now())) ||
  (await needsProof(world, link))

/**
 * Pauses all links of a merchant when too many cards were declined at them together, by one value of the merchant.
 * Answers whether there were too many.
 */
export async function watchMerchant(
  world: World,
  { merchantId, id: linkId }: LinkRow,
): Promise<boolean> {
  const { ofMerchant } = await countDeclines(world.db, { merchantId, linkId, since: since(world) })
  if (ofMerchant < MOST_DECLINES_OF_MERCHANT) return false
  await inTransaction(world, async (inner) => {
    const { db, now } = inner
    const until = toIso(now() + BREAK_MS)
    const isNew = await setAllLinksPause(db, { merchantId, until, now: toIso(now()) })
    if (!isNew) return
    const action = 'payment_links.paused'
    const after = { reason: 'card_testing', until }
    await audit(systemOf(inner, merchantId), { merchantId, action, objectId: merchantId, after })
    inner.noteChange({ merchantId, type: 'payment_link', action: 'changed', objectId: linkId })
    await tellOwner(inner, { merchantId, about: merchantId, title: null }, until)
  })
  return true
}

const systemOf = (inner: World, requestId: string) => ({
  ...inner,
  actor: { type: 'system', job: 'card-testing' } as const,
  address: null,
  requestId,
})

/** Pauses a link for half an hour; leaves one that takes no payments anyway. */
async function pauseLink(inner: World, link: LinkRow): Promise<void> {
  const { db, now } = inner
  const { merchantId, id } = link
  if (linkStatus(link, toIso(now())) !== 'active') return
  const pausedUntil = toIso(now() + BREAK_MS)
  await setLinkPause(db, link, { pausedAt: toIso(now()), pausedUntil })
  await audit(systemOf(inner, id), {
    merchantId,
    action: 'payment_link.paused',
    objectId: id,
    after: { reason: 'card_testing', until: pausedUntil },
  })
  inner.noteChange({ merchantId, type: 'payment_link', action: 'changed', objectId: id })
  await tellOwner(inner, { merchantId, about: id, title: link.title }, pausedUntil)
}

/** `title`: of the link that is paused; null where all are. */
type PauseNotice = { merchantId: string; about: string; title: string | null }

async function tellOwner(
  inner: World,
  { merchantId, about, title }: PauseNotice,
  pausedUntil: string,
): Promise<void> {
  const owner = await findLinkOwner(inner.db, { merchantId })
  if (!inner.mailer || !owner) return
  const language = owner.customerLanguage ?? languageOfZone(owner.timezone)
  await queueMail(inner, {
    kind: 'link_paused',
    to: owner.email,
    language,
    letter: linkPausedLetter({
      title,
      pausedUntil,
      timezone: owner.timezone,
      language,
    }),
    merchantId,
    objectId: `${about} ${pausedUntil}`,
  })
}

/** Longer than any limit looks back. */
const FORGET_AFTER_MS = 24 * 60 * 60_000

export function pruneLinkTries(world: World, signal?: AbortSignal): Promise<boolean> {
  const before = toIso(world.now() - FORGET_AFTER_MS)
  return pruneInPieces(world, (db, limit) => deleteTriesBefore(db, { before, limit }), signal)
}
