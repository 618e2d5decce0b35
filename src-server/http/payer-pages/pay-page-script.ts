/**
 * Runs on pages with something to copy or share. Its buttons are hidden without it: the texts can be selected, and the
 * link to share is an e-mail.
 */
export const pageScript = `(() => {
'use strict'
for (const button of document.querySelectorAll('[data-copy]')) {
  if (!navigator.clipboard) break
  button.hidden = false
  const label = button.textContent
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(button.dataset.copy)
      button.textContent = button.dataset.copied
    } catch {
      button.textContent = button.dataset.failed
    }
    setTimeout(() => { button.textContent = label }, 2000)
  })
}
for (const link of document.querySelectorAll('[data-share]')) {
  if (!navigator.share) break
  link.addEventListener('click', (event) => {
    event.preventDefault()
    // A person who closes the share sheet has shared nothing, which is no error.
    navigator.share({ title: link.dataset.title, url: link.dataset.share }).catch(() => {})
  })
}
})()
`
