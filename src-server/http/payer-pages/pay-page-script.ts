/**
 * Runs on pages with something to copy or share. Without this script the buttons for copying stay hidden. A payer can
 * still select the texts, and the link to share opens an e-mail.
 */
export const pageScript = `(() => {
'use strict'
for (const button of document.querySelectorAll('[data-copy]')) {
  if (!navigator.clipboard) break
  button.hidden = false
  const label = button.textContent
  const name = button.getAttribute('aria-label')
  const say = (text) => { button.textContent = text; button.setAttribute('aria-label', text) }
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(button.dataset.copy)
      say(button.dataset.copied)
    } catch {
      say(button.dataset.failed)
    }
    setTimeout(() => { button.textContent = label; button.setAttribute('aria-label', name) }, 2000)
  })
}
for (const link of document.querySelectorAll('[data-share]')) {
  if (!navigator.share) break
  link.addEventListener('click', (event) => {
    event.preventDefault()
    navigator.share({ title: link.dataset.title, url: link.dataset.share }).catch((error) => {
      // Closing the share sheet is not an error.
      if (error.name !== 'AbortError') location.href = link.href
    })
  })
}
})()
`
