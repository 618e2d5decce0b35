import { inTransaction, type World } from '#server/core/context.ts'
import { hashSecret } from '#server/core/secrets/secret-hash.ts'
import { pruneInSlices } from '#server/core/work/prune-in-slices.ts'
import { audit } from '#server/services/audit/audit.ts'
import { raiseNotice } from '#server/services/notices/raise-notice.ts'
import { toIso } from '#server/shared/day.ts'
import { quotedName } from '#server/shared/text/quoted-name.ts'
import { linkStatus } from '../link-state.rules.ts'
import { findLink, type LinkRow, setAllLinksPause, setLinkPause } from '../links.queries.ts'
import {
  countDeclines,
  deleteTriesBefore,
  insertTry,
  listSentForms,
  lockSender,
  type SentForm,
  updateFormOutcome,
} from './link-tries.queries.ts'

/**
 * Window for counting declined cards. Card testers try stolen card numbers where paying is easiest. So one sender may
 * have few declines, at a link and at all links of a merchant. A link with many declines is paused; when a merchant's
 * links together have many, all of them are paused.
 */
export const WINDOW_MS = 10 * 60_000

type FormLimit = {
  counts: (form: SentForm) => boolean
  /** Limits per `WINDOW_MS`: at one link, and at all links of the merchant. */
  ofLink: number
  ofMerchant: number
}

const isUnpaid = ({ outcome }: SentForm): boolean => !outcome || outcome === 'declined'

/**
 * Returns the limits on the forms of one sender. Many payers share an IP address, at a counter or behind a mobile
 * carrier, so paid forms count for little. Signs of card testing are declines, repeated tries by one payer, and many
 * cards at the same time.
 */
const formLimits = (payer: string): readonly FormLimit[] => [
  { counts: ({ outcome }) => outcome === 'declined', ofLink: 5, ofMerchant: 15 },
  {
    counts: ({ outcome, payer: formPayer }) => outcome !== 'success' && formPayer === payer,
    ofLink: 5,
    ofMerchant: 15,
  },
  { counts: isUnpaid, ofLink: 15, ofMerchant: 45 },
  // Each transfer reserves a use of its link for hours, without proof that money will come.
  { counts: ({ outcome }) => outcome === 'transfer', ofLink: 20, ofMerchant: 60 },
  { counts: () => true, ofLink: 60, ofMerchant: 120 },
]

/** Declined cards within `WINDOW_MS` after which one link is paused. */
const MAX_DECLINES = 20
/** Declined cards within `WINDOW_MS`, at all of a merchant's links together, after which all are paused. */
const MAX_DECLINES_OF_MERCHANT = 60
/** Milliseconds for which a link, or all links, are paused. */
export const PAUSE_MS = 30 * 60_000

const windowStart = ({ now }: Pick<World, 'now'>): string => toIso(now() - WINDOW_MS)

/** `senderNetwork` is the sender's IP address, or the subnet of an IPv6 address. */
type IncomingForm = {
  senderNetwork: string
  email: string
  formHash: string
  isTransfer: boolean
}

/** Counts a form that is about to be paid. Returns 0, or the seconds until this sender may send another. */
export async function takeFormAllowance(
  world: World,
  { merchantId, id: linkId }: LinkRow,
  { senderNetwork, email, formHash, isTransfer }: IncomingForm,
): Promise<number> {
  const sender = {
    merchantId,
    linkId,
    subject: hashSecret(`${merchantId} ${senderNetwork}`),
    payer: hashSecret(`${merchantId} ${email.toLowerCase()}`),
  }
  // This check runs outside the transaction: a refused form writes nothing, so it need not wait for writers.
  const refusedS = await formWaitS(world, sender)
  if (refusedS > 0) return refusedS
  return inTransaction(world, async (inner) => {
    const { db, dialect, now, newId } = inner
    // The forms of one sender are serialized: two at the same time would otherwise both count as the fifth.
    await lockSender(db, { dialect, subject: sender.subject })
    const waitS = await formWaitS(inner, sender)
    if (waitS > 0) return waitS
    const outcome = isTransfer ? 'transfer' : null
    const row = { ...sender, formHash, outcome, id: newId('try'), at: toIso(now()) } as const
    await insertTry(db, { ...row, kind: 'sent' })
    return 0
  })
}

/** Returns 0 while the sender may send another form to the link, or the seconds until then. */
async function formWaitS(
  { db, now }: Pick<World, 'db' | 'now'>,
  {
    linkId,
    payer,
    ...sender
  }: { merchantId: string; linkId: string; subject: string; payer: string },
): Promise<number> {
  const sent = await listSentForms(db, { ...sender, since: windowStart({ now }) })
  const oldestCounted = formLimits(payer).flatMap(({ counts, ofLink, ofMerchant }) => {
    const counted = sent.filter(counts)
    const atLink = counted.filter((form) => form.linkId === linkId)
    return [atLink.at(-ofLink), counted.at(-ofMerchant)]
  })
  return Math.max(
    0,
    ...oldestCounted.map((oldest) =>
      oldest ? Math.ceil((Date.parse(oldest.at) + WINDOW_MS - now()) / 1000) : 0,
    ),
  )
}

