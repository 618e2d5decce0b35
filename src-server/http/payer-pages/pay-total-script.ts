/**
 * Runs where a payer chooses quantities or a tip: it keeps the total up to date. The server computes the total itself,
 * and shows it first when it differs from the one that this script has shown.
 */
export const totalScript = `(() => {
'use strict'
const total = document.getElementById('total')
if (!total) return
const output = total.querySelector('output')
const form = output.form
const { base, step, format } = total.dataset
const money = new Intl.NumberFormat(document.documentElement.lang, JSON.parse(format))
const items = [...form.querySelectorAll('[data-price]')]
const read = (text) => {
  const [, units, cents = ''] = /^(\\d{1,10})(?:[.,](\\d{1,2}))?$/.exec(text.trim()) || []
  return units === undefined ? NaN : units * 100 + +cents.padEnd(2, '0')
}
function sum() {
  if (base) return +base
  if (items.length === 0) {
    const typed = form.elements.amount.value.trim()
    return read(typed || (form.querySelector('[name=preset]:checked') || { value: '' }).value)
  }
  return items.reduce((all, item) => {
    const isKnown = item.validity.valid && /^\\d{0,3}$/.test(item.value)
    return isKnown ? all + item.value * item.dataset.price : NaN
  }, 0)
}
const part = (amount, percent) => Math.floor(((amount / step) * percent + 50) / 100) * step
function update() {
  const amount = sum()
  for (const radio of form.querySelectorAll('[data-percent]')) {
    const text = radio.parentNode.querySelector('small')
    text.textContent = amount > 0 ? money.format(part(amount, radio.dataset.percent) / 100) : ''
  }
  const tip = form.querySelector('[name=tip]:checked')
  const { percent, amount: fixed = 0 } = tip ? tip.dataset : {}
  const all = amount + (percent ? part(amount, percent) : +fixed)
  total.hidden = !(amount > 0)
  form.elements.shown.value = amount > 0 ? all : ''
  output.textContent = amount > 0 ? money.format(all / 100) : ''
}
for (const button of form.querySelectorAll('[data-by]')) {
  button.hidden = false
  button.addEventListener('click', () => {
    const field = button.parentNode.querySelector('input')
    const next = (+field.value || 0) + +button.dataset.by
    field.value = Math.max(+field.min, Math.min(+field.max, next))
    update()
  })
}
form.addEventListener('input', update)
addEventListener('pageshow', update)
update()
})()
`
