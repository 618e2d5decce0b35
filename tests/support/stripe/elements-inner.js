// A card field in a frame of the stand-in. The frame of the number reads the other fields of its group, which have the
// same origin. It creates the payment method, so that no page ever has a card number.
;(() => {
  const parameters = new URLSearchParams(location.hash.slice(1))
  const [type, group, pageOrigin] = ['type', 'group', 'origin'].map((name) => parameters.get(name))
  const input = document.querySelector('input')
  document.body.style.margin = '0'
  const bare = { border: 'none', outline: 'none', padding: '0', width: '100%', font: 'inherit' }
  bare.background = 'transparent'
  Object.assign(input.style, bare)

  const LABELS = {
    cardNumber: ['cardnumber', 'Credit or debit card number', '1234 1234 1234 1234'],
    cardExpiry: ['exp-date', 'Credit or debit card expiration date', 'MM / YY'],
    cardCvc: ['cvc', 'Credit or debit card CVC/CVV', 'CVC'],
  }
  const [name, label, placeholder] = LABELS[type]
  input.name = name
  input.setAttribute('aria-label', label)
  input.placeholder = placeholder

  const postToPage = (message) => parent.postMessage(message, pageOrigin)
  const emitEvent = (event, detail = {}) =>
    postToPage({ type: 'event', event: { name: event, detail: { elementType: type, ...detail } } })
  const digits = () => input.value.replaceAll(/\D/g, '')
  const validationError = (code, message) => ({ type: 'validation_error', code, message })

  const hasRightSum = (number) => {
    const values = [...number].toReversed().map((digit, at) => Number(digit) * (at % 2 ? 2 : 1))
    return values.reduce((sum, value) => sum + (value > 9 ? value - 9 : value), 0) % 10 === 0
  }
  const brandOf = (number) =>
    ({ 3: 'amex', 4: 'visa', 5: 'mastercard', 6: 'discover' })[number[0]] ?? 'unknown'

  // The format of the digits, their number and their validation errors, for each field.
  const FIELDS = {
    cardNumber: {
      write: (number) => number.replaceAll(/(\d{4})(?=\d)/g, '$1 '),
      length: (number) => (brandOf(number) === 'amex' ? 15 : 16),
      check: (number) =>
        hasRightSum(number)
          ? undefined
          : validationError('invalid_number', 'Your card number is invalid.'),
      incomplete: validationError('incomplete_number', 'Your card number is incomplete.'),
    },
    cardExpiry: {
      write: (date) => (date.length > 2 ? `${date.slice(0, 2)} / ${date.slice(2)}` : date),
      length: () => 4,
      check: (date) => {
        const month = Number(date.slice(0, 2))
        if (month < 1 || month > 12) {
          return validationError('invalid_expiry_month', "Your card's expiration month is invalid.")
        }
        const end = new Date(2000 + Number(date.slice(2)), month)
        if (end > new Date()) return undefined
        return validationError(
          'invalid_expiry_year_past',
          "Your card's expiration year is in the past.",
        )
      },
      incomplete: validationError(
        'incomplete_expiry',
        "Your card's expiration date is incomplete.",
      ),
    },
    cardCvc: {
      write: (cvc) => cvc,
      length: () => 3,
      check: () => undefined,
      incomplete: validationError('incomplete_cvc', "Your card's security code is incomplete."),
    },
  }
  const { write, length, check, incomplete } = FIELDS[type]

  const stateOf = (isLeft) => {
    const text = digits()
    const isFull = text.length >= length(text)
    const error = isFull ? check(text) : isLeft && text !== '' ? incomplete : undefined
    const brand = type === 'cardNumber' && { brand: brandOf(text) }
    return { ...brand, empty: text === '', complete: isFull && !error, error }
  }
  let last = JSON.stringify(stateOf(false))
  const reportChange = (isLeft) => {
    const state = stateOf(isLeft)
    if (JSON.stringify(state) === last) return
    last = JSON.stringify(state)
    emitEvent('change', state)
  }

  // The frame of the card number reads this field of the other frames.
  window.field = {
    type,
    group,
    digits,
    problem: () => (stateOf(true).complete ? undefined : (stateOf(true).error ?? incomplete)),
  }

  function fieldsOfGroup() {
    const found = {}
    for (let at = 0; at < parent.frames.length; at++) {
      try {
        const { field } = parent.frames[at]
        if (field?.group === group) found[field.type] = field
      } catch {
        // A frame of another origin does not belong to the group.
      }
    }
    return found
  }

  async function create({ key, api, billing }) {
    const { cardNumber, cardExpiry, cardCvc } = fieldsOfGroup()
    const problem = [cardNumber, cardExpiry, cardCvc].map((field) => field?.problem()).find(Boolean)
    if (problem) return { error: problem }
    const date = cardExpiry?.digits() ?? ''
    const form = new URLSearchParams({
      type: 'card',
      'card[number]': cardNumber.digits(),
      'card[exp_month]': date.slice(0, 2),
      'card[exp_year]': date.slice(2),
      'card[cvc]': cardCvc?.digits() ?? '',
      key,
    })
    for (const [part, value] of Object.entries(billing)) {
      if (value) form.set(`billing_details[${part}]`, value)
    }
    try {
      const answer = await fetch(`${api}/v1/payment_methods`, { method: 'POST', body: form })
      const body = await answer.json()
      return answer.ok ? { paymentMethod: body } : { error: body.error }
    } catch {
      return { error: { type: 'api_connection_error', message: 'Stripe cannot be reached.' } }
    }
  }

  function applySettings({ placeholder: newPlaceholder, disabled = false, style }) {
    if (newPlaceholder !== undefined) input.placeholder = newPlaceholder
    input.disabled = disabled
    const { color, fontFamily, fontSize } = style?.base ?? {}
    Object.assign(input.style, { color, fontFamily, fontSize })
    postToPage({ type: 'height', height: input.offsetHeight })
  }

  let isReady = false
  addEventListener('message', async ({ source, origin, data }) => {
    if (source !== parent || origin !== pageOrigin) return
    if (data.type === 'settings') {
      applySettings(data.settings)
      if (!isReady) emitEvent('ready')
      isReady = true
    }
    if (data.type === 'focus') input.focus()
    if (data.type === 'blur') input.blur()
    if (data.type === 'clear') {
      input.value = ''
      reportChange(false)
    }
    if (data.type === 'create')
      postToPage({ type: 'answer', id: data.id, answer: await create(data) })
  })
  input.addEventListener('input', () => {
    const text = digits()
    input.value = write(text.slice(0, Math.max(length(text), type === 'cardCvc' ? 4 : 0)))
    reportChange(false)
  })
  input.addEventListener('focus', () => emitEvent('focus'))
  input.addEventListener('blur', () => {
    emitEvent('blur')
    reportChange(true)
  })
  input.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') emitEvent('escape')
  })
  postToPage({ type: 'loaded' })
})()
