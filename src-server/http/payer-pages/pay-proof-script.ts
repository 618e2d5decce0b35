import { PROOF_BITS } from '#server/features/payment-links/payer/form-token.ts'

/**
 * Runs in a payer's browser after a card was declined at a link. It looks for a number with which the form's hash
 * begins with zeros, in short batches, so that the page stays responsive. It has its own SHA-256: the browser's is
 * asynchronous and would take minutes.
 */
export const proofScript = `(() => {
'use strict'
const K = [], H0 = []
for (let n = 2, found = 0; found < 64; n++) {
  let isPrime = true
  for (let d = 2; d * d <= n; d++) if (n % d === 0) isPrime = false
  if (!isPrime) continue
  if (found < 8) H0.push((Math.pow(n, 1 / 2) * 4294967296) | 0)
  K.push((Math.pow(n, 1 / 3) * 4294967296) | 0)
  found++
}
const W = new Int32Array(64)
// The first 32 bits of the SHA-256 of a text of at most 55 letters.
function head(text) {
  W.fill(0)
  for (let i = 0; i < text.length; i++) W[i >> 2] |= text.charCodeAt(i) << (24 - (i % 4) * 8)
  W[text.length >> 2] |= 0x80 << (24 - (text.length % 4) * 8)
  W[15] = text.length * 8
  for (let i = 16; i < 64; i++) {
    const a = W[i - 15], b = W[i - 2]
    const s0 = ((a >>> 7) | (a << 25)) ^ ((a >>> 18) | (a << 14)) ^ (a >>> 3)
    const s1 = ((b >>> 17) | (b << 15)) ^ ((b >>> 19) | (b << 13)) ^ (b >>> 10)
    W[i] = (W[i - 16] + s0 + W[i - 7] + s1) | 0
  }
  let [a, b, c, d, e, f, g, h] = H0
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + K[i] + W[i]) | 0
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g; g = f; f = e; e = (d + t1) | 0; d = c; c = b; b = a; a = (t1 + t2) | 0
  }
  return (H0[0] + a) | 0
}
const field = document.querySelector('input[data-challenge]')
if (!field) return
const form = field.form
const challenge = field.dataset.challenge
let next = 0
let waiting = null
function work() {
  const end = Date.now() + 40
  while (Date.now() < end) {
    for (let tries = 0; tries < 500; tries++, next++) {
      if (head(challenge + '.' + next) >>> (32 - ${PROOF_BITS}) !== 0) continue
      field.value = String(next)
      if (waiting) form.requestSubmit(waiting)
      return
    }
  }
  setTimeout(work)
}
form.addEventListener('submit', (event) => {
  if (field.value !== '') return
  event.preventDefault()
  waiting = event.submitter
  const note = form.querySelector('[data-working]')
  if (note) note.hidden = false
})
work()
})()
`