/** Stores the outcome of a form's payment, because paid forms use up little of the limit. */
export const storeFormOutcome = async (
  { db, now }: Pick<World, 'db' | 'now'>,
  payment: { merchantId: string; transactionId: string },
  outcome: 'success' | 'declined',
): Promise<void> => {
  await updateFormOutcome(db, { ...payment, since: windowStart({ now }) }, outcome)
}

/** Returns whether each form needs a proof of work, because a card was declined at the link within `WINDOW_MS`. */
export async function needsProofOfWork(world: World, link: LinkRow): Promise<boolean> {
  const { merchantId, id: linkId } = link
  const { ofLink } = await countDeclines(world.db, {
    merchantId,
    linkId,
    since: windowStart(world),
  })
  return ofLink > 0
}

type LinkDecline = { merchantId: string; linkId: string; declineIds: readonly string[] }

/**
 * Counts cards that were declined at a link, each of `declineIds` once, and pauses the link when there are many. Call it
 * last in the transaction of the outcome, which has locked the link.
 */
export async function recordDeclines(
  inner: World,
  { merchantId, linkId, declineIds }: LinkDecline,
): Promise<void> {
  let isNew = false
  for (const subject of declineIds) {
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
  const { ofLink } = await countDeclines(inner.db, {
    merchantId,
    linkId,
    since: windowStart(inner),
  })
  if (ofLink < MAX_DECLINES) return
  const link = await findLink(inner.db, { merchantId, id: linkId })
  if (link) await pauseForTesting(inner, link)
}

/**
 * Returns whether cards were declined at the link lately, or the link is paused for card testing. Refusals are then
 * delayed.
 */
export const isSuspectedOfCardTesting = async (world: World, link: LinkRow): Promise<boolean> =>
  (link.pauseReason === 'card_testing' && (link.pausedUntil ?? '') > toIso(world.now())) ||
  (await needsProofOfWork(world, link))

/**
 * Pauses all links of a merchant when too many cards were declined at them together. Returns true when there were too
 * many, even if the links were already paused.
 */
export async function pauseAllIfTested(
  world: World,
  { merchantId, id: linkId }: LinkRow,
): Promise<boolean> {
  const { ofMerchant } = await countDeclines(world.db, {
    merchantId,
    linkId,
    since: windowStart(world),
  })
  if (ofMerchant < MAX_DECLINES_OF_MERCHANT) return false
  await inTransaction(world, async (inner) => {
    const { db, now } = inner
    const until = toIso(now() + PAUSE_MS)
    const isNew = await setAllLinksPause(db, { merchantId, until, now: toIso(now()) })
    if (!isNew) return
    const action = 'payment_links.paused'
    const after = { reason: 'card_testing', until }
    await audit(asSystem(inner, merchantId), { merchantId, action, objectId: merchantId, after })
    inner.publishChange({ merchantId, type: 'payment_link', action: 'changed', objectId: linkId })
    await raisePause(inner, { merchantId }, until)
  })
  return true
}

const asSystem = (inner: World, requestId: string) => ({
  ...inner,
  actor: { type: 'system', job: 'card-testing' } as const,
  address: null,
  requestId,
})

/** Pauses a link for half an hour, unless it takes no payments anyway. */
async function pauseForTesting(inner: World, link: LinkRow): Promise<void> {
  const { db, now } = inner
  const { merchantId, id } = link
  if (linkStatus(link, toIso(now())) !== 'active') return
  const pausedUntil = toIso(now() + PAUSE_MS)
  await setLinkPause(db, link, { pausedAt: toIso(now()), pausedUntil })
  await audit(asSystem(inner, id), {
    merchantId,
    action: 'payment_link.paused',
    objectId: id,
    after: { reason: 'card_testing', until: pausedUntil },
  })
  inner.publishChange({ merchantId, type: 'payment_link', action: 'changed', objectId: id })
  // The title of a customer's own link may name them, and a notice names no customer.
  const title = link.customerId === null ? link.title : undefined
  await raisePause(inner, { merchantId, linkId: id, title }, pausedUntil)
}

/** `linkId` is the paused link, and `title` its title; neither is set when all links are paused. */
type PauseSubject = { merchantId: string; linkId?: string; title?: string | undefined }

const raisePause = (
  inner: World,
  { merchantId, linkId, title }: PauseSubject,
  until: string,
): Promise<void> =>
  raiseNotice(inner, {
    merchantId,
    kind: 'link_paused',
    objectId: linkId ?? merchantId,
    occurrence: until,
    until,
    facts: {
      until,
      ...(linkId !== undefined && { linkId }),
      ...(title !== undefined && { title: quotedName(title) }),
    },
  })

/** Longer than the window of any limit. */
const KEEP_TRIES_MS = 24 * 60 * 60_000

export function pruneLinkTries(world: World, signal?: AbortSignal): Promise<boolean> {
  const before = toIso(world.now() - KEEP_TRIES_MS)
  return pruneInSlices(world, (db, limit) => deleteTriesBefore(db, { before, limit }), signal)
}
